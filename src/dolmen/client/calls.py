"""Every request that the clients make: what is sent, what comes back, and whether it may be sent twice."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter, ValidationError

from dolmen.core.arguments import shown
from dolmen.core.errors import InvalidSetup
from dolmen.wire.base import Sent
from dolmen.wire.events import Turn, UndoAsked
from dolmen.wire.invitations import InvitationView, NewChallenge, NewInvitation, PlayerName
from dolmen.wire.tables import (
    ChatLine,
    Decision,
    GameView,
    Made,
    NewGuest,
    NewTable,
    OpenTable,
    OwnTurn,
    PlayMade,
    Resigning,
    TableView,
    Token,
    Undo,
    UndoAnswer,
)

Answer = TypeVar("Answer")
Body = TypeVar("Body", bound=Sent)


@dataclass(frozen=True)
class Call(Generic[Answer]):
    """One request."""

    method: str
    path: str
    read: Callable[[bytes], Answer]
    body: Sent | None = None
    query: Mapping[str, str | int] = field(default_factory=dict)
    repeatable: bool = True
    """Whether it does the same sent twice as sent once: only then it is sent again after a lost connection."""

    @property
    def json(self) -> Any:
        """What is sent."""
        return self.body and self.body.model_dump(mode="json", exclude_none=True)


def _one(kind: Any) -> Callable[[bytes], Any]:
    return TypeAdapter(kind).validate_json


def _nothing(_body: bytes) -> None:
    return None


def body_of(kind: type[Body], **fields: Any) -> Body:
    """What is sent, checked as the server checks it. Raises InvalidSetup, which names the part that is wrong."""
    try:
        return kind(**fields)
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise InvalidSetup(f"this cannot be sent: {f'{where!r}: ' if where else ''}{fault['msg']}") from None


def listed(what: str, given: Iterable[Any]) -> list[Any]:
    """Several things; a text alone would be taken for its letters."""
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise InvalidSetup(f"{what} are a list, not {shown(given)}")
    return list(given)


def options_of(given: Mapping[str, str] | None) -> dict[str, str]:
    """The options of a table."""
    if given is not None and not isinstance(given, Mapping):
        raise InvalidSetup(f"options are a dict of names and values, not {shown(given)}")
    return dict(given or {})


def _at(place: str, name: str, rest: str = "") -> str:
    """The address of one thing, by its id, which may be anything that somebody typed."""
    if not isinstance(name, str):
        raise InvalidSetup(f"an id is a text, not {shown(name)}")
    return f"/{place}/{quote(name, safe='', errors='replace')}{rest}"


def _asked(turn: Turn) -> Turn:
    if not isinstance(turn, Turn):
        raise InvalidSetup(f"what is answered is a Turn, as events tell it, not {shown(turn)}")
    return turn


def _query(**named: str | int | None) -> dict[str, str | int]:
    return {name: value for name, value in named.items() if value not in (None, "")}


TABLE: Callable[[bytes], TableView] = _one(TableView)
MADE: Callable[[bytes], Made] = _one(Made)


def new_guest(name: str) -> Call[Token]:
    """A token."""
    return Call("POST", "/guests", _one(Token), body_of(NewGuest, name=name), repeatable=False)


def games() -> Call[list[str]]:
    """The keys of games."""
    return Call("GET", "/games", _one(list[str]))


def me() -> Call[PlayerName]:
    """The own account."""
    return Call("GET", "/me", _one(PlayerName))


def mark_as_bot() -> Call[None]:
    """The account is a program's."""
    return Call("POST", "/me/bot", _nothing)


# ---------------------------------------------------------------------------------------------------- tables


def new_table(
    game: str, seats: Sequence[str], options: Mapping[str, str] | None, clock: int, bank: int
) -> Call[TableView]:
    """A new table."""
    body = body_of(
        NewTable, game=game, seats=listed("seats", seats), options=options_of(options), clock=clock, bank=bank
    )
    return Call("POST", "/tables", TABLE, body, repeatable=False)


def tables() -> Call[list[str]]:
    """The own tables."""
    return Call("GET", "/tables", _one(list[str]))


def open_tables() -> Call[list[OpenTable]]:
    """Those with an open seat."""
    return Call("GET", "/open-tables", _one(list[OpenTable]))


def table(table_id: str, seat: int | None) -> Call[TableView]:
    """One table."""
    return Call("GET", _at("tables", table_id), TABLE, query=_query(seat=seat))


def join(table_id: str, seat: int | None, token: str) -> Call[TableView]:
    """Sit down."""
    return Call("POST", _at("tables", table_id, "/join"), TABLE, query=_query(seat=seat, token=token))


