"""Tokens of programs have a public id and a label, so that they can be listed and withdrawn; logins are folded more."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

from dolmen.store.logins import login_of

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tokens of programs that exist get an id; accounts are found however their name is typed."""
    op.add_column("tokens", sa.Column("id", sa.String(16)))
    op.add_column("tokens", sa.Column("label", sa.String(40), nullable=False, server_default=""))
    _name_tokens()
    op.create_index("ix_tokens_id", "tokens", ["id"], unique=True)
    _fold_logins()


def _name_tokens() -> None:
    tokens = sa.table("tokens", sa.column("hash"), sa.column("kind"), sa.column("id"))
    hashes = op.get_bind().scalars(sa.select(tokens.c.hash).where(tokens.c.kind == "api")).all()
    for kept in hashes:
        op.execute(tokens.update().where(tokens.c.hash == kept).values(id=secrets.token_hex(4)))


def _fold_logins() -> None:
    """As they are looked up now, unless another account has that name already."""
    players = sa.table("players", sa.column("id"), sa.column("login"))
    query = sa.select(players.c.id, players.c.login).where(players.c.login.is_not(None))
    logins = {row.login: row.id for row in op.get_bind().execute(query)}
    for login, player in list(logins.items()):
        folded = login_of(login)
        if folded not in logins and len(folded) <= 40:
            logins[folded] = player
            op.execute(players.update().where(players.c.id == player).values(login=folded))


def downgrade() -> None:
    """Tokens as before; logins stay folded, which is how they were mostly typed."""
    op.drop_index("ix_tokens_id", "tokens")
    op.drop_column("tokens", "label")
    op.drop_column("tokens", "id")
