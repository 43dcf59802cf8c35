"""What is said and shown of Pig: see `dolmen.contract.presentation` for the contract."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from dolmen.art import stand_alone
from dolmen.contract.content import (
    Amount,
    Choice,
    Entry,
    Fact,
    Panel,
    Passage,
    Preview,
    Prompt,
    Rule,
    Source,
    TextLine,
    Way,
)
from dolmen.contract.game import Game, State
from dolmen.contract.presentation import Presentation
from dolmen.core.words import Words, filled
from pig.present import board
from pig.rules.actions import HOLD, ROLL, ROLLED
from pig.rules.record import TARGET


class PigPresentation(Presentation):
    """Pig as people meet it. Nothing is hidden."""

    view_box = board.VIEW_BOX
    style = Path(__file__).with_name("style.css")
    symbol_file = Path(__file__).with_name("symbols.svg")

    # ------------------------------------------------------------------------------------------------ a new table

    def summary(self, words: Words) -> str:
        """The game in one sentence."""
        return words.gettext("Roll as often as you dare; a 1 takes it all. Two to six players.")

    def scene(self) -> str:
        """Dice and a pot."""
        return board.scene()

    def colours(self, players: int) -> tuple[str, ...]:
        """A colour and a shape for each seat."""
        return board.SEATS[:players]

    # ------------------------------------------------------------------------------------------------ pictures

    def ground(self, game: Game, words: Words) -> str:
        """The lanes."""
        return board.ground(game.players)

    def pieces(self, state: State, changed: frozenset[str], colours: Sequence[str]) -> str:
        """Where everybody is, the pot and the die."""
        return board.pieces(state.record, changed, colours)

    def changed(self, state: State, since: int) -> frozenset[str]:
        """Who has other points."""
        return board.changed(state.records_before(since)[0], state.record)

    def lit(self, state: State, choices: Sequence[Choice], chosen: int | None, colours: Sequence[str]) -> str:
        """The die and the pot."""
        return board.lit(choices, chosen)

    def picture(self, state: State) -> str:
        """The board."""
        record = state.record
        layers = board.ground(state.game.players) + board.pieces(record, frozenset(), board.SEATS)
        title = state.game.meta.title
        return stand_alone(layers, self.view_box, title, symbol_file=self.symbol_file, style=self.style)

    # ------------------------------------------------------------------------------------------------ the question

    def prompt(self, state: State, names: Sequence[str], words: Words) -> Prompt:
        """Roll, or hold?"""
        _ = words.gettext
        pot = int(state.record.pot)
        roll = Choice(
            label=_("Roll"),
            sentence=_("Roll the die. A 1 loses the pot, %(pot)s.") % {"pot": _points(words, pot)},
            confirm=_("Roll the die"),
            ways=(Way((ROLL,)),),
            place="die",
        )
        if not pot:
            return Prompt(_("Your turn"), _("Your turn begins with a roll."), "roll", (roll,))
        hold = Choice(
            label=_("Hold"),
            sentence=_("Take the pot, %(pot)s, and end your turn.") % {"pot": _points(words, pot)},
            confirm=_("Take %(pot)s") % {"pot": _points(words, pot)},
            ways=(Way((HOLD,)),),
            detail=f"+{pot}",
            place="pot",
        )
        return Prompt(_("Your turn"), _("Do you dare another roll?"), "roll", (roll, hold))

    def waiting(self, state: State, names: Sequence[str], words: Words) -> str:
        """What the others read meanwhile."""
        return words.gettext("%(name)s rolls or holds.") % {"name": names[state.current_player]}

    def preview(self, state: State, way: Way, names: Sequence[str], words: Words) -> Preview:
        """What a roll risks, what holding brings."""
        _ = words.gettext
        record = state.record
        pot, seat = int(record.pot), state.current_player
        if way.actions == (ROLL,):
            risk = _("a 1, once in six rolls: your turn ends, the pot is lost")
            return Preview((), (), (Fact("die-6", _("any other face goes into the pot")),), (Fact("die-1", risk),))
        total = int(record.points[seat]) + pot
        gets = (Fact("vp", _("%(pot)s, %(total)s in all") % {"pot": _points(words, pot), "total": total}),)
        if total >= TARGET:
            return Preview((), (), gets, (Fact("vp", _("you win the game")),))
        following = names[(seat + 1) % state.game.players]
        return Preview((), (), gets, (Fact("", _("%(name)s begins a turn") % {"name": following}),))

    # ------------------------------------------------------------------------------------------------ what is seen

    def panels(
        self, state: State, seat: int | None, words: Words, *, colours: Sequence[str], is_open: bool
    ) -> tuple[Panel, ...]:
        """Points, and the pot of who rolls."""
        record = state.record
        return tuple(
            Panel(
                seat=player,
                colour=colours[player],
                points=int(record.points[player]),
                stock=(Amount(int(record.pot), "pot", words.gettext("in the pot")),)
                if player == state.turn_player and not state.is_terminal()
                else (),
                pieces=(),
                stones=(),
            )
            for player in range(state.game.players)
        )

    def progress_text(self, state: State, words: Words) -> str:
        """The turn."""
        if state.is_terminal():
            return words.gettext("finished")
        return words.gettext("turn %(turn)s") % {"turn": state.turn + 1}

    def board_text(
        self, state: State, seat: int | None, names: Sequence[str], words: Words, *, is_open: bool
    ) -> tuple[Passage, ...]:
        """Everybody's points, the die and the pot."""
        _ = words.gettext
        record = state.record
        players = [
            TextLine(
                "", _("%(name)s has %(points)s.") % {"name": name, "points": _points(words, int(record.points[place]))}
            )
            for place, name in enumerate(names)
        ]
        shows = (
            _("The die shows %(face)s.") % {"face": int(record.face)} if record.face else _("The die is to be rolled.")
        )
        pot = _("There are %(points)s in the pot.") % {"points": _points(words, int(record.pot))}
        return (
            Passage(_("Players"), tuple(players), "panels"),
            Passage(_("The table"), (TextLine("die", shows), TextLine("pot", pot))),
        )

    # ------------------------------------------------------------------------------------------------ what happened

    def log(self, state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
        """An entry a fall of the die, and one when the pot is taken."""
        _ = words.gettext
        for place in range(first, state.decisions):
            action = state.history[place]
            if action == ROLL:
                continue
            before = state.records_before(place)[0]
            seat, face = int(before.turn_player), action - ROLLED + 1
            parts: dict[str, object] = {"name": names[seat], "face": face, "pot": _points(words, int(before.pot))}
            if action == HOLD:
                text = filled(_("%(name)s held and took %(pot)s."), **parts)
            elif face == 1:
                text = filled(_("%(name)s rolled a 1 and lost %(pot)s."), **parts)
            else:
                text = filled(_("%(name)s rolled a %(face)s."), **parts)
            yield Entry(place + 1, int(before.turn), seat, seat, text, "roll")

    def sources(self, state: State, words: Words) -> tuple[Source, ...]:
        """Points come from pots."""
        return (Source("pot", words.gettext("Pots"), state.scores()),)

    def score_history(self, state: State) -> list[tuple[int, ...]]:
        """The points after each turn."""
        records = [state.records_before(place)[0] for place in range(state.decisions)]
        turns = {int(record.turn): state.game.scores(record) for record in records}
        return [*turns.values(), state.scores()]

    def rules(self, words: Words) -> tuple[Rule, ...]:
        """All of them."""
        _ = words.gettext
        return (
            Rule(
                "roll",
                _("Roll or hold"),
                _(
                    "Roll the die as often as you like. What it shows goes into the pot; but a 1 ends your turn, and "
                    "the pot is lost. Hold, and the points of the pot are yours; then the next player rolls."
                ),
                board.rule_picture(),
            ),
            Rule(
                "end", _("The end"), _("Whoever holds and has 100 points or more wins at once."), board.goal_picture()
            ),
        )


def _points(words: Words, number: int) -> str:
    return words.ngettext("%(number)s point", "%(number)s points", number) % {"number": number}


PRESENTATION = PigPresentation()
