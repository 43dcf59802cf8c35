"""Offers of power to the neighbours of a build, their answers, the cultists' reward.

Rulebook: 'Ganar puntos de poder mediante estructuras', 'El precio del poder'.

Open offers stand in the record as a queue, oldest first. They are asked about at the end of every turn; with the
option `late-answers` an answer may also be `later`, until the receiver acts, passes, or the round ends. An offer that
was skipped for a newer one, or followed by a conversion of one's own, has lapsed: it can only be refused (ruling 3).
"""

from __future__ import annotations

from dolmen.core.kernel import kernel
from dolmen.core.mask import Mask, add
from dolmen.games.terra_mystica.rules.actions import DECLINE, LATER, LEECH, answer_id
from dolmen.games.terra_mystica.rules.board import NEIGHBOURS, NOWHERE
from dolmen.games.terra_mystica.rules.factions import STEP_FOR_TAKEN_POWER, STRONGHOLD_SPADES
from dolmen.games.terra_mystica.rules.power import gain_power, power_room
from dolmen.games.terra_mystica.rules.reach import across_bridge
from dolmen.games.terra_mystica.rules.record import (
    FROM_LEECH,
    MARK_OPEN,
    MARK_REFUSED,
    MARK_SETTLED,
    MARK_TAKEN,
    MAX_OFFERS,
    NOBODY,
    OPTION_LATE_ANSWERS,
    Record,
    faction_of,
    has_option,
    score,
)
from dolmen.games.terra_mystica.rules.tiles import POWER_VALUE


@kernel
def offer_size(record: Record, opponent: int, land: int) -> int:
    """The power value of an opponent's structures directly adjacent to a hex (bridges count)."""
    size = 0
    for place in range(6):
        other = int(NEIGHBOURS[land, place])
        if other != NOWHERE and int(record.owner[other]) == opponent:
            size += int(POWER_VALUE[int(record.structure[other])])
    for place in range(4):
        other = across_bridge(record, land, place)
        if other != NOWHERE and int(record.owner[other]) == opponent:
            size += int(POWER_VALUE[int(record.structure[other])])
    return size


@kernel
def make_offers(record: Record, builder: int, land: int) -> None:
    """Offer power to every neighbour of a build, clockwise from the builder."""
    players = int(record.players)
    build = (int(record.builds) + 1) & 255
    record.builds = build
    for distance in range(1, players):
        opponent = (builder + distance) % players
        size = offer_size(record, opponent, land)
        if size > 0 and not record.dropped[opponent]:
            place = int(record.offers)
            record.offer_to[place] = opponent
            record.offer_from[place] = builder
            record.offer_size[place] = size
            record.offer_build[place] = build
            record.offer_mark[place] = MARK_OPEN
            record.offer_lapsed[place] = 0
            record.offers = place + 1


@kernel
def power_taken(record: Record, player: int, size: int) -> int:
    """What an offer would bring: all of it, but not more than the bowls hold and the points can pay."""
    return min(size, power_room(record, player), int(record.vp[player]) + 1)


@kernel
def places_for_a_turn(record: Record) -> int:
    """Offers that one turn may add: one build, or two where a stronghold brings spades and a dwelling at once."""
    players = int(record.players)
    for player in range(players):
        faction = faction_of(record, player)
        if faction != NOBODY and int(STRONGHOLD_SPADES[faction]) > 0:
            return 2 * (players - 1)
    return players - 1


@kernel
def may_answer_later(record: Record) -> bool:
    """With `late-answers`; but the oldest offer must be answered when the queue is nearly full."""
    if not has_option(record, OPTION_LATE_ANSWERS):
        return False
    crowded = int(record.offers) > MAX_OFFERS - places_for_a_turn(record)
    return not crowded or int(record.asked) > 0


@kernel
def legal_answers(record: Record, mask: Mask) -> None:
    """Take it, all or nothing, unless it has lapsed; refuse it; or answer later. Full bowls have nothing to take."""
    index = int(record.asked)
    giver = faction_of(record, int(record.offer_from[index]))
    size = int(record.offer_size[index])
    late = has_option(record, OPTION_LATE_ANSWERS)
    if not record.offer_lapsed[index] and (late or power_taken(record, int(record.player), size) > 0):
        add(mask, answer_id(LEECH, giver, size))
    add(mask, answer_id(DECLINE, giver, size))
    if may_answer_later(record):
        add(mask, LATER)


