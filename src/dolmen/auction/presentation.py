"""An auction as people meet it: the lots as cards, what is bid for each and by whom, over the board of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markupsafe import Markup

from dolmen.auction.game import HIGHEST_BID, MOST_NAMES, NOBODY, Auction, bid_id, lowest_bid, name_and_points, place_of
from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Fact,
    Gone,
    Grid,
    Lot,
    OptionField,
    Panel,
    Passage,
    Picture,
    PlacingField,
    Preview,
    Prompt,
    Rule,
    SideBoard,
    Source,
    TextLine,
    TileField,
    Way,
)
from dolmen.contract.game import Game, State
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words, filled
from dolmen.core.words import words as words_in

ENGLISH: Final = words_in("en")


class AuctionPresentation(Presentation):
    """The auction before one game, over the first position of that game."""

    turns_are_headed = False

    def __init__(self, inner: Presentation, opening: State) -> None:
        self.inner = inner
        self.opening = opening
        self.view_box = inner.view_box

    # ------------------------------------------------------------------------------------------------ as the game

    def summary(self, words: Words) -> str:
        """The game's."""
        return self.inner.summary(words)

    def scene(self) -> str:
        """The game's."""
        return self.inner.scene()

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """The game's."""
        return self.inner.options(words)

    def placings(self, words: Words) -> tuple[PlacingField, ...]:
        """The game's."""
        return self.inner.placings(words)

    def tile_fields(self, players: int, words: Words) -> tuple[TileField, ...]:
        """The game's."""
        return self.inner.tile_fields(players, words)

    def lot(self, name: str, words: Words) -> Lot:
        """The game's."""
        return self.inner.lot(name, words)

    def colours(self, players: int) -> tuple[str, ...]:
        """The game's."""
        return self.inner.colours(players)

    def ground(self, game: Game, words: Words) -> str:
        """The board of the game."""
        return self.inner.ground(self.opening.game, words)

    def pieces(self, state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
        """What lies on the board before the game."""
        return self.inner.pieces(self.opening, frozenset(), colours)

    def changed(self, state: State, since: int) -> frozenset[str]:
        """Nothing changes on the board."""
        return frozenset()

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None, colours: Sequence[str]) -> str:
        """Nothing is chosen on the board."""
        return ""

    def picture(self, state: State) -> str:
        """The board before the game."""
        return self.inner.picture(self.opening)

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The game's."""
        return self.inner.rules(words)

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """No points come of it."""
        return ()

    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """No points come of it."""
        return [state.scores()]

    # ------------------------------------------------------------------------------------------------ who holds what

    def seat_colours(self, state: State, options: Mapping[str, str]) -> tuple[str, ...]:
        """Who holds a lot has its colour."""
        colours = list(self.inner.seat_colours(self.opening, options))
        for name, holder, _bid in _rows(state):
            if holder != NOBODY:
                colours[holder] = self.lot(name, ENGLISH).colour or colours[holder]
        return tuple(colours)

    def panels(
        self, state: State, seat: int | None, words: Words, *, colours: Sequence[str], is_open: bool
    ) -> tuple[Panel, ...]:
        """What everybody holds."""
        held = {holder: (self.lot(name, words).label, bid) for name, holder, bid in _rows(state)}
        return tuple(
            Panel(
                player,
                colours[player],
                -held[player][1] if player in held else 0,
                (),
                (),
                (),
                title=held[player][0] if player in held else "",
                note="" if player in held else words.gettext("holds nothing"),
            )
            for player in range(state.game.players)
        )

    def boards(
        self,
        state: State,
        seat: int | None,
        choices: Sequence[Choice],
        chosen: int | None,
        names: Sequence[str],
        words: Words,
        preview: Preview | None = None,
    ) -> tuple[SideBoard, ...]:
        """The lots, and what lies beside the board of the game."""
        title = words.gettext("Auction")
        table = self._table(state, names, words)
        lots = SideBoard("auction", "below", title, table, short=title, symbol="i-people", css="card auction")
        beside = self.inner.boards(self.opening, None, (), None, names, words)
        return (*(board for board in beside if board.where != "below"), lots)

    def _table(self, state: State, names: Sequence[str], words: Words) -> Markup:
        """A row for each lot: its place, its name, who holds it, for how much."""
        _ = words.gettext
        head = (_("Order"), _("Lot"), _("Holder"), _("Bid"))
        cells = Markup("").join(Markup('<th scope="col">{}</th>').format(text) for text in head)
        rows = Markup("").join(
            Markup('<tr data-lot="{}"><td>{}</td><th scope="row">{}</th><td>{}</td><td>{}</td></tr>').format(
                name,
                place,
                self.lot(name, words).label,
                _("no bid yet") if holder == NOBODY else names[holder],
                "" if holder == NOBODY else bid,
            )
            for place, (name, holder, bid) in enumerate(_rows(state), start=1)
        )
        return Markup("<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(cells, rows)

    # ------------------------------------------------------------------------------------------------ the question

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """Which lot is named, or what is bid for which."""
        _ = words.gettext
        if not _is_named(state):
            return Prompt(
                _("Auction"),
                _("What do you name for the auction?"),
                "",
                self._namings(state, words),
                grid=self._names(state, words),
            )
        question = _("What do you bid for? The points are taken off your final score.")
        return Prompt(_("Auction"), question, "", self._bids(state, names, words), grid=self._lots(state, words))

    def _namings(self, state: State, words: Words) -> tuple[Choice, ...]:
        game = _auction(state)
        found = []
        for action in state.legal_actions():
            lot = self.lot(game.terms.names[action], words)
            deed = words.gettext("Name %(lot)s") % {"lot": lot.the}
            found.append(
                Choice(lot.label, lot.sentence, deed, ways=(Way((action,)),), picture=lot.picture, told=lot.told)
            )
        return tuple(found)

    def _names(self, state: State, words: Words) -> Grid:
        """All that there are; those of a family that is named already are gone."""
        game, legal = _auction(state), set(state.legal_actions())
        gone = tuple(
            Gone(place, lot.picture, lot.label, words.gettext("named already"))
            for place, name in enumerate(game.terms.names)
            if place not in legal and (lot := self.lot(name, words))
        )
        return Grid(7, gone, "name-grid", over_board=True)

    def _bids(self, state: State, names: Sequence[str], words: Words) -> tuple[Choice, ...]:
        """A card for each lot that can be bid for; on it, what is bid already."""
        return tuple(
            self._bid(state, place, name, names, words)
            for place, (name, _holder, _points) in enumerate(_rows(state))
            if lowest_bid(state.record, place) <= HIGHEST_BID
        )

    def _bid(self, state: State, place: int, name: str, names: Sequence[str], words: Words) -> Choice:
        _, lot = words.gettext, self.lot(name, words)
        least, number = lowest_bid(state.record, place), _auction(state).terms.names.index(name)
        ways = tuple(
            Way((bid_id(number, points),), pays=(_points(points, words),)) for points in range(least, HIGHEST_BID + 1)
        )
        standing = self._standing(state, place, names, words)
        picture = Picture(
            Markup('{}<span class="lot-standing"><b>{}</b> {}</span>').format(lot.picture.markup, place + 1, standing)
        )
        sentence = f"{lot.sentence}. {_('Place %(number)s') % {'number': place + 1}}, {standing}"
        deed = _("Bid for %(lot)s") % {"lot": lot.the}
        return Choice(lot.label, sentence, deed, ways=ways, picture=picture, told=lot.told)

    def _standing(self, state: State, place: int, names: Sequence[str], words: Words) -> str:
        """'no bid yet', or 'Ben: 3 points'."""
        _name, holder, bid = _rows(state)[place]
        if holder == NOBODY:
            return words.gettext("no bid yet")
        return f"{names[holder]}: {_points(bid, words).name}"

    def _lots(self, state: State, words: Words) -> Grid:
        """The lots in their order; one for which nobody may bid more is gone."""
        gone = tuple(
            Gone(place, lot.picture, lot.label, words.gettext("nobody bids more"))
            for place, (name, _holder, _bid) in enumerate(_rows(state))
            if lowest_bid(state.record, place) > HIGHEST_BID and (lot := self.lot(name, words))
        )
        return Grid(state.game.players, gone, "lot-grid", over_board=True)

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """Who names or bids."""
        _ = words.gettext
        text = _("%(name)s bids.") if _is_named(state) else _("%(name)s names what is auctioned.")
        return text % {"name": names[state.current_player]}

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """What is bid, which place it brings, and who is outbid."""
        _ = words.gettext
        action = way.actions[0]
        if action < MOST_NAMES:
            return Preview((), (), (), ())
        name, points = name_and_points(action)
        place = place_of(state.record, name)
        assert place is not None
        holder = int(state.record.holder[place])
        gets = (Fact("", _("place %(number)s in the order of turns") % {"number": place + 1}),)
        then = () if holder == NOBODY else (Fact("", _("%(name)s is outbid and bids again") % {"name": names[holder]}),)
        return Preview((_points(points, words),), (), gets, then)

    def ends_turn(self, action: int) -> bool:
        """A bid stands when it is made."""
        return True

    # ------------------------------------------------------------------------------------------------ what happened

    def progress_text(self, state: State, words: Words) -> str:
        """It is the auction."""
        return words.gettext("auction")

    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The lots, then the board of the game."""
        _ = words.gettext
        rows = tuple(
            TextLine("", f"{place + 1}. {self.lot(name, words).label}: {self._standing(state, place, names, words)}")
            for place, (name, _holder, _bid) in enumerate(_rows(state))
        )
        told = self.inner.board_text(self.opening, None, names, words, is_open=is_open)
        return (Passage(_("Auction"), rows), *told)

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The auction, and the position before the game."""
        return {**self.inner.view(self.opening, seat, is_open=is_open), **state.game.position(state.record, first=0)}

    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """A sentence for every naming and bid."""
        for number, action in enumerate(state.history[first:], start=first):
            seat = int(state.records_before(number)[0].player)
            yield Entry(number + 1, number, seat, seat, self._sentence(state, action, names[seat], words), rule="")

    def _sentence(self, state: State, action: int, name: str, words: Words) -> Markup:
        _, terms = words.gettext, _auction(state).terms
        if action < MOST_NAMES:
            lot = self.lot(terms.names[action], words)
            return filled(_("%(name)s names %(lot)s."), name=name, lot=lot.the)
        number, points = name_and_points(action)
        told = {"name": name, "lot": self.lot(terms.names[number], words).the, "points": _points(points, words).name}
        return filled(_("%(name)s bids %(points)s for %(lot)s."), **told)


def _auction(state: State) -> Auction:
    assert isinstance(state.game, Auction)
    return state.game


def _is_named(state: State) -> bool:
    return int(state.record.named) >= state.game.players


def _rows(state: State) -> list[tuple[str, int, int]]:
    """The lots so far: name, holder, bid."""
    names, record = _auction(state).terms.names, state.record
    return [
        (names[int(record.lots[place])], int(record.holder[place]), int(record.bid[place]))
        for place in range(int(record.named))
    ]


def _points(number: int, words: Words) -> Amount:
    text = words.ngettext("%(number)s point", "%(number)s points", number) % {"number": number}
    return Amount(number, "vp", text)
