"""Tournaments, who entered them, and the tables of their rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three tables, all empty."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("clock", sa.Integer, nullable=False),
        sa.Column("bank", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("groups", sa.Integer, nullable=False),
        sa.Column("advance", sa.Integer, nullable=False),
        sa.Column("finals", sa.Integer, nullable=False),
        sa.Column("final_rounds", sa.Integer, nullable=False),
        sa.Column("access", sa.String(8), nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first_rounds", sa.Integer, nullable=False),
        sa.Column("last_rounds", sa.Integer, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_index("ix_tournaments_owner", "tournaments", ["owner"])
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("bot", sa.String(40), nullable=False, server_default=""),
        sa.Column("entered", sa.BigInteger, nullable=False),
        sa.Column("group", sa.Integer),
        sa.Column("final", sa.Integer),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament", "player", name="uq_tournament_entrants_tournament_player"),
    )
    op.create_index("ix_tournament_entrants_player", "tournament_entrants", ["player"])
    op.create_table(
        "tournament_tables",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("group", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("made", sa.Boolean, nullable=False),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("places", sa.JSON(none_as_null=True)),
        sa.Column("points", sa.JSON(none_as_null=True)),
    )
    op.create_index("ix_tournament_tables_table", "tournament_tables", ["table"])


def downgrade() -> None:
    """Their tables stay, as tables like others."""
    op.drop_table("tournament_tables")
    op.drop_table("tournament_entrants")
    op.drop_table("tournaments")
