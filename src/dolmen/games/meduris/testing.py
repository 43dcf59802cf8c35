"""Drawn positions of Meduris, for tests: what `str(state)` prints is read back, and most of it may be left out.

    turn of B, act
    ring    5:A B+d . a  12:+2  16:c . . +h
    plains  wood AB  wool CB  copper -  stone CA
    druid   field 6
    A  7 points  2 wood 1 stone  serpent
    B  3 wool
    C

The lines, in any order, each at most once; all but the players' may be left out:

    turn 12 of B, offer: C decides, final circuit
                whose turn, which phase (place, roll, take, give, act, offer, over), who decides; left out: the roll of
                player A. The number defaults to the smallest that fits; who decides follows from the phase, except
                at a plus or a minus, where it is the player in turn unless another is named.
    ring        the fields from field 1 on: `.` empty, `A` a hut, `a` a temple, `+2` `+h` `+d` a bonus chip, `A+d` a hut
                on a druid chip. `17:A` jumps to field 17 and goes on from there. Fields left out are empty.
    plains      workers from bottom to top, `-` for none. Left out: placed in turn on wood, wool, copper, stone ...
    supply      chips on the mountain; they follow from the stocks, so this only repeats them.
    druid       `temple`, `stone 2` or `field 5`; needed only once he has left his stones.
    A  7 points  2 wood 1 stone  3 huts 1 temple left  serpent
                points (5), chips (none), pieces left (they follow from the ring) and rune stones (none).
    ender A     who called the end; needed only where two players have built everything.
    circuit 3 huts left
                huts still to be asked, the present one not counted; needed in the final circuit.
    winner A B  repeats who has won.

The board is the printed one for the number of players. A payment cannot be drawn: draw the decision before it. Bonus
chips and rune stones that are not drawn are out of play; whatever else could not arise in a game is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from dolmen.contract.game import CHANCE, TERMINAL, State
from dolmen.core.errors import InvalidNotation
from dolmen.games.meduris.files.lines import quoted, read_number, read_word
from dolmen.games.meduris.rules.finale import somebody_can_build
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import (
    AREAS,
    BONUS_CHIPS,
    CHIP_DRUID,
    CHIPS,
    CHIPS_PER_MATERIAL,
    EMPTY_BETWEEN_CHIPS,
    HUTS,
    MATERIALS,
    MAX_STACK,
    NO_CHIP,
    START_POINTS,
    TEMPLES,
    WORKERS,
)
from dolmen.games.meduris.rules.position import winners
from dolmen.games.meduris.rules.record import (
    DRUID_TEMPLE,
    LAST_STONE,
    MAX_FIELDS,
    MAX_PLAYERS,
    NOBODY,
    Phase,
    Record,
    set_field,
    sites,
)

LETTERS: Final = "ABCD"
MAX_POINTS: Final = 999
MAX_TURN: Final = 999_999

_PHASES: Final = {phase.name.lower(): phase for phase in Phase}
_BEFORE_THE_ROLL: Final = (Phase.PLACE, Phase.ROLL)
_BEFORE_BUILDING: Final = (Phase.ROLL, Phase.TAKE, Phase.GIVE, Phase.ACT)
_CHIP_OF: Final = {"2": "two", "h": "hut", "d": "druid"}
_NOUNS: Final = {"point": "points", "hut": "huts", "temple": "temples"}

_HEADER: Final = re.compile(
    r"(?:(?P<number>\S+) )?of (?P<turn>[A-D])(?:, (?P<phase>[a-z]+))?"
    r"(?:: (?P<decides>[A-D]|chance|nobody) decides)?(?P<final>, final circuit)?"
)
_MARK: Final = re.compile(
    r"(?:(?P<field>[0-9]+):)?(?:\.|(?P<hut>[A-D])(?P<kept>\+d)?|(?P<temple>[a-d])|\+(?P<chip>[2hd]))"
)


@dataclass
class _Player:
    """A player's line."""

    points: int = START_POINTS
    stock: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    runes: list[str] = field(default_factory=list)


