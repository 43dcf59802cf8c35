"""A bank of time for tables, what of the chat somebody has seen, and holidays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_SEEN_SO_FAR = (
    'INSERT INTO looks (player, "table", chat) SELECT s.player, s."table", max(c.id) FROM seats s '
    'JOIN chat c ON c."table" = s."table" WHERE s.player IS NOT NULL GROUP BY s.player, s."table"'
)


def upgrade() -> None:
    """Older tables have no bank; what was said so far counts as seen by who sits there."""
    op.add_column("tables", sa.Column("bank", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "looks",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("chat", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "table", name="pk_looks"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_looks_player", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_looks_table", ondelete="CASCADE"),
    )
    op.create_index("ix_looks_table", "looks", ["table"])
    op.create_table(
        "holidays",
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "begins", name="pk_holidays"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_holidays_player", ondelete="CASCADE"),
    )
    op.execute(_SEEN_SO_FAR)


def downgrade() -> None:
    """Tables with a bank go on with what a turn may last."""
    op.drop_table("holidays")
    op.drop_table("looks")
    op.drop_column("tables", "bank")
