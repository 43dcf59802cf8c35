"""Summaries instead of snapshots: the bytes of positions were written with every decision and never read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What lists of tables say is kept; events tell the rest."""
    op.create_table(
        "summaries",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_summaries"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_summaries_table", ondelete="CASCADE"),
    )
    op.execute('INSERT INTO summaries ("table", summary) SELECT "table", summary FROM snapshots')
    op.drop_table("snapshots")
    _end_finished_tables()


def downgrade() -> None:
    """Snapshots without a position, which nobody ever read; statuses stay as they are."""
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_snapshots_table", ondelete="CASCADE"),
    )
    op.execute(
        'INSERT INTO snapshots ("table", sequence, record, summary) SELECT s."table", '
        '(SELECT coalesce(max(e.sequence), 0) FROM events e WHERE e."table" = s."table"), \'\', s.summary '
        "FROM summaries s"
    )
    op.drop_table("summaries")


def _end_finished_tables() -> None:
    """A server that stopped right after a game's last decision left its table 'playing'."""
    tables = sa.table("tables", sa.column("id"), sa.column("status"))
    summaries = sa.table("summaries", sa.column("table"), sa.column("summary", sa.JSON))
    playing = sa.select(tables.c.id, summaries.c.summary).where(tables.c.status == "playing")
    rows = op.get_bind().execute(playing.join_from(tables, summaries, tables.c.id == summaries.c.table)).all()
    for table_id, summary in rows:
        if summary.get("finished"):
            op.execute(tables.update().where(tables.c.id == table_id).values(status="finished"))
