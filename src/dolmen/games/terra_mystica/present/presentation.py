"""What is said and shown of Terra Mystica: see `dolmen.contract.presentation`. Nothing is hidden in this game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar

from markupsafe import Markup

from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Fact,
    Forecast,
    Hint,
    Lot,
    OptionField,
    Outline,
    Overview,
    Panel,
    Passage,
    Preview,
    Prompt,
    Rule,
    Section,
    ShownFact,
    SideBoard,
    Source,
    TileField,
    Way,
)
from dolmen.contract.drawing import Drawing
from dolmen.contract.game import Game, State
from dolmen.contract.presentation import Presentation
from dolmen.core.record_view import reading
from dolmen.core.words import Words
from dolmen.games.terra_mystica.present import auto_answers, pictures, setup_form, svg
from dolmen.games.terra_mystica.present.artwork import STYLE, SYMBOLS
from dolmen.games.terra_mystica.present.board_text import board_text
from dolmen.games.terra_mystica.present.briefs import Briefs
from dolmen.games.terra_mystica.present.drawing import draw_cults, draw_map, seat_style
from dolmen.games.terra_mystica.present.facts import fact, fact_kind
from dolmen.games.terra_mystica.present.forecast import forecast
from dolmen.games.terra_mystica.present.goods import goods
from dolmen.games.terra_mystica.present.guide import hint
from dolmen.games.terra_mystica.present.log import log
from dolmen.games.terra_mystica.present.overview import overview
from dolmen.games.terra_mystica.present.panels import panel
from dolmen.games.terra_mystica.present.preview import preview
from dolmen.games.terra_mystica.present.prompt import PromptBuilder
from dolmen.games.terra_mystica.present.reasons import reason
from dolmen.games.terra_mystica.present.refusal import refusal
from dolmen.games.terra_mystica.present.round_signs import round_signs
from dolmen.games.terra_mystica.present.rulebook import rules
from dolmen.games.terra_mystica.present.score_sections import score_sections
from dolmen.games.terra_mystica.present.topic import topic
from dolmen.games.terra_mystica.present.vocabulary import SOURCE_SYMBOLS, vocabulary_in
from dolmen.games.terra_mystica.rules.actions import DONE
from dolmen.games.terra_mystica.rules.deeds import tried
from dolmen.games.terra_mystica.rules.final import largest_area
from dolmen.games.terra_mystica.rules.record import ROUNDS, SOURCES, Phase

SEATS = ("forest", "desert", "lakes", "mountains", "plains")
"""Where a seat has no faction yet and its table is not known: on the first page."""


class TerraMysticaPresentation(Presentation):
    """Terra Mystica as people meet it."""

    view_box = svg.VIEW_BOX
    style = STYLE
    symbol_file = SYMBOLS
    has_place_names = True
    has_rounds = True
    turns_are_headed = False
    first_options: ClassVar[Mapping[str, str]] = {"setup": "introductory"}

    def colours(self, players: int) -> tuple[str, ...]:
        """Terrains, as a picture of seats; at a table see `seat_colours`."""
        return tuple(f"terrain:{name}" for name in SEATS[:players])

    def seat_colours(self, state: State, options: Mapping[str, str]) -> tuple[str, ...]:
        """The home terrain of each seat; the river before there is one."""
        record = reading(state.record)
        return tuple(f"terrain:{svg.terrain_of(record, seat) or 'river'}" for seat in range(state.game.players))

    def summary(self, words: Words) -> str:
        """The game in one sentence."""
        return words.gettext("Fourteen peoples reshape one land. Two to five players.")

    def scene(self) -> str:
        """A corner of the map."""
        return _scene()

    def options(self, words: Words) -> tuple[OptionField, ...]:
        """How factions are found, and the options of the game."""
        return setup_form.option_fields(words)

    def tile_fields(self, players: int, words: Words) -> tuple[TileField, ...]:
        """Scoring tiles, bonus tiles, factions."""
        return setup_form.tile_fields(players, words)

    def lot(self, name: str, words: Words) -> Lot:
        """A faction that is auctioned."""
        return setup_form.lot(name, words)

    # ------------------------------------------------------------------------------------------------ pictures

    def ground(self, game: Game, words: Words) -> str:
        """The printed map."""
        return pictures.ground(words.language)

    def pieces(self, state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
        """What stands on the map."""
        return svg.pieces(state.record, changed)

    def picture(self, state: State) -> str:
        """The map and the boards beside it."""
        return svg.document(state.record)

    def drawings(self, state: State, seat: int | None, words: Words) -> tuple[Drawing, ...]:
        """The map and the cult tracks."""
        return (draw_map(state.record, vocabulary_in(words)), draw_cults(state.record, vocabulary_in(words)))

    def seat_styles(self, state: State) -> tuple[str, ...]:
        """The colours of the factions."""
        return tuple(seat_style(state.record, seat) for seat in range(state.game.players))

    def changed(self, state: State, since: int) -> frozenset[str]:
        """What was built or transformed."""
        return pictures.changed(state.records_before(since)[0], state.record)

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None, colours: Sequence[str]) -> str:
        """The places of the choices that lie on the map."""
        places = pictures.places(choices)
        return svg.lit(places, chosen, record=state.record) if places else ""

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
        """Everything that lies beside the map."""
        return tuple(pictures.boards(state, seat, choices, chosen, names, words, preview))

    def seat_board(self, state: State, seat: int, names: Sequence[str], words: Words) -> SideBoard | None:
        """The faction board of a seat."""
        return pictures.seat_board(reading(state.record), seat, (), None, names, vocabulary_in(words))

    def seat_marks(self, state: State, seat: int) -> str:
        """Rings around its structures, and dots where it can build next."""
        return svg.seat_marks(state.record, seat)

    def outline(self, state: State, place: str) -> Outline | None:
        """Hexes and bridges."""
        return svg.outline_of(place)

    # ------------------------------------------------------------------------------------------------ the question

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """One small question."""
        return PromptBuilder(state, names, words).prompt()

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the seat that decides is doing."""
        _ = words.gettext
        record = reading(state.record)
        text = {
            "faction": _("%(name)s chooses a faction."),
            "dwelling": _("%(name)s place a first dwelling."),
            "first_bonus": _("%(name)s choose a bonus tile."),
            "offer": _("%(name)s are offered power."),
            "reward": _("%(name)s choose a cult in which they advance."),
            "cult_spade": _("%(name)s use spades of the cult bonus."),
            "town": _("%(name)s choose a town tile."),
            "favour": _("%(name)s choose a favour tile."),
            "bridge": _("%(name)s build a bridge."),
        }.get(topic(record), _("%(name)s choose their action."))
        return text % {"name": vocabulary_in(words).name(record, state.current_player, names).first}

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """Apply the way to a copy and tell the difference."""
        return preview(state, way, names, vocabulary_in(words))

    def refusal(self, state: State, place: str, words: Words) -> Fact:
        """Why nothing can be done at a place."""
        return refusal(state, place, vocabulary_in(words))

    def declining(self, state: State) -> int | None:
        """No power from a neighbour."""
        return auto_answers.declining(state)

    def auto_answer_fields(self, words: Words) -> tuple[OptionField, ...]:
        """Which offers of power are taken without a question."""
        return auto_answers.fields(words)

    def auto_answer(self, state: State, settled: Mapping[str, str]) -> int | None:
        """Take or decline an offer, where that is settled."""
        return auto_answers.auto_answer(state, settled)

    def end_after(self, state: State, way: Way) -> tuple[int, ...]:
        """'Done', once the action is made: who transforms a hex and says nothing of a dwelling does not build one."""
        after = tried(state.records, way.actions)
        assert after is not None, "a way is legal"
        record = reading(after[0])
        goes_on = record.player != state.current_player or record.phase != Phase.ACTION
        return () if goes_on or topic(record) not in ("end", "dwelling_too") else (DONE,)

    def ends_turn(self, action: int) -> bool:
        """Who says 'done' has confirmed his turn."""
        return action == DONE

    # ------------------------------------------------------------------------------------------------ what is seen

    def panels(
        self, state: State, seat: int | None, words: Words, *, colours: Sequence[str], is_open: bool
    ) -> tuple[Panel, ...]:
        """Everybody's goods, tracks and pieces left."""
        vocabulary, record = vocabulary_in(words), reading(state.record)
        return tuple(panel(record, player, colours[player], vocabulary) for player in range(state.game.players))

    def overview(self, state: State, words: Words) -> Overview | None:
        """Income, pieces, tracks, tiles and actions of all."""
        return overview(state.record, vocabulary_in(words))

    def forecast(self, state: State, seat: int | None, words: Words) -> Forecast | None:
        """Cults, area and goods, from the first round on."""
        return forecast(state, seat, vocabulary_in(words))

    def goods(self, state: State, seat: int, words: Words) -> tuple[Amount, ...]:
        """Workers, coins, priests, power, shipping, digging."""
        return goods(state.record, seat, vocabulary_in(words))

    def progress_text(self, state: State, words: Words) -> str:
        """The round."""
        _ = words.gettext
        if state.is_terminal():
            return _("finished")
        number = state.number("round_number")
        if not number:
            return _("before the first round")
        return _("round %(round)s of %(rounds)s") % {"round": number, "rounds": ROUNDS}

    def progress_signs(self, state: State, words: Words) -> tuple[Fact, ...]:
        """The round, what it scores, its cult bonus."""
        return round_signs(state.record)

    def view(self, state: State, seat: int | None, *, is_open: bool) -> dict[str, Any]:
        """The position: the same for everybody."""
        return state.game.position(state.record, first=0)

    # ------------------------------------------------------------------------------------------------ afterwards

    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """The log."""
        return log(state, first, names, words)

    def answers_brief(self, entries: Sequence[Entry], words: Words) -> Markup:
        """Who took power of the same people, and who declined."""
        return Briefs(vocabulary_in(words)).answers(entries)

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Points by source; those of nobody are left out."""
        vocabulary = vocabulary_in(words)
        points = state.record.points[: state.game.players]
        return tuple(
            Source(SOURCE_SYMBOLS[name], vocabulary.source(name), tuple(int(number) for number in points[:, place]))
            for place, name in enumerate(SOURCES)
            if points[:, place].any()
        )

    def fact_kind(self, kind: str, words: Words) -> str:
        """What statistics count."""
        return fact_kind(kind, words)

    def fact(self, kind: str, value: str, words: Words) -> ShownFact:
        """A people in its colour, or a tile."""
        return fact(kind, value, words)

    def point_source(self, source: str, words: Words) -> Fact:
        """A source of points."""
        return Fact(SOURCE_SYMBOLS[source], vocabulary_in(words).source(source))

    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """The points after each turn."""
        players = state.game.players
        found: list[tuple[int, ...]] = []
        turn = 0
        for place in range(len(state.history)):
            record = state.records_before(place)[0]
            if int(record.turn) != turn:
                turn = int(record.turn)
                found.append(tuple(int(number) for number in record.vp[:players]))
        return [*found, state.scores()]

    def score_sections(self, state: State, words: Words) -> tuple[Section, ...]:
        """Round by round, then cults, area and goods."""
        return score_sections(state, words)

    def round_of(self, game: Game, record: Any) -> int:
        """The round that is played."""
        return int(record.round_number)

    def achievement(self, state: State, seat: int, words: Words) -> str:
        """The faction, its towns and its area."""
        vocabulary = vocabulary_in(words)
        record = state.record
        towns = sum(int(number) for number in record.town_tiles[seat])
        parts = {
            "faction": vocabulary.title(record, seat, [""] * state.game.players),
            "towns": vocabulary.counted(towns, "town"),
            "area": vocabulary.counted(int(largest_area(record, seat)), "hex"),
        }
        return words.gettext("%(faction)s, %(towns)s, largest area %(area)s") % parts

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """The rules in our own words."""
        return rules(words)

    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """The map and the boards as text: the same for everybody."""
        return board_text(state, names, words)

    def hint(self, state: State, seat: int, words: Words) -> Hint | None:
        """What a newcomer wants to know now."""
        return hint(state, seat, words)

    def reason(self, feature: str, words: Words, *, more: bool) -> str:
        """Why a bot likes a play."""
        return reason(feature, words, more=more)


PRESENTATION = TerraMysticaPresentation()


@cache
def _scene() -> str:
    return (files("dolmen.games.terra_mystica.present") / "scene.svg").read_text(encoding="utf-8").partition("-->")[2]
