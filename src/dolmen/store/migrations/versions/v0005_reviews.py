"""Reviews: what was found in finished games, and how far those are that are being looked through."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One review a table."""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("total", sa.Integer, nullable=False, server_default="0"),
        sa.Column("why", sa.Text, nullable=False, server_default=""),
        sa.Column("result", sa.JSON),
        sa.PrimaryKeyConstraint("table", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_reviews_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_reviews_player", ondelete="SET NULL"),
    )
    op.create_index("ix_reviews_status", "reviews", ["status"])


def downgrade() -> None:
    """Without them: they can be computed again."""
    op.drop_index("ix_reviews_status", "reviews")
    op.drop_table("reviews")
