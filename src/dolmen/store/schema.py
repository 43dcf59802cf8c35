"""The tables of the database. Migrations in `migrations/versions` lead from any older state to this one."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("language", sa.String(8), nullable=False, server_default=""),
    sa.Column("login", sa.String(40), unique=True),
    sa.Column("password", sa.Text),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("bot_account", sa.Boolean, nullable=False, server_default=sa.false()),  # a program plays for itself
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),  # 'session' or 'api'
    sa.Column("id", sa.String(16), unique=True, index=True),  # what a program's token is called; it opens nothing
    sa.Column("label", sa.String(40), nullable=False, server_default=""),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
)

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("owner", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("status", sa.String(12), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False, index=True),
    sa.Column("clock", sa.Integer, nullable=False, server_default="0"),  # seconds a turn; 0: there is none
    sa.Column("bank", sa.Integer, nullable=False, server_default="0"),  # seconds of each seat for longer turns
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
    sa.Column("bot", sa.String(40), nullable=False, server_default=""),
    sa.Column("token_hash", sa.String(64), unique=True),
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("player", sa.String(32)),
    sa.Column("client_id", sa.String(64)),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("table", "client_id"),
)

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("player", sa.String(32)),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

looks = sa.Table(
    "looks",
    metadata,
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("chat", sa.BigInteger, nullable=False),  # the last line that the player has seen there
)

holidays = sa.Table(
    "holidays",
    metadata,
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("begins", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("ends", sa.BigInteger, nullable=False),
)

summaries = sa.Table(
    "summaries",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("summary", sa.JSON, nullable=False),  # what lists of tables say of the position
)

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),  # 'invitation' or 'challenge'
    sa.Column("status", sa.String(12), nullable=False),  # 'open', 'accepted', 'declined' or 'withdrawn'
    sa.Column("sender", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("clock", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL")),  # who asked for it
    sa.Column("status", sa.String(8), nullable=False, index=True),  # 'asked', 'done' or 'failed'
    sa.Column("asked", sa.BigInteger, nullable=False),  # when; tells one asking from another
    sa.Column("done", sa.Integer, nullable=False, server_default="0"),  # so many turns were looked at
    sa.Column("total", sa.Integer, nullable=False, server_default="0"),
    sa.Column("why", sa.Text, nullable=False, server_default=""),  # it failed
    sa.Column("result", sa.JSON(none_as_null=True)),
)

plans = sa.Table(
    "plans",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("base", sa.Integer, nullable=False),  # decisions of the table where it begins
    sa.Column("root", sa.String(16), nullable=False),  # what tells the position there from others
    sa.Column("steps", sa.JSON, nullable=False),
    sa.Column("at", sa.Integer, nullable=False),  # steps up to the one that is looked at
    sa.Column("others", sa.String(8), nullable=False),
    sa.Column("expected", sa.Float),  # points of the seat at the end of the game; null: nobody has thought about it
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

planned_moves = sa.Table(
    "planned_moves",
    metadata,
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("turn", sa.Integer, nullable=False),  # the turn in which it was planned: it is for a later one
    sa.Column("actions", sa.JSON, nullable=False),
    sa.Column("rule", sa.String(40), nullable=False),  # of the question that it answers
    sa.Column("promise", sa.JSON),  # what it was to cost and bring; null where nobody said
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

played_games = sa.Table(
    "played_games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # of a table's game, the table; of others, by what was played
    sa.Column("source", sa.String(8), nullable=False),  # 'table', 'log' or 'bots'
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    sa.Column("played", sa.String(32), nullable=False, index=True),  # the same for the same decisions
    sa.Column("file", sa.String(32), index=True),  # of the file that it was read from
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("points", sa.JSON, nullable=False),
    sa.Column("won", sa.JSON, nullable=False),  # each seat's share of the victory
    sa.Column("count", sa.JSON, nullable=False),  # what the game counts
    sa.Index("ix_played_games_game", "game", "source", "players"),
)

played_seats = sa.Table(
    "played_seats",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("played_games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
    sa.Column("bot", sa.String(40), nullable=False, server_default=""),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("left", sa.Boolean, nullable=False),  # a bot played for the person, or the person left the game
    sa.Column("mu_before", sa.Float),  # null where the seat was not rated
    sa.Column("mu", sa.Float),
    sa.Column("sigma", sa.Float),
)

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

call_channels = sa.Table(
    "call_channels",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),  # 'push', 'mail' or 'hook'
    sa.Column("address", sa.String(1000), nullable=False),
    sa.Column("keys", sa.JSON, nullable=False),  # of a browser, what its messages are encrypted with
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),  # 'asked' (to be confirmed), 'on', 'off' (ended from there)
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("sent", sa.BigInteger, nullable=False, server_default="0"),  # when something was handed over last
    sa.Column("why", sa.String(20), nullable=False, server_default=""),  # what went wrong last; empty: nothing
    sa.Column("given_up", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.UniqueConstraint("player", "kind", "address"),
)

call_wishes = sa.Table(
    "call_wishes",
    metadata,
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("kinds", sa.JSON, nullable=False),  # the occasions for which the player wants to be called
)

calls = sa.Table(
    "calls",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
    sa.Column("channel", sa.String(16), sa.ForeignKey("call_channels.id", ondelete="CASCADE"), nullable=False),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("key", sa.String(40), nullable=False),  # with the table and the kind, what it is about: told once
    sa.Column("at", sa.BigInteger, nullable=False),  # since when there is reason to call
    sa.Column("due", sa.BigInteger, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),  # 'waiting', 'handed', 'sent', 'moot' or 'failed'
    sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
    sa.Column("letter", sa.String(16)),  # what it was handed over with
    sa.UniqueConstraint("channel", "table", "kind", "key"),
    sa.Index("ix_calls_due", "status", "due"),
)

lookers = sa.Table(
    "lookers",
    metadata,
    sa.Column("server", sa.String(16), primary_key=True),
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("seats", sa.Integer, nullable=False),  # players a table
    sa.Column("options", sa.JSON, nullable=False),  # of its tables
    sa.Column("clock", sa.Integer, nullable=False),  # likewise
    sa.Column("bank", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # 'robin' or 'swiss'
    sa.Column("rounds", sa.Integer, nullable=False),  # as it was wished; 0: as many as suit
    sa.Column("groups", sa.Integer, nullable=False),
    sa.Column("advance", sa.Integer, nullable=False),  # so many of each group go on; 0: there are no finals
    sa.Column("finals", sa.Integer, nullable=False),
    sa.Column("final_rounds", sa.Integer, nullable=False),
    sa.Column("access", sa.String(8), nullable=False),  # 'open' or 'link'
    sa.Column("until", sa.BigInteger),  # one may enter; then it starts
    sa.Column("most", sa.Integer, nullable=False),  # so many may enter; then it starts; 0: it does not for that
    sa.Column("owner", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
    sa.Column("status", sa.String(12), nullable=False, index=True),  # 'open', 'playing', 'finished', 'called off'
    sa.Column("seed", sa.BigInteger, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),  # that is played; 0 before the first
    sa.Column("first_rounds", sa.Integer, nullable=False),  # of the groups, as it turned out
    sa.Column("last_rounds", sa.Integer, nullable=False),  # of the finals
    sa.Column("why", sa.Text, nullable=False),  # it was called off
    sa.Column("version", sa.Integer, nullable=False),  # rises with every change
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
)

tournament_entrants = sa.Table(
    "tournament_entrants",
    metadata,
    sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="SET NULL"), index=True),
    sa.Column("bot", sa.String(40), nullable=False, server_default=""),
    sa.Column("entered", sa.BigInteger, nullable=False),
    sa.Column("group", sa.Integer),
    sa.Column("final", sa.Integer),
    sa.Column("left", sa.Boolean, nullable=False),  # is not drawn any more
    sa.UniqueConstraint("tournament", "player"),
)

tournament_tables = sa.Table(
    "tournament_tables",
    metadata,
    sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("group", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # 'table', 'bye' or 'rest'
    sa.Column("entrants", sa.JSON, nullable=False),  # their numbers, in the order of the seats
    sa.Column("made", sa.Boolean, nullable=False),  # there is a table, or was one
    sa.Column("table", sa.String(24), sa.ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    sa.Column("places", sa.JSON(none_as_null=True)),  # null until it is over; empty where it counts for nobody
    sa.Column("points", sa.JSON(none_as_null=True)),
)
