"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table of the first version."""
    op.create_table(
        "settings",
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_settings"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("language", sa.String(8), nullable=False, server_default=""),
        sa.Column("login", sa.String(40)),
        sa.Column("password", sa.Text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("login", name="uq_players_login"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tokens"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_tokens_player", ondelete="CASCADE"),
    )
    op.create_index("ix_tokens_player", "tokens", ["player"])
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(["owner"], ["players.id"], name="fk_tables_owner", ondelete="SET NULL"),
    )
    op.create_index("ix_tables_status", "tables", ["status"])
    op.create_index("ix_tables_changed", "tables", ["changed"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("bot", sa.String(40), nullable=False, server_default=""),
        sa.Column("token_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_seats_player", ondelete="SET NULL"),
        sa.UniqueConstraint("token_hash", name="uq_seats_token_hash"),
    )
    op.create_index("ix_seats_player", "seats", ["player"])
    op.create_table(
        "events",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.JSON, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("player", sa.String(32)),
        sa.Column("client_id", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "sequence", name="pk_events"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_events_table", ondelete="CASCADE"),
        sa.UniqueConstraint("table", "client_id", name="uq_events_table_client_id"),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False, autoincrement=True),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("player", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_chat_table", ondelete="CASCADE"),
    )
    op.create_index("ix_chat_table", "chat", ["table"])
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_snapshots_table", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Nothing is left."""
    for table in ("snapshots", "chat", "events", "seats", "tables", "tokens", "players", "settings"):
        op.drop_table(table)
