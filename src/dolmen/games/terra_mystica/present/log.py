"""A game of Terra Mystica told in the reader's language: a sentence for every turn, with what it cost and brought.

A turn is told when it has ended, so that what was told once never changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup, escape

from dolmen.contract.game import Records, State
from dolmen.contract.presentation import Entry
from dolmen.core.words import Words, filled
from dolmen.games.terra_mystica.present.purse import Purse, power_spent, purse
from dolmen.games.terra_mystica.present.vocabulary import CODES, GOODS, vocabulary_in
from dolmen.games.terra_mystica.rules.actions import (
    DONE,
    DROP,
    FAVOUR_STEP_ACTION,
    KIND,
    LATER,
    PASS,
    PASS_BONUS,
    POWER_ACTION,
    SPECIAL_ACTION,
    WAIT,
    Act,
    Action,
    Advance,
    Bridge,
    Build,
    Burn,
    ChooseFaction,
    Connect,
    Convert,
    CultStep,
    Dig,
    Discard,
    ForgoBridge,
    Leech,
    Pass,
    Send,
    Stay,
    TakeFavour,
    TakeTown,
    Transform,
    Upgrade,
    decode,
    encode,
    is_drop,
)
from dolmen.games.terra_mystica.rules.apply import advance, decide, runs_on
from dolmen.games.terra_mystica.rules.board import HEX_NAMES
from dolmen.games.terra_mystica.rules.factions import SPECIALS
from dolmen.games.terra_mystica.rules.record import FROM_AREA, FROM_FIRE, FROM_RESOURCES, NOBODY, Phase
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULTS,
    FAVOURS,
    POWER_COST,
    SCORING_SPADES,
    STRUCTURE_CODES,
    TOWNS,
)

Deed = tuple[Action | None, str]
"""A decision, or words for one."""

RULE_OF: dict[type, str] = {
    ChooseFaction: "faction",
    Build: "dwelling_too",
    Upgrade: "raise",
    Transform: "spade",
    Act: "power",
    TakeFavour: "favour",
    TakeTown: "town",
    CultStep: "step",
    Send: "send",
    Bridge: "bridge",
    Connect: "town",
    Advance: "track",
    Pass: "pass",
    Convert: "end",
    Burn: "end",
    Discard: "spade",
    ForgoBridge: "bridge",
}


def log(state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
    """The entries of the log from a decision on; what one decision leads to is one entry."""
    writer = EntryWriter(state.records_before(first), names, words)
    for place in range(first, len(state.history)):
        turn, turn_player = int(writer.record.turn), int(writer.record.turn_player)
        seat = int(writer.record.player)
        writer.follow(state.history[place])
        if writer.sentences:
            yield Entry(
                decision=place + 1,
                turn=turn,
                turn_player=max(turn_player, 0),
                seat=seat if seat >= 0 else None,
                text=Markup(" ").join(writer.sentences),
                rule=writer.rule,
                places=tuple(dict.fromkeys(writer.places)),
            )
            writer.sentences, writer.places = [], []


class EntryWriter:
    """Follows a game and tells it turn by turn."""

    def __init__(self, records: Records, names: Sequence[str], words: Words) -> None:
        self.record = records[0]
        self.names = names
        self.words = words
        self.vocabulary = vocabulary_in(words)
        self.sentences: list[Markup] = []
        self.places: list[str] = []
        self.rule = "action"
        self.deeds: list[Deed] = []
        """The decisions of the turn that is not told yet."""
        self.spent = 0
        self.before: Purse | None = None
        self.deciding = (NOBODY, int(Phase.ACTION))
        """Whose turn is being told, and in which phase."""

    def _name(self, seat: int) -> str:
        if int(self.record.faction[seat]) < 0:
            return self.names[seat]
        return self.words.gettext("The %(faction)s") % {"faction": self.vocabulary.title(self.record, seat, self.names)}

    def _short(self, seat: int) -> str:
        return self.vocabulary.title(self.record, seat, self.names)

    # ------------------------------------------------------------------------------------------------ decisions

    def follow(self, action: int) -> None:
        """Tell a decision, and what follows without anybody's decision."""
        _ = self.words.gettext
        phase = Phase(int(self.record.phase))
        if is_drop(action):
            decide(self.record, action)
            text = _("The %(faction)s left the game.")
            self.sentences.append(filled(text, faction=self.vocabulary.faction(action - DROP)))
            if (int(self.record.player), int(self.record.phase)) != self.deciding:
                self._close()
        elif phase in (Phase.ACTION, Phase.SPADE):
            self._in_turn(action)
        else:
            self._alone(phase, action)
        while runs_on(self.record):
            self._run_on()

    def _in_turn(self, action: int) -> None:
        _ = self.words.gettext
        self.deciding = seat, phase = int(self.record.player), int(self.record.phase)
        self.before = self.before or purse(self.record, seat)
        self.spent += power_spent(action)
        terrain = self.record.terrain.copy()
        decide(self.record, action)
        decision = decode(action)
        if action not in (DONE, WAIT):
            self.deeds.append((decision, ""))
            self.places += _places(decision)
        for land in (terrain != self.record.terrain).nonzero()[0].tolist():
            parts = {
                "hex": HEX_NAMES[land],
                "old": self.vocabulary.terrain(int(terrain[land])),
                "new": self.vocabulary.terrain(int(self.record.terrain[land])),
            }
            self.deeds = [(deed, text) for deed, text in self.deeds if not isinstance(deed, Transform)]
            self.deeds.append((None, _("turned %(hex)s from %(old)s into %(new)s") % parts))
        ended = KIND[action] in (DONE, WAIT, PASS_BONUS, PASS)
        if ended or int(self.record.player) != seat or int(self.record.phase) != phase:
            self._close()

    def _close(self) -> None:
        """Tell the turn that has ended."""
        _ = self.words.gettext
        seat, phase = self.deciding
        if self.deeds and self.before is not None:
            changes = self._changes(self.before, purse(self.record, seat), self.spent)
            parts = {"name": self._name(seat), "deeds": self.words.listed(self._clauses()), "changes": changes}
            if phase == Phase.SPADE:
                text = _("%(name)s %(deeds)s with the cult bonus.")
            elif changes:
                text = _("%(name)s %(deeds)s: %(changes)s.")
            else:
                text = _("%(name)s %(deeds)s.")
            self.sentences.append(filled(text, **parts))
            kinds = [RULE_OF[type(deed)] for deed, _text in self.deeds if type(deed) in RULE_OF]
            self.rule = next((rule for rule in kinds if rule != "end"), "spade" if not kinds else "end")
        self.deeds, self.spent, self.before = [], 0, None

    def _changes(self, before: Purse, after: Purse, spent: int = 0) -> Markup:
        """What was paid with a minus, what was gained with a plus."""
        losses: list[Markup] = []
        gains: list[Markup] = []
        for good, had, has in zip(GOODS, before.goods, after.goods, strict=False):
            if has != had:
                (gains if has > had else losses).append(self._signed(has - had, good))
        if spent:
            losses.append(self._signed(-spent, "power"))
        power = after.power - before.power + 2 * spent
        if power > 0:
            gains.append(self._signed(power, "power"))
        points = after.points - before.points
        if points:
            (gains if points > 0 else losses).append(self._signed(points, "point"))
        for track, (had, has) in enumerate(zip(before.cults, after.cults, strict=True)):
            if has != had:
                gains.append(Markup("{} {}").format(self.vocabulary.cult(track), has))
        if after.keys > before.keys:
            gains.append(self._signed(after.keys - before.keys, "key"))
        return Markup(", ").join([*losses, *gains])

    def _signed(self, number: int, good: str) -> Markup:
        kind = "plus" if number > 0 else "minus"
        return Markup('<span class="{}">{}</span>').format(kind, self.vocabulary.signed(number, good))

    def _alone(self, phase: Phase, action: int) -> None:
        """A decision that is a sentence of its own: of the set-up, or an answer."""
        _ = self.words.gettext
        seat = int(self.record.player)
        asked = int(self.record.asked) if phase == Phase.OFFER else 0
        giver, size = int(self.record.offer_from[asked]), int(self.record.offer_size[asked])
        rewarded = int(self.record.step_waits_for) != seat
        mine, theirs = purse(self.record, seat), purse(self.record, giver)
        decide(self.record, action)
        if action == LATER:
            return
        decision = decode(action)
        parts: dict[str, Any] = {"name": self._name(seat)}
        if isinstance(decision, ChooseFaction):
            parts = {"name": self.names[seat], "faction": self._short(seat)}
            self.sentences.append(filled(_("%(name)s chose the %(faction)s."), **parts))
            self.rule = "faction"
        elif isinstance(decision, Build):
            self.sentences.append(filled(_("%(name)s placed a dwelling on %(hex)s."), hex=decision.hex, **parts))
            self.rule, self.places = "dwelling", [*self.places, f"hex-{decision.hex}"]
        elif isinstance(decision, Pass):
            tile = self.vocabulary.bonus(BONUSES.index(decision.tile or "BON1"))
            self.sentences.append(filled(_("%(name)s took the bonus tile %(tile)s."), tile=tile, **parts))
            self.rule = "first_bonus"
        elif phase == Phase.REWARD:
            changes = self._changes(mine, purse(self.record, seat))
            text = _("%(name)s advanced a step, for their power was taken: %(changes)s.")
            self.sentences.append(
                filled(text if rewarded else _("%(name)s advanced a step: %(changes)s."), changes=changes, **parts)
            )
            self.rule = "reward" if rewarded else "step"
        else:
            self._answered(seat, giver, size, mine, takes=isinstance(decision, Leech))
            gained = purse(self.record, giver).power - theirs.power
            if gained > 0:
                text = _("%(name)s gained %(power)s, for nobody took theirs.")
                self.sentences.append(filled(text, name=self._name(giver), power=self._signed(gained, "power")))

    def _answered(self, seat: int, giver: int, size: int, before: Purse, *, takes: bool) -> None:
        _ = self.words.gettext
        now = purse(self.record, seat)
        gained, lost = now.power - before.power, before.points - now.points
        parts: dict[str, Any] = {"name": self._name(seat), "giver": self._short(giver)}
        self.rule = "offer"
        if not takes:
            power = self.vocabulary.counted(size, "power")
            self.sentences.append(filled(_("%(name)s declined %(power)s from the %(giver)s."), power=power, **parts))
        elif gained:
            parts["power"] = self._signed(gained, "power")
            if lost:
                text = _("%(name)s took %(power)s from the %(giver)s for %(points)s.")
                self.sentences.append(filled(text, points=self._signed(-lost, "point"), **parts))
            else:
                self.sentences.append(filled(_("%(name)s took %(power)s from the %(giver)s for free."), **parts))

    # ------------------------------------------------------------------------------------------------ nobody decides

    def _run_on(self) -> None:
        """Cult bonus, income, final scoring."""
        _ = self.words.gettext
        phase = Phase(int(self.record.phase))
        players = range(int(self.record.players))
        number = int(self.record.round_number)
        before = [purse(self.record, seat) for seat in players]
        points = self.record.points.copy()
        advance(self.record)
        if phase == Phase.FINAL:
            self._final(points)
            return
        changes = [
            (seat, found) for seat in players if (found := self._changes(before[seat], purse(self.record, seat)))
        ]
        if phase == Phase.INCOME:
            tile = int(self.record.scoring[number])
            parts: dict[str, Any] = {"round": number + 1, "scoring": self.vocabulary.scoring(tile)}
            if number < 5:
                text = _("Round %(round)s: %(scoring)s; at its end, %(bonus)s.")
                parts["bonus"] = self.vocabulary.cult_bonus(tile)
            else:
                text = _("Round %(round)s: %(scoring)s.")
            self.sentences.append(filled(text, **parts))
            if changes:
                self.sentences.append(filled(_("Income: %(gains)s."), gains=self._each(changes)))
            return
        tile = int(self.record.scoring[number - 1])
        if int(SCORING_SPADES[tile]):
            changes = [
                (seat, self._signed(int(self.record.cult_spades[seat]), "spade"))
                for seat in players
                if int(self.record.cult_spades[seat])
            ]
        gains = self._each(changes) if changes else escape(_("nobody"))
        parts = {"round": number, "bonus": self.vocabulary.cult_bonus(tile), "gains": gains}
        self.sentences.append(filled(_("Cult bonus of round %(round)s, %(bonus)s. %(gains)s."), **parts))

    def _each(self, changes: Sequence[tuple[int, Markup]]) -> Markup:
        return Markup("; ").join(Markup("{} {}").format(self._short(seat), found) for seat, found in changes)

    def _final(self, points: Any) -> None:
        _ = self.words.gettext
        parts = [(self.vocabulary.source(CULTS[track].lower()), FROM_FIRE + track) for track in range(4)]
        parts += [(self.vocabulary.source("area"), FROM_AREA), (self.vocabulary.source("resources"), FROM_RESOURCES)]
        for what, source in parts:
            gained = [
                (seat, self._signed(number, "point"))
                for seat in range(int(self.record.players))
                if (number := int(self.record.points[seat, source]) - int(points[seat, source]))
            ]
            gains = self._each(gained) if gained else escape(_("nobody"))
            self.sentences.append(filled(_("%(what)s: %(gains)s."), what=what, gains=gains))
        self.rule = "over"

    # ------------------------------------------------------------------------------------------------ clauses

    def _clauses(self) -> list[str]:
        """The decisions of a turn as parts of a sentence; repeated ones are counted."""
        clauses: list[str] = []
        place = 0
        while place < len(self.deeds):
            decision, text = self.deeds[place]
            number = 1
            while (
                place + number < len(self.deeds)
                and decision is not None
                and self.deeds[place + number]
                == (
                    decision,
                    "",
                )
            ):
                number += 1
            clauses.append(text or self._clause(decision, number))
            place += number
        return [clause for clause in clauses if clause]

    def _clause(self, decision: Action | None, number: int) -> str:
        _, vocabulary = self.words.gettext, self.vocabulary
        match decision:
            case Build(hex=name):
                return _("built a dwelling on %(hex)s") % {"hex": name}
            case Upgrade(hex=name, structure=code):
                kind = vocabulary.structure(STRUCTURE_CODES.index(code))
                return _("raised %(hex)s to a %(structure)s") % {"hex": name, "structure": kind}
            case Dig():
                return _("bought %(spades)s") % {"spades": vocabulary.counted(number, "spade")}
            case Burn():
                return _("sacrificed %(power)s") % {"power": vocabulary.counted(number, "power")}
            case Convert():
                parts = {
                    "given": vocabulary.counted(decision.given * number, CODES[decision.good]),
                    "got": vocabulary.counted(decision.got * number, CODES[decision.into]),
                }
                return _("converted %(given)s into %(got)s") % parts
            case Act():
                return self._act(decision)
            case TakeFavour(tile=tile):
                return _("took the favour %(favour)s") % {"favour": vocabulary.favour(FAVOURS.index(tile))}
            case TakeTown(tile=tile):
                points = vocabulary.town(TOWNS.index(tile)).partition(",")[0]
                return _("founded a town with the tile of %(points)s") % {"points": points}
            case CultStep(cult=cult):
                return _("advanced in %(cult)s") % {"cult": vocabulary.cult(CULTS.index(cult))}
            case Stay(cult=cult):
                return _("stayed at 9 in %(cult)s") % {"cult": vocabulary.cult(CULTS.index(cult))}
            case Send(cult=cult, steps=steps):
                parts = {"cult": vocabulary.cult(CULTS.index(cult)), "steps": vocabulary.counted(steps, "step")}
                return _("sent a priest to %(cult)s for %(steps)s") % parts
            case Bridge(ends=ends):
                one, other = ends.split(":")
                return _("built a bridge from %(one)s to %(other)s") % {"one": one, "other": other}
            case Connect():
                return _("joined their land over the river")
            case Advance(track=track):
                return _("advanced shipping") if track == "ship" else _("advanced digging")
            case Pass(tile=None):
                return _("passed")
            case Pass(tile=tile):
                return _("passed and took the bonus tile %(tile)s") % {
                    "tile": vocabulary.bonus(BONUSES.index(tile or ""))
                }
            case Discard():
                return _("let %(spades)s go") % {"spades": vocabulary.counted(number, "spade")}
            case ForgoBridge():
                return _("gave the bridge up")
        return ""

    def _act(self, act: Act) -> str:
        _ = self.words.gettext
        action = encode(act)
        if act.action in SPECIALS:
            return (
                _("used their special action"),
                _("took a double turn"),
                _("paid 2 workers for a bridge"),
                _("took their two free spades"),
                _("raised a sandstorm"),
                _("used their free upgrade"),
                _("rode out on a broom"),
            )[action - SPECIAL_ACTION]
        if action >= SPECIAL_ACTION:
            return (
                _("used the spade of the bonus tile"),
                _("used the bonus tile"),
                _("used the favour tile"),
            )[action - FAVOUR_STEP_ACTION + 2]
        index = action - POWER_ACTION
        parts = {
            "power": self.vocabulary.counted(int(POWER_COST[index]), "power"),
            "what": self.vocabulary.power_action(index),
        }
        return _("spent %(power)s on %(what)s") % parts


def _places(decision: Action) -> tuple[str, ...]:
    if isinstance(decision, (Build, Upgrade, Transform)):
        return (f"hex-{decision.hex}",)
    if isinstance(decision, Bridge):
        return (f"bridge-{decision.ends.replace(':', '-')}",)
    return ()