def game(table_id: str, seat: int | None) -> Call[GameView]:
    """The game so far."""
    return Call("GET", _at("tables", table_id, "/game"), _one(GameView), query=_query(seat=seat))


def file(table_id: str) -> Call[str]:
    """A finished game."""
    return Call("GET", _at("tables", table_id, "/file"), bytes.decode)


def say(table_id: str, text: str) -> Call[None]:
    """A line of chat."""
    return Call("POST", _at("tables", table_id, "/chat"), _nothing, body_of(ChatLine, text=text), repeatable=False)


# ---------------------------------------------------------------------------------------------------- turns


def _own_id(client_id: str | None) -> str:
    """What a move is called wherever it is sent again."""
    return client_id or uuid.uuid4().hex


def play(turn: Turn, line: str, client_id: str | None) -> Call[Made]:
    """Answer a question with a play."""
    asked = _asked(turn)
    body = body_of(PlayMade, sequence=asked.sequence, play=line, seat=asked.seat, client_id=_own_id(client_id))
    return Call("POST", _at("tables", turn.table, "/plays"), MADE, body)


def move(turn: Turn, actions: Sequence[int | str], client_id: str | None, *, hold: bool) -> Call[Made]:
    """Answer a question with decisions."""
    asked = _asked(turn)
    decided = body_of(
        Decision,
        sequence=asked.sequence,
        actions=listed("actions", actions),
        seat=asked.seat,
        client_id=_own_id(client_id),
        hold=hold,
    )
    return Call("POST", _at("tables", turn.table, "/moves"), MADE, decided)


def confirm(table_id: str, sequence: int, seat: int | None) -> Call[Made]:
    """End a turn that is held."""
    body = body_of(OwnTurn, sequence=sequence, seat=seat)
    return Call("POST", _at("tables", table_id, "/confirm"), MADE, body)


def ask_undo(table_id: str, sequence: int, seat: int | None) -> Call[None]:
    """Ask to take back."""
    body = body_of(Undo, sequence=sequence, seat=seat)
    return Call("POST", _at("tables", table_id, "/undo"), _nothing, body, repeatable=False)


def answer_undo(asked: UndoAsked, *, agree: bool) -> Call[None]:
    """Let another one take back, or not."""
    if not isinstance(asked, UndoAsked):
        raise InvalidSetup(f"what is answered is an UndoAsked, as events tell it, not {shown(asked)}")
    body = body_of(UndoAnswer, sequence=asked.sequence, seat=asked.seat, agree=agree)
    return Call("POST", _at("tables", asked.table, "/undo/answer"), _nothing, body, repeatable=False)


def resign(table_id: str, seat: int | None) -> Call[None]:
    """Give up."""
    return Call("POST", _at("tables", table_id, "/resign"), _nothing, body_of(Resigning, seat=seat), repeatable=False)


def leave(table_id: str) -> Call[None]:
    """Get up before the game."""
    return Call("POST", _at("tables", table_id, "/leave"), _nothing, repeatable=False)


def delete_table(table_id: str) -> Call[None]:
    """A table goes before its game."""
    return Call("DELETE", _at("tables", table_id), _nothing, repeatable=False)


def rematch(table_id: str) -> Call[TableView]:
    """The same players again."""
    return Call("POST", _at("tables", table_id, "/rematch"), TABLE)


# ---------------------------------------------------------------------------------------------------- invitations


def challenge(
    game: str,
    players: Sequence[str],
    bots: Sequence[str],
    options: Mapping[str, str] | None,
    clock: int,
    *,
    first: bool,
) -> Call[list[InvitationView]]:
    """A game against accounts."""
    new = body_of(
        NewChallenge,
        game=game,
        players=listed("players", players),
        bots=listed("bots", bots),
        options=options_of(options),
        clock=clock,
        first=first,
    )
    return Call("POST", "/challenges", _one(list[InvitationView]), new, repeatable=False)


def invite(table_id: str, player: str) -> Call[InvitationView]:
    """A seat for an account."""
    body = body_of(NewInvitation, player=player)
    return Call("POST", _at("tables", table_id, "/invitations"), _one(InvitationView), body, repeatable=False)


def invitations() -> Call[list[InvitationView]]:
    """Open ones."""
    return Call("GET", "/invitations", _one(list[InvitationView]))


def accept(invitation_id: str) -> Call[TableView]:
    """Yes."""
    return Call("POST", _at("invitations", invitation_id, "/accept"), TABLE)


def decline(invitation_id: str) -> Call[None]:
    """No."""
    return Call("POST", _at("invitations", invitation_id, "/decline"), _nothing)


def withdraw(invitation_id: str) -> Call[None]:
    """No longer."""
    return Call("DELETE", _at("invitations", invitation_id), _nothing)
