"""Finished games as statistics count them, who played them, and ratings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Three tables, all empty: a server enters the games of finished tables when it starts."""
    op.create_table(
        "played_games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL")),
        sa.Column("played", sa.String(32), nullable=False),
        sa.Column("file", sa.String(32)),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("points", sa.JSON, nullable=False),
        sa.Column("won", sa.JSON, nullable=False),
        sa.Column("count", sa.JSON, nullable=False),
    )
    for column in ("table", "played", "file"):
        op.create_index(f"ix_played_games_{column}", "played_games", [column])
    op.create_index("ix_played_games_game", "played_games", ["game", "source", "players"])
    op.create_table(
        "played_seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("played_games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("bot", sa.String(40), nullable=False, server_default=""),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("mu_before", sa.Float),
        sa.Column("mu", sa.Float),
        sa.Column("sigma", sa.Float),
    )
    op.create_index("ix_played_seats_player", "played_seats", ["player"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_ratings_player", "ratings", ["player"])


def downgrade() -> None:
    """Nothing is counted any more."""
    op.drop_table("ratings")
    op.drop_table("played_seats")
    op.drop_table("played_games")
