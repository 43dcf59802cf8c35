"""Meduris in sentences: what a choice costs and brings, what a line of a game tells, and the rule behind a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dolmen.contract.game import Game, Records
from dolmen.games.meduris.files.lines import steps_of
from dolmen.games.meduris.rules.actions import Give, Hut, Move, Offer, Place, Take, Temple, decode
from dolmen.games.meduris.rules.legal import hut_cost
from dolmen.games.meduris.rules.materials import AREAS, CHIP_DRUID, CHIP_HUT, CHIP_TWO, MATERIALS
from dolmen.games.meduris.rules.record import NOBODY, NOT_YET, Phase, Record, Site, sites
from dolmen.games.meduris.rules.settlement import huts_after, huts_before, settlement_size

RULES = {
    Phase.PLACE: (
        "Before starting",
        "In turn, everybody puts one worker on a plain until all stand. A plain holds three at most. When a plain is "
        "rolled, every worker there brings one chip; when a worker moves onto it, the one at level k brings k chips.",
    ),
    Phase.ROLL: (
        "Small yield",
        "A turn begins with the die. A material: every worker on that plain brings its owner one chip, the top one "
        "first. Plus: everybody may take one chip. Minus: everybody returns one.",
    ),
    Phase.TAKE: (
        "Small yield, plus",
        "Everybody in turn may take one chip of any material the mountain still has, or none.",
    ),
    Phase.GIVE: (
        "Small yield, minus",
        "Everybody in turn returns one chip of his choice; who has none returns none.",
    ),
    Phase.ACT: (
        "Move 2/2",
        "Do exactly one thing. Big yield: move one of your workers, from any level, onto another plain with fewer than "
        "three; then all workers there take chips, the one at level k takes k. Hut: on a free field, for as many of "
        "each of its two materials as the settlement then has huts; you take the rune stone of the area. Temple: on a "
        "free field without a bonus chip, for one of each; at the end it scores the huts of the settlements beside it. "
        "After a hut or a temple the druid moves.",
    ),
    Phase.PAY: (
        "Use materials",
        "Each chip that is due is paid with a chip of that material or with any three chips; you may swap even where "
        "you hold the material.",
    ),
    Phase.OFFER: (
        "Offering rule",
        "The druid stands beside your hut. One of the field's two materials brings 1 point, both bring as many points "
        "as the settlement has huts, nothing costs 1 point. A druid chip under the hut counts as both. A material may "
        "be replaced by any three chips.",
    ),
    Phase.OVER: ("Finale", "Most points win; then most huts and temples built; then most chips left."),
}
"""The name of the rule behind each question, and the rule in a few words."""

KINDS = {Move: "Big yield: move a worker", Hut: "Build a hut", Temple: "Build a temple"}


def rule_of(record: Record) -> tuple[str, str]:
    """The rule behind what is asked now."""
    return RULES[Phase(record.phase)]


def question(record: Record) -> str:
    """What is asked now, in a sentence."""
    phase = record.phase
    if phase == Phase.PLACE:
        return "Where will your worker stand?"
    if phase == Phase.TAKE:
        return "Which chip do you take?"
    if phase == Phase.GIVE:
        return "Which chip do you return?"
    if phase == Phase.ACT:
        return "What will you do?"
    if phase == Phase.PAY:
        return "How do you pay?"
    site = sites(record)[record.druid]
    return (
        f"The druid stands at your hut on field {int(record.druid) + 1} and asks for {_icons(site)}. What do you offer?"
    )


def choice_text(record: Record, action: int, names: Sequence[str]) -> str:
    """A choice with its cost and its effect."""
    chosen = decode(action)
    if isinstance(chosen, Place):
        return f"{chosen.plain}, level {int(record.height[MATERIALS.index(chosen.plain)]) + 1}"
    if isinstance(chosen, Take):
        return chosen.material or "nothing"
    if isinstance(chosen, Give):
        return f"{chosen.material} (you have {int(record.stock[record.player, MATERIALS.index(chosen.material)])})"
    if isinstance(chosen, Move):
        return _move_text(record, chosen, names)
    if isinstance(chosen, Hut):
        return _hut_text(record, chosen, names)
    if isinstance(chosen, Temple):
        field = chosen.field - 1
        beside = huts_before(record, field) + huts_after(record, field)
        site = sites(record)[field]
        return f"field {chosen.field}: 1 {_each(site, 1)}; {_count(beside, 'hut')} beside it now"
    if isinstance(chosen, Offer):
        return _offer_text(record, chosen)
    return str(chosen)


def _icons(site: Site) -> str:
    return " and ".join(MATERIALS[icon] for icon in site.icons)


def _each(site: Site, number: int) -> str:
    return f"{MATERIALS[site.icons[0]]} and {number} {MATERIALS[site.icons[1]]}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _move_text(record: Record, move: Move, names: Sequence[str]) -> str:
    """Who takes how many chips when the worker arrives, while the supply lasts."""
    target = MATERIALS.index(move.target)
    standing = [int(seat) for seat in record.stack[target] if seat != NOBODY]
    left = int(record.supply[target])
    takes = []
    for level, seat in reversed(list(enumerate([*standing, int(record.player)], start=1))):
        taken = min(level, left)
        left -= taken
        takes.append(f"{'you' if seat == record.player else names[seat]} +{taken}")
    return f"from {move.source} (level {move.level}) onto {move.target}: {', '.join(takes)} {move.target}"


def _hut_text(record: Record, hut: Hut, names: Sequence[str]) -> str:
    field = hut.field - 1
    site = sites(record)[field]
    cost = hut_cost(record, field)
    parts = [f"{cost} {_each(site, cost)}" if cost else "free", f"settlement of {settlement_size(record, field)}"]
    holder = int(record.rune_holder[site.area])
    if holder == NOBODY:
        parts.append(f"{AREAS[site.area]} stone")
    elif holder != record.player:
        parts.append(f"{AREAS[site.area]} stone from {names[holder]}")
    bonus = {CHIP_TWO: "+2 points", CHIP_DRUID: "druid chip for a later offering", CHIP_HUT: "bonus chip"}.get(
        site.chip
    )
    return f"field {hut.field}: " + "; ".join(parts + ([bonus] if bonus else []))


def _offer_text(record: Record, offer: Offer) -> str:
    field = int(record.druid)
    size = settlement_size(record, field)
    if offer.what == "none":
        return f"nothing: {'-1 point' if record.points[record.player] else 'no point to lose'}"
    if offer.what == "chip":
        return f"the druid chip: +{_count(size, 'point')}"
    if offer.what == "both":
        return f"{_icons(sites(record)[field])}: +{_count(size, 'point')}"
    if offer.what == "three":
        return "any three chips for one material: +1 point"
    return f"one {offer.what}: +1 point"


def payment_choice(payment: Sequence[int]) -> str:
    """A payment as a choice."""
    return ", ".join(f"{number} {material}" for material, number in zip(MATERIALS, payment, strict=True) if number)


def story(game: Game, start: Records, history: Iterable[int], names: Sequence[str]) -> list[str]:
    """The whole game so far, a sentence a line, with what each player gained or lost by it."""
    told = []
    for line, before, after in steps_of(game, start, history):
        text = sentence(line, names, int(before[0].turn_player))
        changes = _changes(before[0], after[0], names, told=line.split()[0] == "take")
        told.append(f"{text} {changes}".rstrip())
        if before[0].circuit_left == NOT_YET != after[0].circuit_left:
            told.append("The druid begins his final circuit.")
    return told


def _changes(before: Record, after: Record, names: Sequence[str], *, told: bool) -> str:
    """'(Ben +1 copper; You +2 points)'; chips that the sentence has told already are left out."""
    parts = []
    for seat in range(int(before.players)):
        chips = [int(chip) for chip in after.stock[seat] - before.stock[seat]]
        gains = [f"{number:+} {material}" for material, number in zip(MATERIALS, chips, strict=True) if number > 0]
        if told:
            gains = []
        points = int(after.points[seat]) - int(before.points[seat])
        if points:
            gains.append(f"{points:+} point{'s' if abs(points) != 1 else ''}")
        if gains:
            parts.append(f"{names[seat]} {', '.join(gains)}")
    return f"({'; '.join(parts)})" if parts else ""


def sentence(line: str, names: Sequence[str], turn_player: int) -> str:
    """A line of a game as a sentence. `turn_player` is the seat whose turn it is, for the roll."""
    verb, *words = line.split()
    if verb == "roll":
        return f"{names[turn_player]} rolled {words[0]}."
    name, rest = names[int(words[0]) - 1], words[1:]
    paid = _paid(rest[1:]) if verb in ("hut", "temple") else ""
    return {
        "place": lambda: f"{name} placed a worker on {rest[0]}.",
        "take": lambda: f"{name} took {'no chip' if rest[0] == 'none' else f'1 {rest[0]}'}.",
        "give": lambda: f"{name} returned 1 {rest[0]}.",
        "move": lambda: f"{name} moved a worker from level {rest[1]} of {rest[0]} onto {rest[2]}.",
        "hut": lambda: f"{name} built a hut on field {rest[0]}{paid or ', free'}.",
        "temple": lambda: f"{name} built a temple on field {rest[0]}{paid}.",
        "offer": lambda: f"{name} offered {_offered(rest)}.",
    }[verb]()


def _paid(words: Sequence[str]) -> str:
    pairs = [f"{number} {material}" for material, number in zip(words[::2], words[1::2], strict=True)]
    return f" for {' and '.join(pairs)}" if pairs else ""


def _offered(words: Sequence[str]) -> str:
    if words[0] == "none":
        return "nothing"
    if words[0] == "chip":
        return "the druid chip"
    if words[0] in ("one", "both"):
        return f"{'both materials' if words[0] == 'both' else 'one material'}{_paid(words[1:])}"
    return f"1 {words[0]}"
