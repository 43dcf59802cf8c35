"""The auction before a game: it always ends, everybody gets one lot, and bids only rise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dolmen.auction.bids import answer, sensible_bid, worth_of
from dolmen.auction.game import HIGHEST_BID, MOST_NAMES, NOBODY, Auction, result_of
from dolmen.auction.notation import AuctionNotation
from dolmen.auction.presentation import AuctionPresentation
from dolmen.contract.auction import AuctionResult, AuctionTerms
from dolmen.contract.game import State
from dolmen.contract.registry import load, package
from dolmen.core.draws import Draws
from dolmen.core.errors import IllegalAction, InvalidNotation
from dolmen.core.words import words

NAMES = ("auren", "witches", "alchemists", "darklings", "halflings", "cultists", "nomads")
FAMILIES = ("green", "green", "black", "black", "brown", "brown", "yellow")


def auction(players: int, *lots: str) -> State:
    game = Auction(players, AuctionTerms(NAMES, FAMILIES, lots))
    return game.new_state(game.terms)


def made(state: State, *plays: str) -> State:
    for play in plays:
        state.apply(play)
    return state


def test_in_turn_whoever_holds_nothing_bids_and_who_is_outbid_bids_again() -> None:
    state = made(auction(3, "auren", "nomads", "cultists"), "bid nomads 2")
    assert state.current_player == 1
    made(state, "bid nomads 3", "bid auren 0")
    assert state.current_player == 0, "the first was outbid"
    made(state, "bid auren 4")
    assert state.current_player == 2, "and now the third"
    made(state, "bid cultists 0")
    assert state.is_terminal()
    assert result_of(state) == AuctionResult(("auren", "nomads", "cultists"), (0, 1, 2), (4, 3, 0))


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("bid nomads 2", "2 points are too few: the lowest bid is 3"),
        ("bid nomads 41", "nobody bids more than 40 points"),
        ("bid witches 1", "witches is not one of the lots"),
        ("name witches", "all lots are named"),
    ],
)
def test_what_cannot_be_bid_is_refused_in_a_sentence_and_changes_nothing(play: str, why: str) -> None:
    state = made(auction(2, "auren", "nomads"), "bid nomads 2")
    before = state.records.tobytes()
    with pytest.raises(IllegalAction, match=why):
        state.apply(play)
    assert state.records.tobytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "bid",
        "bid nomads",
        "bid nomads -1",
        "bid nomads NaN",
        "bid nomads 1e3",
        "bid nomads \u0663",
        "name",
        "name nomads 3",
        "bid elves 3",
        "name elves",
        "x",
    ],
)
def test_what_is_no_play_of_an_auction_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation):
        auction(2, "auren", "nomads").apply(text)


def test_lots_are_named_in_turn_one_of_each_family() -> None:
    state = made(auction(2), "name witches")
    assert state.current_player == 1
    with pytest.raises(IllegalAction, match="auren cannot be named beside the other lots"):
        state.apply("name auren")
    with pytest.raises(IllegalAction, match="the lots are named before anybody bids"):
        state.apply("bid witches 1")
    made(state, "name nomads")
    assert state.current_player == 0
    made(state, "bid nomads 1", "bid witches 0")
    assert result_of(state) == AuctionResult(("witches", "nomads"), (1, 0), (0, 1))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 4), st.booleans(), st.integers(0, 10**6))
def test_every_auction_ends_and_everybody_gets_one_lot_for_bids_that_never_fall(
    players: int, named: bool, seed: int
) -> None:
    draws = Draws(seed)
    state = auction(players, *(() if named else ("auren", "nomads", "cultists", "darklings")[:players]))
    bids = [-1] * players
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal and int(state.record.player) not in state.record.holder[:players].tolist()
        action = draws.pick(legal if draws.below(4) else legal[:3])
        assert state.action_id(state.game.action_text(action)) == action
        state.apply(action)
        state.game.check_conservation(state.record)
        now = [
            int(bid) if holder != NOBODY else -1
            for holder, bid in zip(state.record.holder, state.record.bid, strict=True)
        ]
        assert all(new >= old for new, old in zip(now, bids, strict=False))
        bids = now[:players]
        assert state.decisions <= players * (HIGHEST_BID + 2)
    result = result_of(state)
    assert sorted(result.seats) == list(range(players)) and len(set(result.lots)) == players
    assert len({FAMILIES[NAMES.index(lot)] for lot in result.lots}) == players
    decisions, records = state.decisions, state.records.tobytes()
    again = [state.undo() for _ in range(decisions)][::-1]
    for action in again:
        state.apply(action)
    assert state.records.tobytes() == records


def test_a_bot_bids_as_little_as_it_can_for_what_is_worth_the_most_above_its_price() -> None:
    worth = {"auren": 10.0, "nomads": 7.0, "cultists": 6.5}
    state = auction(3, "auren", "nomads", "cultists")
    played = []
    while not state.is_terminal():
        action = sensible_bid(state, worth)
        played.append(state.game.action_text(action))
        state.apply(action)
    assert played[:3] == ["bid auren 0", "bid auren 1", "bid auren 2"]
    result = result_of(state)
    left = [worth[lot] - points for lot, points in zip(result.lots, result.points, strict=True)]
    assert max(left) - min(left) <= 1.5, "in the end all lots are about equally good for their price"


def test_bots_that_expect_nothing_take_what_is_free() -> None:
    opening = package("terra-mystica").notation().begin(load("terra-mystica", 4), {"setup": "auction-named"}, 3)
    terms = opening.auction()
    assert terms is not None and not terms.lots
    notation = AuctionNotation(opening, terms)
    state = notation.new_transcript(notation.auction, terms).state
    draws = Draws(1)
    while not state.is_terminal():
        action = answer(opening, state, lambda begun: [20.0] * begun.game.players, draws)
        assert action < MOST_NAMES or state.game.action_text(action).endswith(" 0")
        state.apply(action)
    begun = opening.after_auction(result_of(state))
    assert begun.setup.points_off == (0, 0, 0, 0) and begun.setup.factions == result_of(state).lots
    assert worth_of(opening, result_of(state).lots, lambda begun: begun.scores())


def test_an_auction_is_written_line_by_line_and_read_again() -> None:
    opening = package("terra-mystica").notation().begin(load("terra-mystica", 2), {"setup": "auction"}, 3)
    terms = opening.auction()
    assert terms is not None
    notation = AuctionNotation(opening, terms)
    transcript = notation.new_transcript(notation.auction, terms)
    made(transcript.state, f"bid {terms.lots[1]} 2")
    text = transcript.to_text()
    assert text.endswith(f"auction: bid {terms.lots[1]} 2\n")
    assert notation.read(text).state == transcript.state
    assert package("terra-mystica").notation().read(text).auction() == terms, "the set-up is read without it"


@pytest.mark.parametrize("kind", ["auction", "auction-named"])
def test_every_naming_and_every_bid_that_is_legal_is_offered_and_told(kind: str) -> None:
    parts = package("terra-mystica")
    opening = parts.notation().begin(load("terra-mystica", 3), {"setup": kind}, 3)
    terms = opening.auction()
    assert terms is not None
    notation = AuctionNotation(opening, terms)
    state, draws = notation.new_transcript(notation.auction, terms).state, Draws(5)
    present, names, english = (
        AuctionPresentation(parts.presentation(), opening.state),
        ("Ana", "Ben", "Cleo"),
        words("en"),
    )
    while not state.is_terminal():
        prompt = present.prompt(state, names, english)
        offered = {way.actions for choice in prompt.choices for way in choice.ways}
        assert offered == {(action,) for action in state.legal_actions()}
        assert present.waiting(state, names, english).startswith(names[state.current_player])
        action = draws.pick(state.legal_actions())
        preview = present.preview(
            state, next(w for c in prompt.choices for w in c.ways if w.actions == (action,)), names, english
        )
        assert bool(preview.pays) == (action >= MOST_NAMES)
        state.apply(action)
    told = list(present.log(state, 0, names, english))
    assert len(told) == state.decisions and [entry.decision for entry in told] == list(range(1, state.decisions + 1))
    assert {panel.title for panel in present.panels(state, None, english, colours=("", "", ""), is_open=True)} == {
        present.lot(lot, english).label for lot in result_of(state).lots
    }
