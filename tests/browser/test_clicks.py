"""How many clicks a turn takes, counted at a real table: from the question until the next seat is asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page

from dolmen.contract.content import Choice
from dolmen.games.meduris.rules.record import Phase as MedurisPhase
from dolmen.games.terra_mystica.rules.record import Phase
from dolmen.server.live_table import LiveTable
from tests.browser.hands import Visit, until
from tests.browser.positions import Begun, found, offered, played
from tests.server.people import Server


class Hand:
    """A mouse that counts what it clicks, at the seat that is asked."""

    def __init__(self, visit: Visit, begun: Begun) -> None:
        self._begun, live = begun, begun.live
        assert live.deciding is not None
        self.seat, self._turn = live.deciding, live.state.turn
        self.page: Page = begun.sit(visit, self.seat)
        self.clicks = 0

    def click(self, selector: str) -> None:
        """Click it, and wait for what comes of it."""
        before = self._seen
        self.page.locator(selector).first.click()
        self.clicks += 1
        until(self.page, lambda: self._seen != before, f"what comes of {selector}")

    def place(self, choice: Choice | None, among: Sequence[Choice] = ()) -> None:
        """Click where a choice is lit."""
        assert choice is not None
        number = 1 + list(among or offered(self._begun.live)).index(choice)
        self.click(f":is(#lit, [id^=board-]) .lit[data-choice='{number}']")

    def confirm(self) -> None:
        """Click the green button."""
        self.click("[data-confirm]")

    @property
    def _seen(self) -> tuple[str, int]:
        prompt = self.page.query_selector("#prompt")
        return prompt.inner_html() if prompt else "", self._begun.live.sequence

    def has_ended_turn(self) -> bool:
        """Whether the turn is made: somebody else is asked, or the next turn has begun."""

        def ended() -> bool:
            live = self._begun.live
            return live.deciding != self.seat or live.state.turn != self._turn

        until(self.page, ended, "the end of the turn")  # the button changes its looks before the move is made
        return True


def choice_of(live: LiveTable, group: str, fits: Callable[[Choice], bool] = lambda _choice: True) -> Choice | None:
    """The first choice of a kind that fits."""
    return found(live, lambda choice: choice.group == group and fits(choice))


# ---------------------------------------------------------------------------------------------------- Meduris


def meduris(server: Server, enough: Callable[[LiveTable], object]) -> Begun:
    return played(server, "meduris", 3, lambda live: bool(enough(live)))


def test_a_worker_is_placed_by_one_click_on_the_board_or_on_its_button(visit: Visit, server: Server) -> None:
    begun = meduris(server, lambda live: live.state.record.phase == MedurisPhase.PLACE)
    hand = Hand(visit, begun)
    hand.place(offered(begun.live)[1])
    assert (hand.clicks, hand.has_ended_turn()) == (1, True)
    hand = Hand(visit, begun)
    hand.click(".answers button")
    assert (hand.clicks, hand.has_ended_turn()) == (1, True)


def test_a_hut_is_paid_and_built_by_two_clicks(visit: Visit, server: Server) -> None:
    def paid(live: LiveTable) -> Choice | None:
        return choice_of(live, "hut", lambda choice: bool(choice.cost))

    begun = meduris(server, paid)
    hand = Hand(visit, begun)
    hand.place(paid(begun.live))
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (2, True)


def test_a_big_yield_takes_three_clicks(visit: Visit, server: Server) -> None:
    def worker(live: LiveTable) -> Choice | None:
        return choice_of(live, "move")

    begun = meduris(server, worker)
    hand = Hand(visit, begun)
    moved = worker(begun.live)
    hand.place(moved)
    assert moved is not None
    hand.place(moved.choices[-1], moved.choices)
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (3, True)


def test_a_chip_is_taken_by_one_click(visit: Visit, server: Server) -> None:
    begun = meduris(server, lambda live: live.deciding is not None and live.state.record.phase == MedurisPhase.TAKE)
    before = begun.live.state.decisions
    hand = Hand(visit, begun)
    hand.click(".answers button")
    assert hand.clicks == 1 and begun.live.state.decisions > before


# ---------------------------------------------------------------------------------------------------- Terra Mystica


def terra_mystica(server: Server, enough: Callable[[LiveTable], object], seed: int = 5) -> Begun:
    return played(server, "terra-mystica", 3, lambda live: bool(enough(live)), seed)


def plain_dwelling(live: LiveTable) -> Choice | None:
    return choice_of(live, "build")


def trading_post(live: LiveTable) -> Choice | None:
    return choice_of(live, "raise", lambda choice: choice.more == "trading post")


@pytest.mark.parametrize("deed", [plain_dwelling, trading_post])
def test_a_dwelling_or_a_trading_post_takes_two_clicks(
    visit: Visit, server: Server, deed: Callable[[LiveTable], Choice | None]
) -> None:
    begun = terra_mystica(server, deed)
    hand = Hand(visit, begun)
    hand.place(deed(begun.live))
    assert "end turn" in hand.page.inner_text("[data-confirm]")
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (2, True)


def test_a_second_click_on_the_chosen_hex_is_the_green_button(visit: Visit, server: Server) -> None:
    begun = terra_mystica(server, plain_dwelling)
    hand = Hand(visit, begun)
    for _ in range(2):
        hand.place(plain_dwelling(begun.live))
    assert (hand.clicks, hand.has_ended_turn()) == (2, True)


def test_a_temple_with_its_favour_takes_four_clicks(visit: Visit, server: Server) -> None:
    def temple(live: LiveTable) -> Choice | None:
        return choice_of(live, "raise", lambda choice: "temple" in choice.detail)

    begun = terra_mystica(server, temple)
    hand = Hand(visit, begun)
    hand.place(temple(begun.live))
    assert hand.page.locator(".lines [aria-checked=true]").inner_text().strip().startswith("1")
    hand.confirm()
    assert begun.live.state.record.favours_due
    hand.click("#prompt .pictures .choice")
    assert "end turn" in hand.page.inner_text("[data-confirm]")
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (4, True)


def test_a_spade_action_with_a_dwelling_takes_three_clicks_at_its_hex(visit: Visit, server: Server) -> None:
    def through(live: LiveTable) -> Choice | None:
        return choice_of(live, "build", lambda choice: any("action" in one.label for one in choice.choices[1:]))

    begun = terra_mystica(server, through)
    hand = Hand(visit, begun)
    chosen = through(begun.live)
    hand.place(chosen)
    assert chosen is not None
    number = next(place for place, one in enumerate(chosen.choices, start=1) if place > 1 and "action" in one.label)
    hand.click(f"#line-{number}")
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (3, True)
    record = begun.live.state.record
    assert record.power_used, "the power action is covered now"


def test_power_is_taken_by_one_click_and_then_always_where_it_is_free(visit: Visit, server: Server) -> None:
    begun = terra_mystica(server, lambda live: live.state.record.phase == Phase.OFFER)
    hand = Hand(visit, begun)
    assert hand.page.is_checked(".settles input")
    assert "your turn" not in hand.page.title().lower() and hand.page.inner_text("#prompt .tag") == "You answer"
    hand.click(".answers button")
    assert (hand.clicks == 1 and begun.live.state.record.phase != Phase.OFFER) or begun.live.deciding != hand.seat
    until(hand.page, lambda: begun.live.conduct.answers.get(hand.seat) == {"power": "0"}, "what is settled")


def test_passing_takes_two_clicks(visit: Visit, server: Server) -> None:
    def passing(live: LiveTable) -> Choice | None:
        return choice_of(live, "pass")

    begun = terra_mystica(server, passing)
    hand = Hand(visit, begun)
    hand.place(passing(begun.live))
    hand.confirm()
    assert (hand.clicks, hand.has_ended_turn()) == (2, True)
