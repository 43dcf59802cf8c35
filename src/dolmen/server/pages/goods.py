"""The bar of what the reader owns, always beside the question: what there is, and what there will be."""

from __future__ import annotations

from dolmen.contract.content import Amount, Preview
from dolmen.core.value import value


@value
class GoodLine:
    """One of the goods, before and after what is chosen."""

    now: Amount
    then: Amount

    @property
    def changes(self) -> bool:
        """Whether the choice costs or brings any of it."""
        return self.now != self.then

    @property
    def tone(self) -> str:
        """`more`, `less` or neither: an exchange within."""
        if self.now.number == self.then.number:
            return ""
        return "more" if self.then.number > self.now.number else "less"


def good_lines(goods: tuple[Amount, ...], preview: Preview | None) -> tuple[GoodLine, ...]:
    """The goods with what becomes of them; those that no preview tells of stay as they are."""
    then = preview.goods if preview and preview.goods else goods
    return tuple(map(GoodLine, goods, then))
