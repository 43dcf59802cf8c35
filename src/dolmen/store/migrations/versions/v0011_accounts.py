"""Accounts of programs, and invitations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Everybody who is known already is a person; nobody is invited."""
    op.add_column("players", sa.Column("bot_account", sa.Boolean, nullable=False, server_default=sa.false()))
    person = sa.ForeignKey("players.id", ondelete="CASCADE")
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("sender", sa.String(32), person, nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    for column in ("sender", "player", "table"):
        op.create_index(f"ix_invitations_{column}", "invitations", [column])


def downgrade() -> None:
    """Programs are people again, and nobody is invited."""
    op.drop_table("invitations")
    op.drop_column("players", "bot_account")
