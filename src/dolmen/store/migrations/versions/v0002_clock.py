"""A clock for tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Older tables have no clock."""
    op.add_column("tables", sa.Column("clock", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Tables with a clock go on without one."""
    op.drop_column("tables", "clock")
