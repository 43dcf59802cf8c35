"""Offers of power: asking, answering, the cultists' reward ('Ganar puntos de poder mediante estructuras').

Option `late-answers`: an answer may be put off, and offers lapse (rulings 1, 3, 24).
"""

from __future__ import annotations

from .facts import CULTS
from .goods import gain_power, power_room, score
from .table import Asking, Offer, Seat, Table

QUEUE = 16
"""Places for open offers."""
WRITTEN_AT_MOST = 12


def size_text(offer: Offer) -> int:
    """The size as the notation writes it."""
    return min(offer.size, WRITTEN_AT_MOST)


# ------------------------------------------------------------------------------------------------------------- asking


def begin_asking(table: Table, *, resumes: bool) -> None:
    """Start with the oldest offer; `resumes` where the turn goes on afterwards."""
    table.asking = Asking(resumes=resumes)


def start_again(table: Table) -> None:
    """After an answer everything is asked again, from the oldest offer on."""
    begin_asking(table, resumes=table.asking.resumes)


def next_question(table: Table) -> bool:
    """Ask the next one who has something to answer; False where nobody is left to ask."""
    asking = table.asking
    if asking.offer < len(table.offers):
        table.phase, table.player = "offer", table.offers[asking.offer].to
        return True
    cultists = table.seat_of("cultists")
    if table.reward_steps and cultists is not None and not asking.reward_put_off:
        table.phase, table.player = "reward", cultists.number
        return True
    if table.waiting_step is not None and not asking.step_put_off:
        table.phase, table.player = "reward", table.waiting_step
        return True
    return False


def legal_answers(table: Table) -> list[str]:
    """Take, decline, or with late answers put off."""
    offer = table.offers[table.asking.offer]
    taker, giver = table.seats[offer.to], table.seats[offer.giver].board.name
    found = [f"decline {size_text(offer)} from {giver}"]
    if (table.late_answers and not offer.lapsed) or (not table.late_answers and power_room(taker)):
        found.append(f"leech {size_text(offer)} from {giver}")
    if table.late_answers and not (table.asking.offer == 0 and _queue_is_full(table)):
        found.append("later")
    return found


def _queue_is_full(table: Table) -> bool:
    """Whether the next turn might not find room for its offers."""
    builds = 2 if table.seat_of("halflings") else 1  # their stronghold and a dwelling in one action
    return len(table.offers) > QUEUE - builds * (len(table.seats) - 1)


def legal_reward(table: Table) -> list[str]:
    """The cultists' step, or a step that waits."""
    found = [f"+{cult}" for cult in CULTS]
    return [*found, "later"] if table.late_answers else found


# ------------------------------------------------------------------------------------------------------------ answers


def put_off(table: Table) -> None:
    """`later`: go on to the next question."""
    asking = table.asking
    if table.phase == "offer":
        asking.offer += 1
    elif table.reward_steps and not asking.reward_put_off:
        asking.reward_put_off = True
    else:
        asking.step_put_off = True


def answer(table: Table, *, takes: bool) -> None:
    """Answer the offer asked for; older ones to the same player lapse, and asking starts again."""
    offer = table.offers.pop(table.asking.offer)
    for older in table.offers[: table.asking.offer]:
        if older.to == offer.to:
            older.lapsed = True
    start_again(table)
    settle(table, offer, takes=takes)


def settle(table: Table, offer: Offer, *, takes: bool) -> None:
    """The power and its price, and what the answer means for the cultists."""
    seat = table.seats[offer.to]
    room = power_room(seat)
    build = table.builds[offer.build]
    if takes:
        amount = min(offer.size, room, seat.points + 1)
        gain_power(seat, amount)
        score(seat, "leech", -max(amount - 1, 0))
    if room and takes:
        if not build.taken and not build.rewarded and _reward_of(table, offer) is not None:
            table.reward_steps += 1
        build.taken = True
    elif room:
        build.refused = True
    close(table, offer)


def close(table: Table, offer: Offer) -> None:
    """All who could have taken power of a build refused it: the cultists gain one power.

    Whoever has no room is no opponent for this rule (ruling 1), so his answer is not waited for.
    """
    build = table.builds[offer.build]
    builder = _reward_of(table, offer)
    undecided = any(other.build == offer.build and power_room(table.seats[other.to]) for other in table.offers)
    if builder is not None and build.refused and not build.taken and not build.rewarded and not undecided:
        build.rewarded = True
        gain_power(builder, 1)


def _reward_of(table: Table, offer: Offer) -> Seat | None:
    """The cultists, if they made the offer and still play."""
    builder = table.seats[offer.giver]
    return builder if builder.plays("cultists") and not builder.dropped else None


def decline_all_of(table: Table, seat: Seat) -> None:
    """Who begins an action declines what is open to him."""
    declined = [offer for offer in table.offers if offer.to == seat.number]
    table.offers = [offer for offer in table.offers if offer.to != seat.number]
    for offer in declined:
        settle(table, offer, takes=False)


def decline_everything(table: Table) -> None:
    """The end of the round declines what is open."""
    declined, table.offers = table.offers, []
    for offer in declined:
        settle(table, offer, takes=False)


def lapse(table: Table, seat: Seat) -> None:
    """A conversion: what is open to the player can no longer be taken."""
    for offer in table.offers:
        if offer.to == seat.number:
            offer.lapsed = True


def something_is_open(table: Table) -> bool:
    """Whether an offer or a step of the cultists is open; a step that waits is not."""
    return bool(table.offers) or table.reward_steps > 0
