"""What players try out at their tables, and the turn that they have planned: for themselves alone."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Two tables, both empty."""
    op.create_table(
        "plans",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("root", sa.String(16), nullable=False),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("at", sa.Integer, nullable=False),
        sa.Column("others", sa.String(8), nullable=False),
        sa.Column("expected", sa.Float),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_plans_player", "plans", ["player"])
    op.create_table(
        "planned_moves",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("rule", sa.String(40), nullable=False),
        sa.Column("promise", sa.JSON),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_planned_moves_player", "planned_moves", ["player"])


def downgrade() -> None:
    """Nothing is planned any more."""
    op.drop_table("planned_moves")
    op.drop_table("plans")