@kernel
def answer(record: Record, index: int, takes: bool) -> None:
    """Settle an offer. Power received costs one point less than its amount."""
    player = int(record.offer_to[index])
    giver = int(record.offer_from[index])
    build = int(record.offer_build[index])
    mark = int(record.offer_mark[index])
    amount = power_taken(record, player, int(record.offer_size[index]))
    verdict = MARK_OPEN
    if amount > 0 and not record.dropped[player]:  # who cannot move a token neither takes nor refuses (ruling 1)
        verdict = MARK_TAKEN if takes else MARK_REFUSED
    if takes and amount > 0:
        gain_power(record, player, amount)
        score(record, player, 1 - amount, FROM_LEECH)
    remove_offer(record, index)
    if int(STEP_FOR_TAKEN_POWER[faction_of(record, giver)]):
        reward_giver(record, giver, build, mark, verdict)


@kernel
def lapse_all(record: Record, player: int) -> None:
    """What is open to a player can only be refused any more."""
    lapse_older(record, player, int(record.offers))


@kernel
def lapse_older(record: Record, player: int, index: int) -> None:
    """The same for what is older than an offer."""
    for place in range(index):
        if int(record.offer_to[place]) == player:
            record.offer_lapsed[place] = 1


@kernel
def remove_offer(record: Record, index: int) -> None:
    """Close the gap in the queue."""
    last = int(record.offers) - 1
    for place in range(index, last):
        record.offer_to[place] = record.offer_to[place + 1]
        record.offer_from[place] = record.offer_from[place + 1]
        record.offer_size[place] = record.offer_size[place + 1]
        record.offer_build[place] = record.offer_build[place + 1]
        record.offer_mark[place] = record.offer_mark[place + 1]
        record.offer_lapsed[place] = record.offer_lapsed[place + 1]
    record.offer_to[last] = 0
    record.offer_from[last] = 0
    record.offer_size[last] = 0
    record.offer_build[last] = 0
    record.offer_mark[last] = 0
    record.offer_lapsed[last] = 0
    record.offers = last


@kernel
def reward_giver(record: Record, giver: int, build: int, mark: int, verdict: int) -> None:
    """Cultists: a cult step when somebody takes power of a build; one power when all who could have refused."""
    outcome = max(mark, verdict)
    if record.dropped[giver] or mark == MARK_SETTLED:
        return
    if outcome == MARK_TAKEN:
        record.reward_steps += 1
        mark_build(record, build, MARK_SETTLED)
    elif outcome == MARK_REFUSED and not waits_for_answer(record, build):
        gain_power(record, giver, 1)
        mark_build(record, build, MARK_SETTLED)
    else:
        mark_build(record, build, outcome)


@kernel
def waits_for_answer(record: Record, build: int) -> bool:
    """Whether an opponent who could still take power of a build has not answered."""
    for place in range(int(record.offers)):
        if int(record.offer_build[place]) == build and power_room(record, int(record.offer_to[place])) > 0:
            return True
    return False


@kernel
def mark_build(record: Record, build: int, mark: int) -> None:
    """Note on the open offers of a build what became of the others."""
    for place in range(int(record.offers)):
        if int(record.offer_build[place]) == build:
            record.offer_mark[place] = mark


@kernel
def refuse_all(record: Record, player: int) -> None:
    """Who acts, passes or leaves refuses what is still open to him."""
    index = 0
    while index < int(record.offers):
        if int(record.offer_to[index]) == player:
            answer(record, index, False)
        else:
            index += 1


@kernel
def reward_seat(record: Record) -> int:
    """The seat that has cult steps to take for power that was taken."""
    for player in range(int(record.players)):
        if int(STEP_FOR_TAKEN_POWER[faction_of(record, player)]):
            return player
    return NOBODY