@dataclass
class _Drawing:
    """What the lines say; None where they say nothing."""

    players: dict[str, _Player] = field(default_factory=dict)
    turn_player: int = 0
    turn: int | None = None
    phase: Phase = Phase.ROLL
    decides: str | None = None
    final: bool = False
    ring: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Building and chip by field, both as in the record; fields from 0."""
    plains: list[str] | None = None
    supply: dict[str, int] | None = None
    druid: int | None = None
    ender: int | None = None
    circuit: int | None = None
    winner: str | None = None


def draw_position(text: str) -> State:
    """The position that a text draws. Raises InvalidNotation with what is malformed or impossible."""
    drawing = _read(text)
    game = Meduris(len(drawing.players))
    records = game.new_records(game.draw_setup(0))
    record = records[0]
    for part in (_draw_ring, _draw_pieces, _draw_chips, _draw_runes, _draw_plains, _draw_druid, _draw_turn, _draw_end):
        part(record, drawing)
    return State(game, records)


# ------------------------------------------------------------------------------------------------------- reading


def _read(text: str) -> _Drawing:
    drawing = _Drawing()
    seen: set[str] = set()
    for line in text.splitlines():
        key, *words = line.split() or [""]
        if not key:
            continue
        if key in seen:
            raise InvalidNotation(f"there are two lines of '{key}'")
        seen.add(key)
        if key in tuple(LETTERS):
            drawing.players[key] = _read_player(words)
        elif key in _READERS:
            _READERS[key](words, drawing)
        else:
            raise InvalidNotation(f"{quoted(key)} begins no line; lines begin with {', '.join(_READERS)} or a letter")
    _check_players(drawing)
    return drawing


def _check_players(drawing: _Drawing) -> None:
    number = len(drawing.players)
    if not Meduris.meta.min_players <= number <= MAX_PLAYERS or set(drawing.players) != set(LETTERS[:number]):
        drawn = " and ".join(drawing.players) or "none"
        raise InvalidNotation(f"players are drawn as A and B, A to C or A to D, one line each; here: {drawn}")
    for seat in (drawing.turn_player, drawing.ender or 0):
        if seat >= number:
            raise InvalidNotation(f"there is no player {LETTERS[seat]}, only {' '.join(LETTERS[:number])}")


def _read_player(words: list[str]) -> _Player:
    player = _Player()
    numbers, player.runes = _read_numbers("player", [word for word in words if word != "left"])
    for noun, number in numbers.items():
        if noun == "points":
            player.points = number
        elif noun in MATERIALS:
            player.stock[noun] = number
        else:
            player.left[noun] = number
    for name in player.runes:
        read_word(name, "a rune stone", AREAS)
    return player


def _read_numbers(line: str, words: list[str]) -> tuple[dict[str, int], list[str]]:
    """'2 wood 1 stone serpent': numbers by noun, and the other words."""
    numbers: dict[str, int] = {}
    others = []
    rest = iter(words)
    for word in rest:
        if not word[0].isdigit():
            others.append(word)
            continue
        number = read_number(word, f"{line}: a number", 0, MAX_POINTS)
        noun = next(rest, "")
        noun = read_word(_NOUNS.get(noun, noun), f"{line}: what is counted", (*_NOUNS.values(), *MATERIALS))
        if noun in numbers:
            raise InvalidNotation(f"{line}: '{noun}' stands twice")
        numbers[noun] = number
    return numbers, others


def _read_turn(words: list[str], drawing: _Drawing) -> None:
    header = _HEADER.fullmatch(" ".join(words))
    if not header:
        raise InvalidNotation(f"turn: {quoted(' '.join(words))} is not of the form '12 of A, act: A decides'")
    phase = read_word(header["phase"] or "roll", "turn: the phase", _PHASES)
    if phase == "pay":
        raise InvalidNotation("turn: a payment cannot be drawn; draw the position before it and make the decision")
    drawing.phase = _PHASES[phase]
    drawing.turn_player = LETTERS.index(header["turn"])
    if header["number"]:
        drawing.turn = read_number(header["number"], "turn: the number", 0, MAX_TURN)
    drawing.decides = header["decides"]
    drawing.final = bool(header["final"])


def _read_ring(words: list[str], drawing: _Drawing) -> None:
    place = 0
    for word in words:
        mark = _MARK.fullmatch(word)
        if not mark:
            raise InvalidNotation(
                f"ring: {quoted(word)} is no field; a field is '.', a hut 'A' or 'A+d', a temple 'a' or a chip '+2', "
                "'+h' or '+d', with its number in front where fields are skipped: '17:A'"
            )
        number = read_number(mark["field"], "ring: a field", 1, MAX_FIELDS) if mark["field"] else place + 1
        if number <= place:
            raise InvalidNotation(f"ring: field {number} is drawn after field {place}")
        place = number
        drawing.ring[place - 1] = _building_and_chip(mark)


def _building_and_chip(mark: re.Match[str]) -> tuple[int, int]:
    if mark["hut"]:
        return 1 + LETTERS.index(mark["hut"]), CHIP_DRUID if mark["kept"] else NO_CHIP
    if mark["temple"]:
        return 1 + MAX_PLAYERS + LETTERS.index(mark["temple"].upper()), NO_CHIP
    return 0, CHIPS.index(_CHIP_OF[mark["chip"]]) if mark["chip"] else NO_CHIP


def _read_plains(words: list[str], drawing: _Drawing) -> None:
    named = dict(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or 2 * len(named) != len(words) or not set(named) <= set(MATERIALS):
        raise InvalidNotation(f"plains: {quoted(' '.join(words))} is not of the form 'wood AB  wool -  stone C'")
    drawing.plains = ["" if named.get(material, "-") == "-" else named[material] for material in MATERIALS]


def _read_supply(words: list[str], drawing: _Drawing) -> None:
    drawing.supply, others = _read_numbers("supply", words)
    if others or not set(drawing.supply) <= set(MATERIALS):
        raise InvalidNotation(f"supply: {quoted(' '.join(words))} is not of the form '15 wood 14 wool'")


def _read_druid(words: list[str], drawing: _Drawing) -> None:
    place, *number = words or [""]
    if words == ["temple"]:
        drawing.druid = DRUID_TEMPLE
    elif place == "stone" and len(number) == 1:
        drawing.druid = DRUID_TEMPLE + read_number(number[0], "druid: the stone", 1, LAST_STONE - DRUID_TEMPLE)
    elif place == "field" and len(number) == 1:
        drawing.druid = read_number(number[0], "druid: the field", 1, MAX_FIELDS) - 1
    else:
        raise InvalidNotation(f"druid: {quoted(' '.join(words))} is not 'temple', 'stone 2' or 'field 5'")


def _read_ender(words: list[str], drawing: _Drawing) -> None:
    drawing.ender = LETTERS.index(read_word(" ".join(words), "ender: the player", LETTERS))


def _read_circuit(words: list[str], drawing: _Drawing) -> None:
    if len(words) != 3 or words[1] not in ("hut", "huts") or words[2] != "left":
        raise InvalidNotation(f"circuit: {quoted(' '.join(words))} is not of the form '3 huts left'")
    drawing.circuit = read_number(words[0], "circuit: the number of huts", 0, MAX_FIELDS)


def _read_winner(words: list[str], drawing: _Drawing) -> None:
    drawing.winner = " ".join(words)


_READERS: Final[dict[str, Callable[[list[str], _Drawing], None]]] = {
    "turn": _read_turn,
    "ring": _read_ring,
    "plains": _read_plains,
    "supply": _read_supply,
    "druid": _read_druid,
    "ender": _read_ender,
    "circuit": _read_circuit,
    "winner": _read_winner,
}


# ---------------------------------------------------------------------------------------------- board and players


def _draw_ring(record: Record, drawing: _Drawing) -> None:
    record.built[:] = 0
    for place, (building, chip) in drawing.ring.items():
        if place >= record.fields:
            raise InvalidNotation(f"ring: there is no field {place + 1}; the board has {int(record.fields)} fields")
        builder = (building - 1) % MAX_PLAYERS
        if building and builder >= record.players:
            raise InvalidNotation(f"ring: field {place + 1} belongs to player {LETTERS[builder]}, who has no line")
        set_field(record, place, building, chip)
    _check_bonus_chips(record)


def _check_bonus_chips(record: Record) -> None:
    chips = {place: CHIPS[site.chip] for place, site in enumerate(sites(record)) if site.chip}
    for kind, number in Counter(chips.values()).items():
        if number > BONUS_CHIPS.count(kind):
            raise InvalidNotation(f"ring: {number} bonus chips '{kind}' are more than there are")
    fields = int(record.fields)
    places = list(chips)
    for place, following in zip(places, places[1:] + places[:1], strict=True):
        if 0 < (following - place) % fields <= EMPTY_BETWEEN_CHIPS:
            raise InvalidNotation(
                f"ring: between the bonus chips on fields {place + 1} and {following + 1} lie fewer than "
                f"{EMPTY_BETWEEN_CHIPS} fields"
            )


def _draw_pieces(record: Record, drawing: _Drawing) -> None:
    players = int(record.players)
    for seat, (letter, player) in enumerate(sorted(drawing.players.items())):
        huts = sum(site.hut == seat for site in sites(record))
        temples = sum(site.temple == seat for site in sites(record))
        record.huts[seat] = _pieces_left(letter, player, "huts", huts, HUTS[players])
        record.temples[seat] = _pieces_left(letter, player, "temples", temples, TEMPLES[players])


def _pieces_left(letter: str, player: _Player, kind: str, built: int, of_each: int) -> int:
    left = of_each - built
    if left < 0:
        raise InvalidNotation(f"ring: player {letter} has built {built} {kind}, but there are only {of_each}")
    said = player.left.get(kind, left)
    if said != left:
        raise InvalidNotation(f"player {letter} has {left} {kind} left, not {said}: {built} of {of_each} are built")
    return left


def _draw_chips(record: Record, drawing: _Drawing) -> None:
    players = [player for _, player in sorted(drawing.players.items())]
    record.points[: len(players)] = [player.points for player in players]
    for number, material in enumerate(MATERIALS):
        stocks = [player.stock.get(material, 0) for player in players]
        supply = CHIPS_PER_MATERIAL - sum(stocks)
        if supply < 0:
            raise InvalidNotation(f"the players have {sum(stocks)} {material}, but there are only {CHIPS_PER_MATERIAL}")
        said = supply if drawing.supply is None else drawing.supply.get(material, 0)
        if said != supply:
            raise InvalidNotation(f"supply: {supply} {material} are left, not {said}: {sum(stocks)} are held")
        record.stock[: len(players), number] = stocks
        record.supply[number] = supply


def _draw_runes(record: Record, drawing: _Drawing) -> None:
    for seat, (letter, player) in enumerate(sorted(drawing.players.items())):
        for name in player.runes:
            area = AREAS.index(name)
            if record.rune_holder[area] != NOBODY:
                raise InvalidNotation(f"player {letter} cannot hold the rune stone '{name}': it is drawn twice")
            if not any(site.hut == seat and site.area == area for site in sites(record)):
                raise InvalidNotation(f"player {letter} cannot hold the rune stone '{name}' without a hut in that area")
            record.rune_holder[area] = seat


def _draw_plains(record: Record, drawing: _Drawing) -> None:
    players = int(record.players)
    workers = players * WORKERS[players]
    plains = drawing.plains
    if plains is None:
        placed = 0 if drawing.phase == Phase.PLACE else workers
        plains = ["".join(LETTERS[turn % players] for turn in range(plain, placed, 4)) for plain in range(4)]
    for plain, stack in enumerate(plains):
        if len(stack) > MAX_STACK or not set(stack) <= set(LETTERS[:players]):
            raise InvalidNotation(f"plains: {quoted(stack)} is no stack of at most {MAX_STACK} workers of the players")
        record.stack[plain, : len(stack)] = [LETTERS.index(worker) for worker in stack]
        record.height[plain] = len(stack)
    _check_workers("".join(plains), players, drawing.phase)


def _check_workers(placed: str, players: int, phase: Phase) -> None:
    """All workers stand on the plains; while they are being placed, those whose turn it has been."""
    turns = len(placed) if phase == Phase.PLACE else players * WORKERS[players]
    for seat, letter in enumerate(LETTERS[:players]):
        workers = len(range(seat, turns, players))
        if placed.count(letter) != workers:
            raise InvalidNotation(f"plains: player {letter} has {workers} workers there, not {placed.count(letter)}")
    if phase == Phase.PLACE and len(placed) >= players * WORKERS[players]:
        raise InvalidNotation("plains: all workers are placed, so the phase is no longer 'place'")


# ---------------------------------------------------------------------------------------------------------- druid


def _draw_druid(record: Record, drawing: _Drawing) -> None:
    """For three buildings a stone field each; then he waits for the first hut, and stands beside a hut ever after."""
    fields = sites(record)
    buildings = sum(site.hut != NOBODY or site.temple != NOBODY for site in fields)
    on_stones = buildings <= LAST_STONE - DRUID_TEMPLE or all(site.hut == NOBODY for site in fields)
    druid = drawing.druid
    if on_stones:
        expected = min(DRUID_TEMPLE + buildings, LAST_STONE)
        if druid not in (None, expected):
            where = f"on stone {expected - DRUID_TEMPLE}" if buildings else "on his temple"
            raise InvalidNotation(f"druid: with {buildings} buildings, and no hut to go to yet, he stands {where}")
        druid = expected
    elif druid is None or not 0 <= druid < len(fields) or fields[druid].hut == NOBODY:
        raise InvalidNotation(f"druid: with {buildings} buildings he stands beside a hut: say where ('druid field 5')")
    elif drawing.phase != Phase.OFFER and fields[(druid + 1) % len(fields)].hut != NOBODY:
        raise InvalidNotation(f"druid: he cannot rest on field {druid + 1}, for the next field holds a hut too")
    record.druid = druid


# ------------------------------------------------------------------------------------------------- turn and finale


def _draw_turn(record: Record, drawing: _Drawing) -> None:
    record.phase = drawing.phase
    record.turn_player = drawing.turn_player
    record.turn = _turn_number(drawing)
    decider = _decider(record, drawing)
    said = drawing.decides
    if said is not None and said != _name(decider):
        raise InvalidNotation(f"turn: here {_name(decider)} decides, not {said}")
    record.player = decider
    if drawing.phase in (Phase.TAKE, Phase.GIVE):
        record.asked = (decider - drawing.turn_player) % int(record.players) + 1


def _turn_number(drawing: _Drawing) -> int:
    """The rolls so far: every player has had as many as the others, or one more."""
    placing = drawing.phase == Phase.PLACE
    smallest = 0 if placing else drawing.turn_player + (drawing.phase not in _BEFORE_THE_ROLL)
    number = smallest if drawing.turn is None else drawing.turn
    if number < smallest or (number - smallest) % len(drawing.players) or (placing and number):
        whose = f"player {LETTERS[drawing.turn_player]}, {drawing.phase.name.lower()}"
        raise InvalidNotation(f"turn: after {number} rolls it is not the turn of {whose}; after {smallest} it may be")
    return number


def _name(decider: int) -> str:
    return {CHANCE: "chance", TERMINAL: "nobody"}.get(decider) or LETTERS[decider]


def _decider(record: Record, drawing: _Drawing) -> int:
    phase = drawing.phase
    if phase == Phase.OFFER:
        return _offering_player(record)
    if phase in (Phase.TAKE, Phase.GIVE):
        return _asked_player(record, drawing)
    if phase == Phase.PLACE and drawing.turn_player != int(record.height.sum()) % int(record.players):
        raise InvalidNotation(f"turn: it is not player {LETTERS[drawing.turn_player]} who places the next worker")
    return {Phase.ROLL: CHANCE, Phase.OVER: TERMINAL}.get(phase, drawing.turn_player)


def _offering_player(record: Record) -> int:
    if record.druid < 0:
        raise InvalidNotation("turn: nobody makes an offering while the druid stands on his stones")
    return sites(record)[int(record.druid)].hut


def _asked_player(record: Record, drawing: _Drawing) -> int:
    seat = drawing.turn_player if drawing.decides is None else LETTERS.find(drawing.decides)
    if not 0 <= seat < record.players:
        raise InvalidNotation(f"turn: a player decides at a plus or a minus, not {drawing.decides}")
    if drawing.phase == Phase.TAKE and not record.supply.any():
        raise InvalidNotation("turn: nobody is asked to take a chip from an empty mountain")
    if drawing.phase == Phase.GIVE and not record.stock[seat].any():
        raise InvalidNotation(f"turn: player {LETTERS[seat]} has no chip to return")
    return seat


def _draw_end(record: Record, drawing: _Drawing) -> None:
    ender = _ender(record, drawing)
    over = drawing.phase == Phase.OVER
    record.ender = ender
    if ender != NOBODY:
        _draw_last_turns(record, drawing)
    elif drawing.phase in _BEFORE_BUILDING and not somebody_can_build(record):
        raise InvalidNotation("turn: nobody can build any more, so the final circuit has begun")
    if drawing.final or over:
        _draw_circuit(record, drawing)
    elif drawing.circuit is not None:
        raise InvalidNotation("circuit: this is not the final circuit")
    _check_winner(record, drawing)


def _finished(record: Record) -> list[int]:
    """Who has built everything."""
    return [seat for seat in range(int(record.players)) if not record.huts[seat] and not record.temples[seat]]


def _ender(record: Record, drawing: _Drawing) -> int:
    finished = _finished(record)
    if drawing.ender is None and len(finished) > 1:
        raise InvalidNotation("several players have built everything: say who did so first, as in 'ender A'")
    ender = drawing.ender if drawing.ender is not None else finished[0] if finished else NOBODY
    if ender not in (NOBODY, *finished):
        raise InvalidNotation(f"ender: player {LETTERS[ender]} has not built everything")
    return ender


def _draw_last_turns(record: Record, drawing: _Drawing) -> None:
    """The end is called: the turns left follow from whose turn it is."""
    players = int(record.players)
    ender = int(record.ender)
    since = (drawing.turn_player - ender) % players
    if drawing.final or drawing.phase == Phase.OVER:
        if since != players - 1:
            raise InvalidNotation(
                f"turn: the last turn before the final circuit is of {LETTERS[(ender - 1) % players]}"
            )
        return
    if since == 0 and drawing.phase in _BEFORE_BUILDING:
        raise InvalidNotation(f"turn: player {LETTERS[ender]} has built everything and has no further turn")
    turns_over = since + (drawing.phase not in _BEFORE_BUILDING)
    for seat in _finished(record):
        if (seat - ender) % players >= turns_over:
            raise InvalidNotation(f"ender: player {LETTERS[seat]} must have built everything before {LETTERS[ender]}")
    record.turns_left = players - since


def _draw_circuit(record: Record, drawing: _Drawing) -> None:
    huts = sum(site.hut != NOBODY for site in sites(record))
    if record.ender == NOBODY and somebody_can_build(record):
        raise InvalidNotation("turn: the final circuit waits until a player has built everything or nobody can build")
    if drawing.phase == Phase.OVER:
        record.circuit_left = 0
        return
    if drawing.phase != Phase.OFFER:
        raise InvalidNotation("turn: in the final circuit there are only offerings")
    if drawing.circuit is None or drawing.circuit >= huts:
        raise InvalidNotation(f"circuit: say how many of the {huts} huts are still to be asked ('circuit 3 huts left')")
    record.circuit_left = drawing.circuit


def _check_winner(record: Record, drawing: _Drawing) -> None:
    won = " ".join(LETTERS[seat] for seat in winners(record))
    if drawing.winner is not None and drawing.winner != won:
        raise InvalidNotation(f"winner: {won or 'nobody'} has won, not {quoted(drawing.winner)}")
