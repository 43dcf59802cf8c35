"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""

from __future__ import annotations

from dolmen.terra_mystica.actions import decode
from dolmen.terra_mystica.factions import NAMES
from dolmen.terra_mystica.record import NOBODY, Phase, Record

EXPECTED = {
    Phase.FACTION: "{player} choose a faction (rule: Tableros de facción)",
    Phase.DWELLING: "{player} place a first dwelling (rule: Ubicar las estructuras iniciales)",
    Phase.FIRST_BONUS: "{player} take a first bonus tile (rule: Escoger la loseta de bonificación inicial)",
    Phase.ACTION: "it is the turn of {player} (rule: Fase II, acciones)",
    Phase.OFFER: "{player} answer an offer of power (rule: Ganar puntos de poder mediante estructuras)",
    Phase.REWARD: "{player} take a cult step (rule: Apéndice VI, cultistas)",
    Phase.SPADE: "{player} use spades of the cult bonus (rule: Fase III, bonificación de culto)",
    Phase.OVER: "the game is over (rule: Fin de la partida)",
}


def name_of(record: Record, seat: int) -> str:
    """The faction of a seat, or its number before the choice."""
    faction = int(record.faction[seat])
    return NAMES[faction] if faction != NOBODY else f"player {seat + 1}"


def expected(record: Record) -> str:
    """What the rules ask for now."""
    seat = int(record.player)
    return EXPECTED[Phase(record.phase)].format(player=name_of(record, seat) if seat >= 0 else "nobody")


def refusal(record: Record, action: int) -> str:
    return f"'{decode(action)}' is not legal: {expected(record)}"
