"""The protocol by which papers measure: fixed terms, and opponents that play as they always did."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from dolmen.arena import Folder, Terms, play_match, report
from dolmen.arena.protocol import (
    GAMES,
    OPPONENTS,
    PROTOCOL_VERSION,
    SEED,
    opponents_of,
    players_of,
    setups_of,
    terms_of,
)
from dolmen.arena.summary import follows_protocol, summary
from dolmen.contract.registry import games, load
from dolmen.contract.versions import versions_of
from dolmen.core.errors import InvalidSetup

GOLDEN = Path(__file__).parent / "golden" / "protocol.txt"


def fingerprint(game: str, players: int, opponent: str) -> str:
    """How an opponent plays a whole game, with a part of its visits: it may think otherwise in its last round alone."""
    terms = terms_of(game, players, "greedy" if opponent == "random" else "random", opponent)
    _, text = play_match(replace(terms, share=0.02), 0)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def golden_text() -> str:
    """What the golden file holds: `make golden` writes it."""
    lines = [f"protocol {PROTOCOL_VERSION}, seed {SEED}, {GAMES} games"]
    for game in games():
        lines.append(f"{game}, rules {versions_of(game)['rules']}")
        lines += [
            f"{players} players, {opponent}: {fingerprint(game, players, opponent)}"
            for players in players_of(game)
            for opponent in OPPONENTS
        ]
    return "\n".join(lines) + "\n"


def test_the_opponents_play_as_they_did() -> None:
    """Where this fails, results are no longer comparable: raise PROTOCOL_VERSION, then `make golden`."""
    assert golden_text() == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", list(games()))
def test_every_number_of_players_has_about_as_many_games(game: str) -> None:
    meta = load(game).meta
    assert list(players_of(game)) == list(range(meta.min_players, meta.max_players + 1))
    for players in players_of(game):
        assert setups_of(players) * players == GAMES
        assert setups_of(players, quick=True) == GAMES // players // 10


def test_an_entrant_meets_one_opponent_at_all_other_seats() -> None:
    terms = terms_of("meduris", 3, "expert", "greedy")
    assert terms.bots == ("expert", "greedy", "greedy") and len(terms.schedule().block) == 3
    assert (terms.seed, terms.share, terms.threads, terms.max_turns) == (SEED, 1.0, 1, None)
    assert opponents_of("meduris", "greedy") == ("random", "strong")
    with pytest.raises(InvalidSetup, match="Meduris is evaluated with 2 to 4 players, not 5"):
        terms_of("meduris", 5, "expert", "greedy")


def test_a_summary_says_all_that_is_needed_to_repeat_it() -> None:
    terms = terms_of("meduris", 2, "random", "greedy")
    told = summary(terms, report([play_match(terms, number)[0] for number in range(2)]))
    assert told["versions"] == {**versions_of("meduris"), "protocol": PROTOCOL_VERSION}
    assert (told["seed"], told["games"], told["setups"], told["visits"]) == (SEED, 2, 1, {})
    other = replace(terms, bots=("strong", "novice"), share=0.1)
    told = summary(other, report([]))
    assert told["versions"]["protocol"] is None and told["visits"] == {"strong": 400, "novice": 3}


@pytest.mark.parametrize(
    "change",
    [{"seed": 1}, {"share": 0.5}, {"threads": 2}, {"max_turns": 9}, {"answer_seconds": 1.0}, {"bots": ("greedy",) * 2}],
)
def test_other_terms_are_not_the_protocols(change: dict[str, object]) -> None:
    terms = terms_of("meduris", 2, "random", "greedy")
    assert follows_protocol(terms) and not follows_protocol(replace(terms, **change))  # type: ignore[arg-type]


def test_games_of_another_version_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = Terms("meduris", 2, ("random", "greedy"))
    Folder(tmp_path / "x", terms)
    monkeypatch.setattr("dolmen.arena.folder.versions_of", lambda _: {**versions_of("meduris"), "rules": 9})
    with pytest.raises(InvalidSetup, match="holds another arena's games: rules version 1, not 9"):
        Folder(tmp_path / "x", terms)
