"""Reviews of finished games: asked for once a table, looked through by one server, and kept.

Whoever works on a review says which one it means by when that was asked for: it may have been stopped, and asked for
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from dolmen.store import schema, statements
from dolmen.store.database import Database
from dolmen.store.rows import KeptReview

_REVIEWS = schema.reviews
_PROGRESS = [column for column in _REVIEWS.columns if column.name != "result"]


class KeptReviews(Database):
    """The commands on reviews."""

    def ask_review(self, table_id: str, player_id: str | None, at: int) -> KeptReview:
        """Ask for the review of a table, unless that was done before; one that failed is tried again. Raises Gone."""
        fresh = {"player": player_id, "status": "asked", "asked": at, "done": 0, "total": 0, "why": "", "result": None}
        with self._writing() as connection:
            insert = statements.insert_into(connection.dialect.name, _REVIEWS).values(table=table_id, **fresh)
            failed = _REVIEWS.c.status == "failed"
            connection.execute(insert.on_conflict_do_update(index_elements=["table"], set_=fresh, where=failed))
        found = self.review(table_id)
        return found or KeptReview(table_id, player_id, "asked", at)  # (somebody has stopped it at once)

    def review(self, table_id: str) -> KeptReview | None:
        """The review of a table, as far as it is."""
        with self._reading() as connection:
            row = connection.execute(sa.select(_REVIEWS).where(_REVIEWS.c.table == table_id)).first()
        return KeptReview(**row._mapping) if row else None

    def reviews_asked(self) -> list[KeptReview]:
        """Those that wait to be done, or are being done, the oldest first."""
        query = sa.select(*_PROGRESS).where(_REVIEWS.c.status == "asked").order_by(_REVIEWS.c.asked, _REVIEWS.c.table)
        with self._reading() as connection:
            return [KeptReview(**row._mapping) for row in connection.execute(query)]

    def advance_review(self, table_id: str, asked: int, done: int, total: int) -> bool:
        """So many turns were looked at; False where the review was stopped."""
        return self._change(table_id, asked, {"done": done, "total": total})

    def finish_review(self, table_id: str, asked: int, result: Mapping[str, Any]) -> bool:
        """What was found; False where the review was stopped."""
        done = {"status": "done", "result": dict(result), "done": _REVIEWS.c.total}
        return self._change(table_id, asked, done)

    def fail_review(self, table_id: str, asked: int, why: str) -> bool:
        """It cannot be done, for a reason in a sentence."""
        return self._change(table_id, asked, {"status": "failed", "why": why})

    def _change(self, table_id: str, asked: int, values: Mapping[str, Any]) -> bool:
        meant = (_REVIEWS.c.table == table_id, _REVIEWS.c.asked == asked, _REVIEWS.c.status == "asked")
        with self._writing() as connection:
            return bool(connection.execute(_REVIEWS.update().where(*meant).values(**values)).rowcount)

    def stop_review(self, table_id: str) -> bool:
        """Forget a review that is not done; False where there is none."""
        open_one = (_REVIEWS.c.table == table_id, _REVIEWS.c.status != "done")
        with self._writing() as connection:
            return bool(connection.execute(_REVIEWS.delete().where(*open_one)).rowcount)
