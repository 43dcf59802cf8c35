"""One line of the notation and the decisions that it stands for.

Most lines are one decision. A hut, a temple or an offering names its payment on the same line, so it stands for up to
five decisions; they are made together or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

import numpy as np

from dolmen.contract.game import Game, Records, State
from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import copied, reading
from dolmen.games.meduris.rules.actions import (
    OFFER_BOTH,
    OFFER_THREE,
    PAY_DIRECT,
    Give,
    Hut,
    Move,
    Offer,
    Pay,
    PayDirect,
    Place,
    Roll,
    Take,
    Temple,
    decode,
    pay_id,
)
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.materials import CHIPS_PER_MATERIAL, FACES, MATERIALS, MAX_STACK
from dolmen.games.meduris.rules.payment import can_pay_direct, due_in, list_swap_payments
from dolmen.games.meduris.rules.record import MAX_FIELDS, MAX_PLAYERS, Phase, Record
from dolmen.games.meduris.rules.refusal import due_text, expected

Payment = tuple[int, int, int, int]
"""How many chips of each material are given."""
NOTHING: Payment = (0, 0, 0, 0)

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


# ------------------------------------------------------------------------------------------------------ words


def quoted(text: str) -> str:
    """A piece of a file as it may stand in a message: short, in quotes, nothing unprintable."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return "'" + "".join(letter if letter.isprintable() else "?" for letter in shown) + "'"


def read_number(word: str, what: str, low: int, high: int) -> int:
    """A number without sign or leading zero, within limits."""
    if not _NUMBER.fullmatch(word) or not low <= int(word) <= high:
        raise InvalidNotation(f"{what} must be a number from {low} to {high}, not {quoted(word)}")
    return int(word)


def read_word(word: str, what: str, words: Iterable[str]) -> str:
    """One of the listed words."""
    known = tuple(words)
    if word not in known:
        raise InvalidNotation(f"{what} must be {', '.join(known[:-1])} or {known[-1]}, not {quoted(word)}")
    return word


def read_payment(words: list[str]) -> Payment:
    """'wood 2 wool 1': each material at most once, no zeros."""
    if len(words) % 2:
        raise InvalidNotation(f"a payment is pairs of material and number, not {quoted(' '.join(words))}")
    given = [0, 0, 0, 0]
    for material, number in zip(words[::2], words[1::2], strict=True):
        place = MATERIALS.index(read_word(material, "a material", MATERIALS))
        if given[place]:
            raise InvalidNotation(f"{material} stands twice in one payment")
        given[place] = read_number(number, f"the number of {material} chips", 1, CHIPS_PER_MATERIAL)
    return (given[0], given[1], given[2], given[3])


def payment_text(payment: Iterable[int]) -> str:
    """' wood 2 wool 1', with a blank in front; empty if nothing is paid."""
    return "".join(f" {material} {number}" for material, number in zip(MATERIALS, payment, strict=True) if number)


# ------------------------------------------------------------------------------------------- text to decisions


def parse_line(words: list[str]) -> tuple[int | None, Any, Payment | None]:
    """The player (none at a roll), the decision and the payment (where one belongs) that a line names."""
    verb, *rest = words
    reader = _READERS.get(verb)
    if reader is None:
        raise InvalidNotation(f"{quoted(verb)} begins no line of a game; lines begin with {', '.join(_READERS)}")
    return reader(verb, rest)


def _need(verb: str, rest: list[str], form: str) -> None:
    if len(rest) != len(form.split()):
        raise InvalidNotation(f"a line of '{verb}' reads '{verb} {form}', not {quoted(' '.join([verb, *rest]))}")


def _player(word: str) -> int:
    return read_number(word, "the player", 1, MAX_PLAYERS)


