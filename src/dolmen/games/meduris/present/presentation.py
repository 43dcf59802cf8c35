"""What is said and shown of Meduris: see `dolmen.contract.presentation` for the contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Fact,
    Forecast,
    Hint,
    OptionField,
    Outline,
    Overview,
    Panel,
    Passage,
    PlacingField,
    Preview,
    Prompt,
    Rule,
    Section,
    ShownFact,
    Source,
    Way,
)
from dolmen.contract.drawing import Drawing
from dolmen.contract.game import Game, Records, State
from dolmen.contract.presentation import Presentation
from dolmen.core.record_view import reading
from dolmen.core.words import Words
from dolmen.games.meduris.present import pictures, setup_form, svg
from dolmen.games.meduris.present.artwork import STYLE, SYMBOLS
from dolmen.games.meduris.present.board_text import board_text
from dolmen.games.meduris.present.drawing import ring
from dolmen.games.meduris.present.facts import fact, fact_kind
from dolmen.games.meduris.present.forecast import forecast
from dolmen.games.meduris.present.goods import buildings_left, goods
from dolmen.games.meduris.present.guess import guess
from dolmen.games.meduris.present.guide import hint
from dolmen.games.meduris.present.log import log
from dolmen.games.meduris.present.overview import overview
from dolmen.games.meduris.present.points import points_by_source, source_named
from dolmen.games.meduris.present.preview import preview
from dolmen.games.meduris.present.prompt import PromptBuilder, faces
from dolmen.games.meduris.present.reasons import reason
from dolmen.games.meduris.present.refusal import refusal
from dolmen.games.meduris.present.rulebook import rules
from dolmen.games.meduris.present.score_sections import score_history, score_sections
from dolmen.games.meduris.present.vocabulary import amounts, area
from dolmen.games.meduris.rules.actions import OFFER_NONE, TAKE_NONE
from dolmen.games.meduris.rules.game import Meduris
from dolmen.games.meduris.rules.materials import AREAS, HUTS, TEMPLES
from dolmen.games.meduris.rules.position import position
from dolmen.games.meduris.rules.record import NOT_YET, Phase


class MedurisPresentation(Presentation):
    """Meduris as people meet it."""

    view_box = svg.VIEW_BOX
    style = STYLE
    symbol_file = SYMBOLS

    def colours(self, players: int) -> tuple[str, ...]:
        """Purple, blue, green, red."""
        return svg.SEATS[:players]

    def summary(self, words: Words) -> str:
        """The game in one sentence."""
        return words.gettext("Huts around a mountain, a druid who asks for gifts. Two to four players.")

    def scene(self) -> str:
        """The mountain with huts and temples at its foot."""
        return pictures.scene()

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """Colours; open or hidden stocks."""
        return setup_form.option_fields(words)

    def placings(self, words: Words) -> tuple[PlacingField, ...]:
        """Bonus chips by hand."""
        return setup_form.placing_fields(words)

    def seat_colours(self, state: State, options: Mapping[str, str]) -> tuple[str, ...]:
        """The colours that the players chose, or the first ones."""
        return setup_form.colours_of_seats(options, state.game.players)

    def hidden(self, options: Mapping[str, str]) -> bool:
        """Whether stocks are hidden."""
        return options.get("stocks") != "open"

    def guess(self, records: Records, seat: int) -> Records:
        """The others' stocks, shared out evenly."""
        return guess(records, seat)

    # ------------------------------------------------------------------------------------------------ pictures

    def ground(self, game: Game, words: Words) -> str:
        """The board."""
        assert isinstance(game, Meduris)
        return pictures.ground(game.board, words.language)

    def pieces(self, state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
        """The pieces, each worker under the name that it had from the beginning."""
        return pictures.pieces(state, changed, colours)

    def picture(self, state: State) -> str:
        """The board."""
        return svg.document(state.record)

    def drawings(self, state: State, seat: int | None, words: Words) -> tuple[Drawing, ...]:
        """The ring: what is hidden is not on it."""
        return (ring(state.record, words),)

    def changed(self, state: State, since: int) -> frozenset[str]:
        """What was built or moved, and who took which stone."""
        return pictures.changed(state, since)

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None, colours: Sequence[str]) -> str:
        """The places of the choices that have one."""
        places = pictures.places(choices)
        return svg.lit(places, chosen, record=state.record, colours=colours) if places else ""

    def outline(self, state: State, place: str) -> Outline | None:
        """Fields and high plains."""
        return svg.outline_of(reading(state.record), place)

    # ------------------------------------------------------------------------------------------------ the question

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """One small question."""
        return PromptBuilder(state, names, words).prompt()

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the seat that decides is doing."""
        _ = words.gettext
        name = {"name": names[state.current_player]}
        return {
            Phase.PLACE: _("%(name)s places a worker."),
            Phase.TAKE: _("%(name)s may take a chip."),
            Phase.GIVE: _("%(name)s returns a chip."),
            Phase.ACT: _("%(name)s moves a worker, builds a hut or builds a temple."),
            Phase.PAY: _("%(name)s pays."),
            Phase.OFFER: _("The druid asks %(name)s for an offering."),
        }[Phase(state.number("phase"))] % name

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """Apply the way to a copy and tell the difference."""
        return preview(state, way, names, words)

    def declining(self, state: State) -> int | None:
        """No chip from the mountain, nothing for the druid."""
        return {Phase.TAKE: TAKE_NONE, Phase.OFFER: OFFER_NONE}.get(Phase(state.number("phase")))

    def outcomes(self, state: State, words: Words) -> tuple[Choice, ...]:
        """The faces of the die."""
        return faces(state, words)

    def refusal(self, state: State, place: str, words: Words) -> Fact:
        """Why nothing can be done at a place."""
        return refusal(state, place, words)

    # ------------------------------------------------------------------------------------------------ what is seen

    def panels(
        self, state: State, seat: int | None, words: Words, *, colours: Sequence[str], is_open: bool
    ) -> tuple[Panel, ...]:
        """Only the own stock, unless stocks are open or the game is over."""
        record = reading(state.record)
        _ = words.gettext
        return tuple(
            Panel(
                seat=player,
                colour=colours[player],
                points=int(record.points[player]),
                stock=amounts(words, record.stock[player], zeros=True)
                if is_open or player == seat or state.is_terminal()
                else None,
                pieces=buildings_left(record, player, words),
                stones=tuple(
                    Fact(f"rune-{name}", area(words, name))
                    for number, name in enumerate(AREAS)
                    if record.rune_holder[number] == player
                ),
                hidden=Fact("screen", _("hidden")),
                stone_symbol="rune-stone",
            )
            for player in range(state.game.players)
        )

    def goods(self, state: State, seat: int, words: Words) -> tuple[Amount, ...]:
        """Materials, huts, temples."""
        return goods(state.record, seat, words)

    def overview(self, state: State, words: Words) -> Overview | None:
        """What the plains would bring, and what was built."""
        return overview(state, words)

    def forecast(self, state: State, seat: int | None, words: Words) -> Forecast | None:
        """The final circuit, temples and rune stones, once somebody has built."""
        return forecast(state, seat, words)

    def progress_text(self, state: State, words: Words) -> str:
        """The turn."""
        _ = words.gettext
        if state.is_terminal():
            return _("finished")
        if state.number("circuit_left") != NOT_YET:
            return _("final circuit")
        if state.number("phase") == Phase.PLACE:
            return _("before starting")
        return _("turn %(turn)s") % {"turn": state.turn}

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position without what is hidden from that seat."""
        facts = position(state.record, first=0)
        if not (is_open or state.is_terminal()):
            facts["stocks"] = [stock if player == seat else None for player, stock in enumerate(facts["stocks"])]
            if seat != state.current_player:
                facts["payment"] = None
        return facts

    # ------------------------------------------------------------------------------------------------ afterwards

    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """The log."""
        return log(state, first, names, words)

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Points by source."""
        named = ((source_named(source, words), by_seat) for source, by_seat in points_by_source(state).items())
        return tuple(Source(shown.symbol, shown.text, tuple(by_seat)) for shown, by_seat in named)

    def fact_kind(self, kind: str, words: Words) -> str:
        """What statistics count."""
        return fact_kind(kind, words)

    def fact(self, kind: str, value: str, words: Words) -> ShownFact:
        """A number of pieces, or whether somebody called the end."""
        return fact(kind, value, words)

    def point_source(self, source: str, words: Words) -> Fact:
        """A source of points."""
        return source_named(source, words)

    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """The points after each turn, and at the end."""
        return [*score_history(state), state.scores()]

    def score_sections(self, state: State, words: Words) -> tuple[Section, ...]:
        """Turn by turn, then the final circuit, temples and rune stones."""
        return score_sections(state, words)

    def achievement(self, state: State, seat: int, words: Words) -> str:
        """Huts and temples built."""
        _, several = words.gettext, words.ngettext
        players = state.game.players
        huts = HUTS[players] - int(state.record.huts[seat])
        temples = TEMPLES[players] - int(state.record.temples[seat])
        return _("%(huts)s, %(temples)s") % {
            "huts": several("%(number)s hut", "%(number)s huts", huts) % {"number": huts},
            "temples": several("%(number)s temple", "%(number)s temples", temples) % {"number": temples},
        }

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The rules in our own words."""
        return rules(words)

    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The board as text."""
        return board_text(state, seat, names, words, is_open=is_open)

    def hint(self, state: State, seat: int, words: Words) -> Hint | None:
        """What a newcomer wants to know now."""
        return hint(state, seat, words)

    def reason(self, feature: str, words: Words, *, more: bool) -> str:
        """Why a bot likes a play."""
        return reason(feature, words, more=more)


PRESENTATION = MedurisPresentation()
