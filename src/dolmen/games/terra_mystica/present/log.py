"""A game of Terra Mystica told in the reader's language: a sentence for every turn, with what it cost and brought.

A turn is told when it has ended, so that what was told once never changes. What follows without anybody's decision
(cult bonus, income, final scoring) has entries of its own. How all of it is told in brief is in `briefs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from dolmen.contract.content import NOTHING, Amount, Change, Entry
from dolmen.contract.game import Records, State
from dolmen.core.kernel import as_taken
from dolmen.core.record_view import reading
from dolmen.core.value import value
from dolmen.core.words import Words, capitalized, filled
from dolmen.games.terra_mystica.present import briefs
from dolmen.games.terra_mystica.present.deeds import Deed, Turned, counted
from dolmen.games.terra_mystica.present.peoples import Name, player
from dolmen.games.terra_mystica.present.purse import Purse, power_spent, purse
from dolmen.games.terra_mystica.present.vocabulary import CODES, vocabulary_in
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
from dolmen.games.terra_mystica.rules.board import HEX_NAMES
from dolmen.games.terra_mystica.rules.factions import FACTIONS, SPECIALS
from dolmen.games.terra_mystica.rules.record import (
    FROM_AREA,
    FROM_AUCTION,
    FROM_FIRE,
    FROM_RESOURCES,
    NOBODY,
    Phase,
    Record,
)
from dolmen.games.terra_mystica.rules.steps import go_on, make_decision
from dolmen.games.terra_mystica.rules.tiles import (
    BONUSES,
    CULTS,
    FAVOURS,
    POWER_COST,
    SCORING_SPADES,
    STRUCTURE_CODES,
    TOWNS,
)

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


@value
class Telling:
    """What an entry tells."""

    text: Markup
    brief: Markup
    rule: str
    seat: int | None = None
    changes: tuple[Change, ...] = ()
    chip: Markup = NOTHING
    answer_to: str = ""
    is_head: bool = False


def log(state: State, first: int, names: Sequence[str], words: Words) -> Iterator[Entry]:
    """The entries of the log from a decision on."""
    writer = EntryWriter(state.records_before(first), names, words)
    for place in range(first, len(state.history)):
        turn, turn_player = int(writer.record.turn), int(writer.record.turn_player)
        writer.follow(state.history[place])
        for part, telling in enumerate(writer.told):
            yield Entry(
                decision=place + 1,
                turn=turn,
                turn_player=max(turn_player, 0),
                seat=telling.seat,
                text=telling.text,
                rule=telling.rule,
                places=() if part else tuple(dict.fromkeys(writer.places)),
                part=part,
                brief=telling.brief,
                chip=telling.chip,
                changes=telling.changes,
                answer_to=telling.answer_to,
                is_head=telling.is_head,
            )
        if writer.told:
            writer.told, writer.places = [], []


class EntryWriter:
    """Follows a game and tells it turn by turn."""

    def __init__(self, records: Records, names: Sequence[str], words: Words) -> None:
        self._records = records
        self.record: Record = reading(records[0])
        self.names = names
        self.words = words
        self.vocabulary = vocabulary_in(words)
        self.briefs = briefs.Briefs(self.vocabulary)
        self.told: list[Telling] = []
        self.places: list[str] = []
        self.deeds: list[Deed] = []
        """The decisions of the turn that is not told yet."""
        self.spent = 0
        self.before: Purse | None = None
        self._runs_on = False
        """Whether something follows without anybody's decision."""
        self.deciding = (NOBODY, int(Phase.ACTION))
        """Whose turn is being told, and in which phase."""

    def _name(self, seat: int) -> Name:
        return self.vocabulary.name(self.record, seat, self.names)

    # ------------------------------------------------------------------------------------------------ decisions

    def follow(self, action: int) -> None:
        """Tell a decision, and what follows without anybody's decision."""
        _ = self.words.gettext
        phase = Phase(int(self.record.phase))
        if is_drop(action):
            self._decide(action)
            seat = self.record.faction.tolist().index(action - DROP)
            text = filled(_("%(faction)s left the game."), faction=self._name(seat).first)
            self._tell_plain(seat, text, _("out of the game"), "pass")
            if (int(self.record.player), int(self.record.phase)) != self.deciding:
                self._close()
        elif phase in (Phase.ACTION, Phase.SPADE):
            self._in_turn(action)
        else:
            self._alone(phase, action)
        while self._runs_on:
            self._run_on()

    def _decide(self, action: int) -> None:
        """Make a decision; from here on the position after it is read."""
        self._runs_on = make_decision(as_taken(self._records), action)
        self.record = reading(self._records[0])

    def _in_turn(self, action: int) -> None:
        self.deciding = seat, phase = int(self.record.player), int(self.record.phase)
        self.before = self.before or purse(self.record, seat)
        self.spent += power_spent(action)
        terrain = self.record.terrain.copy()
        self._decide(action)
        decision = decode(action)
        if action not in (DONE, WAIT):
            self.deeds.append(decision)
            self.places += _places(decision)
        for land in (terrain != self.record.terrain).nonzero()[0].tolist():
            self.deeds = [deed for deed in self.deeds if not isinstance(deed, Transform)]
            self.deeds.append(Turned(HEX_NAMES[land], int(terrain[land]), int(self.record.terrain[land])))
        ended = KIND[action] in (DONE, WAIT, PASS_BONUS, PASS)
        if ended or int(self.record.player) != seat or int(self.record.phase) != phase:
            self._close()

    def _close(self) -> None:
        """Tell the turn that has ended."""
        _ = self.words.gettext
        seat, phase = self.deciding
        if self.deeds and self.before is not None:
            after, name = purse(self.record, seat), self._name(seat)
            changes = self._changes(self.before, after, self.spent)
            parts = {"name": name.first, "deeds": self.words.listed(self._clauses()), "changes": changes}
            if phase == Phase.SPADE:
                text = _("%(name)s %(deeds)s with the cult bonus.")
            elif changes:
                text = _("%(name)s %(deeds)s: %(changes)s.")
            else:
                text = _("%(name)s %(deeds)s.")
            kinds = [RULE_OF[type(deed)] for deed in self.deeds if type(deed) in RULE_OF]
            telling = Telling(
                filled(text, **parts),
                briefs.line(name, self.briefs.turn(self.deeds)),
                next((rule for rule in kinds if rule != "end"), "spade" if not kinds else "end"),
                seat,
                _net((seat, self.briefs.amounts(self.before, after, self.spent))),
                briefs.line(name, self.briefs.chip(self.deeds)),
            )
            self.told.append(telling)
        self.deeds, self.spent, self.before = [], 0, None

    def _changes(self, before: Purse, after: Purse, spent: int = 0) -> Markup:
        """What was paid with a minus, what was gained with a plus."""
        losses: list[Markup] = []
        gains: list[Markup] = []
        for number, good in briefs.differences(before, after, spent):
            (gains if number > 0 else losses).append(self._signed(number, good))
        for track, (had, has) in enumerate(zip(before.cults, after.cults, strict=True)):
            if has != had:
                text = self.words.gettext("%(cult)s to %(step)s")
                gains.append(filled(text, cult=self.vocabulary.cult(track), step=has))
        if after.keys > before.keys:
            gains.append(self._signed(after.keys - before.keys, "key"))
        return Markup(", ").join([*losses, *gains])

    def _signed(self, number: int, good: str) -> Markup:
        """'+3 coins', for lists of changes."""
        return _coloured(self.vocabulary.signed(number, good), number)

    def _counted(self, number: int, good: str) -> Markup:
        """'3 coins' in the colour of a gain or a loss, where a verb says which it is."""
        return _coloured(self.vocabulary.counted(abs(number), good), number)

    def _alone(self, phase: Phase, action: int) -> None:
        """A decision that is a sentence of its own: of the set-up, or an answer."""
        _ = self.words.gettext
        seat = int(self.record.player)
        asked = int(self.record.asked) if phase == Phase.OFFER else 0
        giver, size = int(self.record.offer_from[asked]), int(self.record.offer_size[asked])
        rewarded = int(self.record.step_waits_for) != seat
        mine, theirs = purse(self.record, seat), purse(self.record, giver)
        self._decide(action)
        if action == LATER:
            return
        decision = decode(action)
        parts = {"name": self._name(seat).first}
        if isinstance(decision, ChooseFaction):
            parts = {"name": self.names[seat], "faction": self._name(seat).the}
            text = filled(_("%(name)s chose %(faction)s."), **parts)
            brief = briefs.line(player(self.names[seat], self.words), _("chose %(faction)s") % parts)
            self.told.append(Telling(text, brief, "faction", seat))
        elif isinstance(decision, Build):
            text = filled(_("%(name)s placed a dwelling on %(hex)s."), hex=decision.hex, **parts)
            self._tell_plain(seat, text, self.briefs.turn([decision]), "dwelling")
            self.places.append(f"hex-{decision.hex}")
        elif isinstance(decision, Pass):
            parts["tile"] = self.vocabulary.bonus(BONUSES.index(decision.tile or "BON1"))
            text = filled(_("%(name)s took the bonus tile '%(tile)s'."), **parts)
            self._tell_plain(seat, text, _("bonus tile: %(tile)s") % parts, "first_bonus")
        elif phase == Phase.REWARD:
            self._tell_step(seat, decision, mine, rewarded=rewarded)
        else:
            self._tell_answer(seat, giver, size, (mine, theirs), takes=isinstance(decision, Leech))

    def _tell_plain(self, seat: int, text: Markup, deed: str, rule: str) -> None:
        """Something that costs and brings nothing."""
        self.told.append(Telling(text, briefs.line(self._name(seat), deed), rule, seat))

    def _tell_step(self, seat: int, deed: Action, before: Purse, *, rewarded: bool) -> None:
        """A step in a cult that was given: to Cultists by a neighbour who took power."""
        _ = self.words.gettext
        after = purse(self.record, seat)
        parts = {"name": self._name(seat).first, "changes": self._changes(before, after)}
        text = (
            _("%(name)s advanced a step, because a neighbour took power: %(changes)s.")
            if rewarded
            else _("%(name)s advanced a step: %(changes)s.")
        )
        telling = Telling(
            filled(text, **parts),
            briefs.line(self._name(seat), self.briefs.turn([deed])),
            "reward" if rewarded else "step",
            seat,
            _net((seat, self.briefs.amounts(before, after))),
        )
        self.told.append(telling)

    def _tell_answer(self, seat: int, giver: int, size: int, before: tuple[Purse, Purse], *, takes: bool) -> None:
        """Power that was offered is taken or declined; `before` is what seat and giver owned."""
        _ = self.words.gettext
        mine, theirs = purse(self.record, seat), purse(self.record, giver)
        found = self._answered(seat, giver, size, before[0], takes=takes)
        if found is None:
            return
        (text, deed), name = found, self._name(seat)
        gained = theirs.power - before[1].power
        if gained > 0:
            more = _("%(name)s gained %(power)s, because no neighbour took any.")
            parts = {"name": self._name(giver).first, "power": self._counted(gained, "power")}
            text += Markup(" ") + filled(more, **parts)
        telling = Telling(
            text,
            briefs.line(name, deed),
            "offer",
            seat,
            _net(
                (seat, self.briefs.amounts(before[0], mine)),
                (giver, self.briefs.amounts(before[1], theirs) if gained > 0 else ()),
            ),
            chip=briefs.line(name, _("took power") if takes else _("declined")),
            answer_to=FACTIONS[int(self.record.faction[giver])].name,
        )
        self.told.append(telling)

    def _answered(self, seat: int, giver: int, size: int, before: Purse, *, takes: bool) -> tuple[Markup, str] | None:
        """An answer, whole and in brief; nothing where nothing could be taken any more."""
        _ = self.words.gettext
        now = purse(self.record, seat)
        gained, lost = now.power - before.power, before.points - now.points
        parts: dict[str, Any] = {"name": self._name(seat).first, "from_giver": self._name(giver).from_}
        if not takes:
            parts["power"] = self.vocabulary.counted(size, "power")
            text = filled(_("%(name)s declined %(power)s %(from_giver)s."), **parts)
            return text, _("declined %(power)s %(from_giver)s") % parts
        if not gained:
            return None
        parts["power"] = self._counted(gained, "power")
        text = filled(_("%(name)s took %(power)s %(from_giver)s for free."), **parts)
        if lost:
            parts["points"] = self._counted(-lost, "point")
            text = filled(_("%(name)s took %(power)s %(from_giver)s for %(points)s."), **parts)
        return text, _("took power %(from_giver)s") % parts

    # ------------------------------------------------------------------------------------------------ nobody decides

    def _run_on(self) -> None:
        """Cult bonus, income, final scoring."""
        _ = self.words.gettext
        phase = Phase(int(self.record.phase))
        players = range(int(self.record.players))
        number = int(self.record.round_number)
        before = [purse(self.record, seat) for seat in players]
        points = self.record.points.copy()
        self._runs_on = go_on(as_taken(self._records))
        self.record = reading(self._records[0])
        if phase == Phase.FINAL:
            self._final(points)
            return
        after = [purse(self.record, seat) for seat in players]
        if phase == Phase.INCOME:
            self._tell_round(number, before, after)
        else:
            self._tell_cult_bonus(number, before, after)

    def _tell_round(self, number: int, before: Sequence[Purse], after: Sequence[Purse]) -> None:
        """A round begins, with everybody's income."""
        _ = self.words.gettext
        tile = int(self.record.scoring[number])
        parts: dict[str, Any] = {"round": number + 1, "scoring": self.vocabulary.scoring(tile)}
        if number < 5:
            text = _("Round %(round)s: %(scoring)s; at its end, %(bonus)s.")
            parts["bonus"] = self.vocabulary.cult_bonus(tile)
        else:
            text = _("Round %(round)s: %(scoring)s.")
        whole = filled(text, **parts)
        gains = [(seat, found) for seat, found in enumerate(map(self._changes, before, after)) if found]
        if gains:
            whole += Markup(" ") + filled(_("Income: %(gains)s."), gains=self._each(gains))
        telling = Telling(
            whole,
            filled(_("Round %(round)s · %(scoring)s · income of all"), **parts),
            "income",
            changes=_net(
                *((seat, self.briefs.amounts(*both)) for seat, both in enumerate(zip(before, after, strict=True)))
            ),
            chip=escape(_("Income")),
            is_head=True,
        )
        self.told.append(telling)

    def _tell_cult_bonus(self, number: int, before: Sequence[Purse], after: Sequence[Purse]) -> None:
        """What the cults bring at the end of a round."""
        _ = self.words.gettext
        tile = int(self.record.scoring[number - 1])
        gains: list[tuple[int, Markup]] = []
        net: list[tuple[int, tuple[Amount, ...]]] = []
        for seat, both in enumerate(zip(before, after, strict=True)):
            spades = int(self.record.cult_spades[seat]) if int(SCORING_SPADES[tile]) else 0
            found, amounts = self._changes(*both), self.briefs.amounts(*both)
            if spades:  # with which some score, too
                found = Markup(", ").join(filter(None, [self._signed(spades, "spade"), found]))
                amounts = (self.vocabulary.amount(spades, "spade"), *amounts)
            if found:
                gains.append((seat, found))
                net.append((seat, amounts))
        parts = {
            "round": number,
            "bonus": self.vocabulary.cult_bonus(tile),
            "gains": self._each(gains) if gains else escape(_("nobody")),
        }
        whole = filled(_("Cult bonus of round %(round)s (%(bonus)s): %(gains)s."), **parts)
        brief = filled(
            _("Cult bonus of round %(round)s") if net else _("Cult bonus of round %(round)s: nobody"), **parts
        )
        self.told.append(Telling(whole, brief, "cult_bonus", changes=_net(*net), chip=escape(_("Cult bonus"))))

    def _each(self, changes: Sequence[tuple[int, Markup]]) -> Markup:
        return Markup("; ").join(Markup("{} {}").format(self._name(seat).bare, found) for seat, found in changes)

    def _final(self, points: Any) -> None:
        _ = self.words.gettext
        parts = [(self.vocabulary.source(CULTS[track].lower()), FROM_FIRE + track) for track in range(4)]
        parts += [(self.vocabulary.source("area"), FROM_AREA), (self.vocabulary.source("resources"), FROM_RESOURCES)]
        if self.record.points_off.any():
            parts.append((self.vocabulary.source("auction"), FROM_AUCTION))
        for what, source in parts:
            gained = [
                (seat, number)
                for seat in range(int(self.record.players))
                if (number := int(self.record.points[seat, source]) - int(points[seat, source]))
            ]
            gains = self._each([(seat, self._signed(number, "point")) for seat, number in gained])
            whole = filled(_("%(what)s: %(gains)s."), what=what, gains=gains or escape(_("nobody")))
            net = _net(*((seat, (self.vocabulary.amount(number, "point"),)) for seat, number in gained))
            self.told.append(Telling(whole, escape(capitalized(what)), "over", changes=net))

    # ------------------------------------------------------------------------------------------------ clauses

    def _clauses(self) -> list[str]:
        """The deeds of a turn as parts of a sentence; repeated ones are counted."""
        return [clause for deed, number in counted(self.deeds) if (clause := self._clause(deed, number))]

    def _clause(self, decision: Deed, number: int) -> str:
        _, vocabulary = self.words.gettext, self.vocabulary
        match decision:
            case Turned(hex=name, old=old, new=new):
                parts = {"hex": name, "old": vocabulary.terrain(old), "new": vocabulary.terrain(new)}
                return _("turned %(hex)s from %(old)s into %(new)s") % parts
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
                return _("advanced in %(cult)s") % {"cult": vocabulary.cult_named(CULTS.index(cult))}
            case Stay(cult=cult):
                return _("stayed at 9 in %(cult)s") % {"cult": vocabulary.cult_named(CULTS.index(cult))}
            case Send(cult=cult, steps=steps):
                parts = {"cult": vocabulary.cult_named(CULTS.index(cult)), "steps": vocabulary.counted(steps, "step")}
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
                return _("passed, taking the bonus tile '%(tile)s'") % {
                    "tile": vocabulary.bonus(BONUSES.index(tile or ""))
                }
            case Discard():
                return _("gave up %(spades)s") % {"spades": vocabulary.counted(number, "spade")}
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


def _net(*found: tuple[int, tuple[Amount, ...]]) -> tuple[Change, ...]:
    """What changed for whom, but for those for whom nothing did."""
    return tuple(Change(seat, amounts) for seat, amounts in found if amounts)


@lru_cache(maxsize=2_000)
def _coloured(text: str, number: int) -> Markup:
    return Markup('<span class="%s">%s</span>') % ("plus" if number > 0 else "minus", text)


def _places(decision: Action) -> tuple[str, ...]:
    if isinstance(decision, (Build, Upgrade, Transform)):
        return (f"hex-{decision.hex}",)
    if isinstance(decision, Bridge):
        return (f"bridge-{decision.ends.replace(':', '-')}",)
    return ()
