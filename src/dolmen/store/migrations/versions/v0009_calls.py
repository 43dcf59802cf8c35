"""How people are called: channels, wishes, the outbox, and who looks at a table at which server."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Four tables, all empty: nobody is called who has not asked for it."""
    op.create_table(
        "call_channels",
        sa.Column("id", sa.String(16), primary_key=True),
        _player(nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("keys", sa.JSON, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("why", sa.String(20), nullable=False, server_default=""),
        sa.Column("given_up", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.UniqueConstraint("player", "kind", "address", name="uq_call_channels_player_kind_address"),
    )
    op.create_index("ix_call_channels_player", "call_channels", ["player"])
    op.create_table("call_wishes", _player(primary_key=True), sa.Column("kinds", sa.JSON, nullable=False))
    op.create_table(
        "calls",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("channel", sa.String(16), sa.ForeignKey("call_channels.id", ondelete="CASCADE"), nullable=False),
        _player(nullable=False),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE")),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("letter", sa.String(16)),
        sa.UniqueConstraint("channel", "table", "kind", "key", name="uq_calls_channel_table_kind_key"),
    )
    for column in ("player", "table"):
        op.create_index(f"ix_calls_{column}", "calls", [column])
    op.create_index("ix_calls_due", "calls", ["status", "due"])
    op.create_table(
        "lookers",
        sa.Column("server", sa.String(16), primary_key=True),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        _player(primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_lookers_player", "lookers", ["player"])


def _player(**more: Any) -> sa.Column[str]:
    return sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), **more)


def downgrade() -> None:
    """Nobody is called any more, and no address is kept."""
    for table in ("lookers", "calls", "call_wishes", "call_channels"):
        op.drop_table(table)
