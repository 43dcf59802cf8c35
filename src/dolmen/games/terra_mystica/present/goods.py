"""What a player of Terra Mystica chooses by: workers, coins, priests, power, shipping, digging."""

from __future__ import annotations

from dolmen.contract.content import Amount
from dolmen.core.record_view import reading
from dolmen.games.terra_mystica.present.purse import purse, spade_price
from dolmen.games.terra_mystica.present.vocabulary import GOODS, Vocabulary
from dolmen.games.terra_mystica.rules.record import NOBODY, Record


def goods(record: Record, seat: int, vocabulary: Vocabulary) -> tuple[Amount, ...]:
    """Nothing before there is a people. Power counts by what it took to gain it; a cheaper spade is the better one."""
    _ = vocabulary.words.gettext
    record = reading(record)
    if int(record.faction[seat]) == NOBODY:
        return ()
    owned = purse(record, seat)
    dig, good = spade_price(record, seat)
    digging = _("priests for a spade") if good == "priest" else _("workers for a spade")
    bowls = "/".join(map(str, record.bowls[seat].tolist()))
    return (
        *(vocabulary.amount(number, good) for number, good in zip(owned.goods, GOODS, strict=False)),
        Amount(owned.power, "power", _("power in bowls I, II and III"), bowls),
        Amount(owned.shipping, "ship", _("shipping")),
        Amount(-dig, "spade", digging, str(dig)),
    )