def _read_place(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    _need(verb, rest, "PLAYER PLAIN")
    return _player(rest[0]), Place(read_word(rest[1], "the plain", MATERIALS)), None


def _read_roll(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    _need(verb, rest, "FACE")
    return None, Roll(read_word(rest[0], "the face", FACES)), None


def _read_take(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    _need(verb, rest, "PLAYER MATERIAL")
    material = read_word(rest[1], "the material", (*MATERIALS, "none"))
    return _player(rest[0]), Take(None if material == "none" else material), None


def _read_give(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    _need(verb, rest, "PLAYER MATERIAL")
    return _player(rest[0]), Give(read_word(rest[1], "the material", MATERIALS)), None


def _read_move(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    _need(verb, rest, "PLAYER PLAIN LEVEL PLAIN")
    source, target = (read_word(word, "the plain", MATERIALS) for word in (rest[1], rest[3]))
    if source == target:
        raise InvalidNotation(f"a worker moves to a different plain, not from {source} to {source} (rule: Big yield)")
    return _player(rest[0]), Move(source, read_number(rest[2], "the level", 1, MAX_STACK), target), None


def _read_building(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    if len(rest) < 2:
        raise InvalidNotation(f"a line of '{verb}' reads '{verb} PLAYER FIELD PAYMENT'")
    field = read_number(rest[1], "the field", 1, MAX_FIELDS)
    return _player(rest[0]), (Hut if verb == "hut" else Temple)(field), read_payment(rest[2:])


def _read_offer(verb: str, rest: list[str]) -> tuple[int | None, Any, Payment | None]:
    if len(rest) < 2:
        raise InvalidNotation(
            "a line of 'offer' reads 'offer PLAYER none', 'chip', 'MATERIAL 1', 'one PAYMENT' or 'both PAYMENT'"
        )
    player, what = _player(rest[0]), rest[1]
    if what in ("none", "chip"):
        _need(verb, rest, f"PLAYER {what}")
        return player, Offer(what), None
    if what == "both":
        return player, Offer("both"), read_payment(rest[2:])
    payment = read_payment(rest[2:] if what == "one" else rest[1:])
    if sum(payment) == 1:
        return player, Offer(MATERIALS[payment.index(1)]), None
    if what != "one":
        raise InvalidNotation(
            f"one material offered with one chip reads 'offer PLAYER {what} 1', with three 'offer PLAYER one PAYMENT'"
        )
    if sum(payment) != 3:
        raise InvalidNotation(
            f"one material is offered with one chip of it or with any three chips, not with {sum(payment)} "
            "(rule: Offering rule)"
        )
    return player, Offer("three"), payment


_READERS = {
    "place": _read_place,
    "roll": _read_roll,
    "take": _read_take,
    "give": _read_give,
    "move": _read_move,
    "hut": _read_building,
    "temple": _read_building,
    "offer": _read_offer,
}


LONGEST_KEPT: Final = 200
"""Letters of a line that is remembered."""


def play_line(state: State, words: list[str]) -> None:
    """Make the decisions of a line, or raise InvalidNotation or IllegalAction and leave the state as it was."""
    short = sum(map(len, words)) <= LONGEST_KEPT
    player, action, payment = _kept(tuple(words)) if short else parse_line(words)
    if player is not None and 0 <= state.current_player != player - 1:
        raise IllegalAction(f"player {player} is not asked: {expected(state.record)}")
    made = state.decisions
    state.apply(action)
    if payment is None:
        return
    try:
        _pay(state, made, action, payment)
    except IllegalAction:
        while state.decisions > made:
            state.undo()
        raise


@lru_cache(maxsize=4096)
def _kept(words: tuple[str, ...]) -> tuple[int | None, Any, Payment | None]:
    """The same lines come again and again; long ones, which only mischief writes, are not remembered."""
    return parse_line(list(words))


def _pay(state: State, made: int, action: Any, payment: Payment) -> None:
    """Pay as the line says, after the decision of that number; where the payment was forced, it must be that one."""
    if state.number("phase") != Phase.PAY:
        before = state.records_before(made)
        paid = _paid(before, state.records)
        if paid != payment:
            raise IllegalAction(_wrong_payment(before[0], action, payment, paid))
        return
    decisions = [pay_id(material, number) for material, number in enumerate(payment)]
    if payment == _direct_payment(state.records):
        decisions = [PAY_DIRECT]
    for decision in decisions:
        if not state.is_legal(decision):
            raise IllegalAction(_wrong_payment(state.records_before(made)[0], action, payment, None))
        state.apply_trusted(decision)


def paid_between(before: Record, after: Record) -> Payment:
    """What left the stock of the player who decided."""
    given = (before.stock[before.player] - after.stock[before.player]).tolist()
    return (given[0], given[1], given[2], given[3])


def _paid(before: Records, after: Records) -> Payment:
    """The same between positions in arrays."""
    player = int(before["player"][0])
    given = (before["stock"][0, player] - after["stock"][0, player]).tolist()
    return (given[0], given[1], given[2], given[3])


def _direct_payment(records: Records) -> Payment:
    """The chips that an open payment takes where none is swapped."""
    given = np.zeros(4, dtype=np.int8)
    due_in(as_taken(records), given)
    wood, wool, copper, stone = given.tolist()
    return (wood, wool, copper, stone)


def _wrong_payment(before: Record, action: Any, payment: Payment, only: Payment | None) -> str:
    """Why a payment does not do."""
    player = int(before.player)
    field = int(before.druid) if isinstance(action, Offer) else action.field - 1
    given = payment_text(payment).strip() or "nothing"
    head = f"player {player + 1} may not pay {given} for '{action}'"
    if isinstance(action, Hut):
        each = hut_cost(before, field)
        total = 2 * each
    else:
        each, total = (0, 1) if action == Offer("three") else (1, 2)
    if not total:
        return f"{head}: the hut is free, nothing is paid (rule: Bonus rule)"
    for material, number in enumerate(payment):
        if number > before.stock[player, material]:
            held = int(before.stock[player, material])
            return f"{head}: he has only {held} {MATERIALS[material]} (rule: Use materials)"
    tail = f"; with his chips only{payment_text(only)} does" if only else ""
    return (
        f"{head}: {due_text(before, field, each, total)} is due, each chip paid with itself or with any three others"
        f"{tail} (rule: Use materials)"
    )


# ------------------------------------------------------------------------------------------- decisions to text


def line_text(before: Record, after: Record, action: int) -> str:
    """The canonical line of a decision and its payment, between two positions with no payment half made."""
    chosen = decode(action)
    verb, _, rest = str(chosen).partition(" ")
    if isinstance(chosen, Roll):
        return f"{verb} {rest}"
    if isinstance(chosen, Offer):
        rest = _offer_text(chosen)
    is_paid = isinstance(chosen, (Hut, Temple)) or rest in ("one", "both")
    payment = payment_text(paid_between(before, after)) if is_paid else ""
    return f"{verb} {int(before.player) + 1} {rest}{payment}"


def _offer_text(offer: Offer) -> str:
    if offer.what in MATERIALS:
        return f"{offer.what} 1"
    return "one" if offer.what == "three" else offer.what


def steps_of(game: Game, start: Records, history: Iterable[int]) -> Iterator[tuple[str, Records, Records]]:
    """The canonical lines of a game's decisions, each with the positions before and after it.

    A payment half made at the end is left out.
    """
    records = copied(start)
    before, first = copied(records), -1
    for action in history:
        if not isinstance(decode(action), (Pay, PayDirect)):
            before, first = copied(records), action
        game.apply_to(records, action)
        if records[0].phase != Phase.PAY:
            yield line_text(before[0], records[0], first), before, records


def lines_of(game: Game, start: Records, history: Iterable[int]) -> list[str]:
    """The canonical lines of a game's decisions, from its first position."""
    return [line for line, _, _ in steps_of(game, start, history)]


# ------------------------------------------------------------------------------------------------- legal lines


def legal_lines(state: State, *, payments: bool = True) -> list[str]:
    """The canonical lines that may come next, sorted by bytes; without payments, lines stop before what is paid."""
    lines: set[str] = set()
    for action in state.legal_actions():
        lines.update(_lines_for(state, action, payments=payments))
    return sorted(lines, key=str.encode)


def _lines_for(state: State, action: int, *, payments: bool) -> list[str]:
    after = copied(state.records)
    state.game.apply_to(after, action)
    line = line_text(state.record, after[0], action)
    chosen = decode(action)
    paid_for = isinstance(chosen, (Hut, Temple)) or action in (OFFER_THREE, OFFER_BOTH)
    if not payments:
        return [_without_payment(line, chosen)]
    if not paid_for or after[0].phase != Phase.PAY:
        return [line]
    return [line + payment_text(payment) for payment in open_payments(after)]


def _without_payment(line: str, chosen: Any) -> str:
    """'hut 1 17', 'offer 2 one': the line up to what is paid."""
    if isinstance(chosen, Offer):
        return " ".join(line.split()[:2] + (["one"] if chosen.what in MATERIALS else line.split()[2:3]))
    if isinstance(chosen, (Hut, Temple)):
        return " ".join(line.split()[:3])
    return line


def open_payments(records: Records) -> list[Payment]:
    """Every payment that is still possible where one is asked for: the direct one first, unless numbers are named."""
    record = copied(records)[0]
    asked = reading(record)
    player, field, named = asked.player, asked.target, asked.named
    begun = tuple(asked.given[:named].tolist())
    found: list[Payment] = []
    direct = _direct_payment(records)
    if not named and any(direct) and can_pay_direct(record, player, field, asked.due_each, asked.due_total):
        found.append(direct)
    rows = np.zeros((256, 4), dtype=np.int8)
    number = int(list_swap_payments(record, player, rows))
    if number > len(rows):
        rows = np.zeros((number, 4), dtype=np.int8)
        list_swap_payments(record, player, rows)
    swaps: list[Payment] = [(wood, wool, copper, stone) for wood, wool, copper, stone in rows[:number].tolist()]
    return found + [payment for payment in swaps if payment[:named] == begun]
