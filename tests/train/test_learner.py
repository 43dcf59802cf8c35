"""The learner learns, repeats itself, goes on exactly, and its policy plays without PyTorch. `make test-train`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from dolmen.analysis.simulate import simulate
from dolmen.arena.entrants import enter
from dolmen.batch import Batch
from dolmen.bots import LEVEL
from dolmen.bots.learned import LearnedBot
from dolmen.cli import main
from dolmen.contract.registry import games, load
from dolmen.core.draws import Draws
from dolmen.core.errors import InvalidSetup, NoGpu, UnknownBot
from dolmen.train import learner as learning
from dolmen.train.checkpoint import RunTerms, export, take_weights
from dolmen.train.curve import draw
from dolmen.train.judge import judge
from dolmen.train.learner import Learner
from dolmen.train.model import ILLEGAL, new_network
from dolmen.train.positions import kinds_of, read_positions, save_positions
from dolmen.train.ppo import new_optimizer, next_entropy_weight, update
from dolmen.train.rollout import TRACE, Rollout, drawn


@pytest.fixture(autouse=True)
def short_rollouts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A few steps are enough, and one thread: the machine may be busy."""
    monkeypatch.setattr(learning, "STEPS", 6)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def new_learner(key: str = "meduris", players: int = 2, seed: int = 5) -> Learner:
    return Learner(RunTerms(key, players, 8, seed, 32), "cpu")


def weights_of(learner: Learner) -> Any:
    return torch.cat([weights.flatten() for weights in learner.network.state_dict().values()])


def test_updates_on_the_same_decisions_lower_the_loss() -> None:
    learner = new_learner()
    rollout = learner.collector.collect(learner.network, learner.generator)
    rollout.goes_on.zero_()
    decides = rollout.players.unsqueeze(-1) == torch.arange(2)
    rollout.rewards.zero_()
    rollout.rewards[..., 2:] = decides.float()  # every decision ends a game, and whoever makes it wins: that is learned
    losses = [update(learner.network, learner.optimizer, rollout, learner.generator)["value_loss"] for _ in range(4)]
    assert losses[-1] < losses[0] / 2


def test_a_decision_that_is_rewarded_becomes_likelier() -> None:
    game = load("meduris", 2)
    network = new_network(game, 32, 1)
    generator = torch.Generator().manual_seed(1)
    masks = torch.zeros((1, 64, game.num_actions), dtype=torch.bool)
    masks[:, :, :2] = True
    observations = torch.zeros((1, 64, game.observation_size))
    actions = (torch.arange(64) % 2).reshape(1, 64)
    before = network(observations[0, :1], masks[0, :1])[0].exp()[0]
    rewards = torch.zeros((1, 64, 4))
    rewards[0, :, 0] = actions[0]  # seat 0 decides: action 1 is rewarded, action 0 is not
    rollout = Rollout(
        observations=observations,
        masks=masks,
        players=torch.zeros((1, 64), dtype=torch.int64),
        actions=actions,
        log_probabilities=before[actions].log().detach(),
        values=torch.zeros((2, 64, 4)),
        rewards=rewards,
        goes_on=torch.zeros((1, 64)),
        discount=1.0,
    )
    update(network, new_optimizer(network), rollout, generator)
    after = network(observations[0, :1], masks[0, :1])[0].exp()[0]
    assert after[1] > before[1] and after[2:].sum() == 0


def test_actions_are_drawn_as_likely_as_the_network_says(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = torch.tensor([0.5, 0.3, 0.2]).log().tolist()
    probabilities = torch.tensor([[*chances, ILLEGAL]]).expand(100_000, 4)
    actions = drawn(probabilities, torch.Generator().manual_seed(1))
    assert torch.allclose(actions.bincount(minlength=4) / 100_000, torch.tensor([0.5, 0.3, 0.2, 0.0]), atol=0.01)
    for outermost in (0.0, 1 - 2.0**-24):
        monkeypatch.setattr(torch, "rand", lambda shape, number=outermost, **_: torch.full(shape, number))
        assert drawn(torch.tensor([[ILLEGAL, 0.0, ILLEGAL]]), None).tolist() == [1]


def test_advantages_run_along_each_seats_own_stream_and_stop_at_the_end_of_a_game() -> None:
    values = torch.tensor([[[0.5, -0.5]], [[0.2, -0.2]], [[9.0, 9.0]]])
    rewards = torch.tensor([[[0.0, 0.0]], [[1.0, -1.0]]])
    nothing: Any = None
    goes_on = torch.tensor([[1.0], [0.0]])
    rollout = Rollout(nothing, nothing, nothing, nothing, nothing, values, rewards, goes_on, discount=0.9)
    last = torch.tensor([1.0 - 0.2, -1.0 + 0.2])
    first = 0.9 * torch.tensor([0.2, -0.2]) - torch.tensor([0.5, -0.5]) + 0.9 * TRACE * last
    assert torch.allclose(rollout.advantages(), torch.stack([first, last]).unsqueeze(1))


def test_the_same_seed_learns_the_same_and_another_seed_does_not() -> None:
    learners = [new_learner(seed=seed) for seed in (5, 5, 6)]
    for learner in learners:
        learner.learn_once()
        learner.learn_once()
    same, again, other = map(weights_of, learners)
    assert torch.equal(same, again) and not torch.equal(same, other)


@pytest.mark.parametrize(("key", "players"), [("meduris", 3), ("terra-mystica", 4)])
def test_a_run_goes_on_exactly_where_its_checkpoint_left_it(key: str, players: int, tmp_path: Path) -> None:
    learner = new_learner(key, players)
    learner.learn_once()
    learner.rows.append({"minutes": 0.5, "points": 12.0, "decisions": 48})
    learner.save(tmp_path)
    resumed = Learner.resumed(tmp_path, "cpu", key, {"players": players, "games": None, "seed": 5})
    assert (resumed.iteration, resumed.decisions, resumed.rows) == (1, 48, learner.rows)
    assert resumed.learn_once() == learner.learn_once()
    assert torch.equal(weights_of(resumed), weights_of(learner))
    assert resumed.batch.records.tobytes() == learner.batch.records.tobytes()


def test_a_restored_batch_plays_on_as_the_first_one_does() -> None:
    game = load("meduris", 3)
    first, second = Batch(game, 8), Batch(game, 8)
    first.reset(9)
    first.play(Batch.random_actions, 300)
    second.restore(first.snapshot())
    for _ in range(200):
        assert (first.observe() == second.observe()).all()
        assert (first.legal_mask() == second.legal_mask()).all()
        first.step(first.random_actions())
        second.step(second.random_actions())
    assert first.records.tobytes() == second.records.tobytes()
    assert first.statistics() == second.statistics()


def test_a_checkpoint_of_something_else_is_refused_in_one_sentence(tmp_path: Path) -> None:
    new_learner().save(tmp_path)
    with pytest.raises(InvalidSetup, match="has game meduris, not terra-mystica"):
        Learner.resumed(tmp_path, "cpu", "terra-mystica", {})
    with pytest.raises(InvalidSetup, match="has players 2, not 3"):
        Learner.resumed(tmp_path, "cpu", "meduris", {"players": 3})
    with pytest.raises(InvalidSetup, match=r"has discount 0\.995, not 0\.9"):
        Learner.resumed(tmp_path, "cpu", "meduris", {"discount": 0.9})
    kept = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    torch.save({**kept, "observation_version": 99}, tmp_path / "checkpoint.pt")
    with pytest.raises(InvalidSetup, match="has observation version 99, not 1"):
        Learner.resumed(tmp_path, "cpu", "meduris", {})
    odd = {"network": {}, "optimizer": {}, "records": kept["records"][:9], "slots": None, "width": 7}
    for name, value in odd.items():
        torch.save({**kept, name: value}, tmp_path / "checkpoint.pt")
        with pytest.raises(InvalidSetup, match="is no whole checkpoint"):
            Learner.resumed(tmp_path, "cpu", "meduris", {})
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(InvalidSetup, match="is no checkpoint"):
        Learner.resumed(tmp_path, "cpu", "meduris", {})
    with pytest.raises(InvalidSetup, match="there is no"):
        Learner.resumed(tmp_path / "elsewhere", "cpu", "meduris", {})


@pytest.mark.parametrize("key", list(games()))
def test_the_bot_thinks_what_the_network_thinks_and_decides_by_the_rules(key: str, tmp_path: Path) -> None:
    game = load(key, 2)
    network = new_network(game, 32, 3)
    export(tmp_path / "policy.npz", network, game, 1)
    bot = enter(f"learned:{tmp_path / 'policy.npz'}", key)
    assert isinstance(bot, LearnedBot)
    transcript, _ = simulate(game, [bot, bot], seed=4, number=0, max_turns=6)
    state = transcript.state
    if state.current_player < 0:
        state.undo()
    legal = state.legal_actions()
    mask = torch.zeros((1, game.num_actions), dtype=torch.bool)
    mask[0, legal] = True
    seen = torch.from_numpy(state.observation(state.current_player)).unsqueeze(0)
    with torch.no_grad():
        wanted = network(seen, mask)[0][0, legal].numpy()
    logits = bot.logits(state)[legal]
    shifted = logits - np.log(np.exp(logits).sum())
    assert np.allclose(shifted, wanted, atol=2e-3)
    assert bot.choose(state, LEVEL, Draws(1)) in legal


def test_the_kinds_of_a_game_are_its_switches_on_and_off() -> None:
    assert [game.players for game in kinds_of("meduris", 2)] == [2]
    assert len(kinds_of("terra-mystica", 4, ("standard",))) == len(kinds_of("terra-mystica", 4, ("colours",))) == 2**5


def test_a_run_begins_with_positions_and_with_weights_of_another(tmp_path: Path) -> None:
    game = load("meduris", 2)
    state = game.new_state(seed=3)
    while not state.turn:
        state.apply(state.legal_actions()[0])
    save_positions(tmp_path / "positions.npz", game, game.open_records(), state.records)
    pool = read_positions(tmp_path / "positions.npz", game)
    assert pool.drawn == 1 and pool.starts[1].tobytes() == state.records.tobytes()
    with pytest.raises(InvalidSetup, match="has players 2, not 3"):
        read_positions(tmp_path / "positions.npz", load("meduris", 3))
    with pytest.raises(InvalidSetup, match="holds no positions"):
        read_positions(tmp_path / "nothing.npz", game)
    common = ["train", "meduris", "--minutes", "0.001", "--games", "8", "--judged-games", "0", "--width", "16"]
    first, second = tmp_path / "first", tmp_path / "second"
    words = ["--positions", str(tmp_path / "positions.npz"), "--entropy", "0.5", "--blocks", "3"]
    assert main([*common, *words, "--out", str(first)]) == 0
    assert main([*common, "--blocks", "3", "--begin-with", str(first / "policy.npz"), "--out", str(second)]) == 0
    other = new_network(game, 16, 9)
    with pytest.raises(InvalidSetup, match="holds no weights to begin with|another size"):
        take_weights(first / "policy.npz", new_network(game, 32, 9, blocks=3), game)
    with pytest.raises(InvalidSetup, match="has game meduris, not terra-mystica"):
        take_weights(first / "policy.npz", other, load("terra-mystica", 2))


def test_uncertainty_is_kept_up_where_it_is_wanted() -> None:
    assert next_entropy_weight(0.01, 0.2, 0.0) == 0.01
    assert next_entropy_weight(0.01, 0.2, 0.4) > 0.01 > next_entropy_weight(0.01, 0.5, 0.4)
    assert next_entropy_weight(0.1, 0.2, 0.4) == 0.1


def test_weights_that_do_not_fit_are_refused_in_one_sentence(tmp_path: Path) -> None:
    game = load("meduris", 2)
    path = tmp_path / "policy.npz"
    export(path, new_network(game, 32, 3), game, 1)
    with pytest.raises(UnknownBot, match="was trained for meduris, not for terra-mystica"):
        LearnedBot("terra-mystica", str(path))
    kept = dict(np.load(path))
    about = json.loads(str(kept["about"]))
    other = str(tmp_path / "other.npz")
    np.savez(other, **{**kept, "about": np.array(json.dumps({**about, "observation_version": 99}))})
    with pytest.raises(UnknownBot, match="was trained for layout 99 and 236 actions"):
        LearnedBot("meduris", other)
    np.savez(other, **{**kept, "first.weight": kept["first.weight"][:, :50]})
    with pytest.raises(UnknownBot, match=r"\(50 numbers seen\)"):
        LearnedBot("meduris", other)
    for layer in ("first.bias", "blocks.0.weight", "blocks.1.bias", "policy.weight"):
        np.savez(other, **{**kept, layer: kept[layer][:3]})
        with pytest.raises(UnknownBot, match="holds no weights"):
            LearnedBot("meduris", other)
    with pytest.raises(UnknownBot, match="cannot be read: No such file"):
        LearnedBot("meduris", str(tmp_path / "nothing.npz"))
    for wrong in (b"", b"nonsense", path.read_bytes()[:5000]):
        path.write_bytes(wrong)
        with pytest.raises(UnknownBot, match="holds no weights"):
            LearnedBot("meduris", str(path))
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(UnknownBot, match="holds no weights"):
        LearnedBot("meduris", str(tmp_path / "array.npy"))


def test_the_judge_counts_victories_by_the_arenas_rules(tmp_path: Path) -> None:
    game = load("meduris", 2)
    export(tmp_path / "policy.npz", new_network(game, 32, 3), game, 1)
    figures = judge(str(tmp_path / "policy.npz"), "meduris", 2, 2)
    assert figures["games"] == 2 and 0 <= figures["random"] <= 1 and 0 <= figures["greedy"] <= 1


def test_the_command_trains_writes_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    line = ["train", "meduris", "--minutes", "0.001", "--games", "8", "--out", str(folder), "--judged-games", "0"]
    assert main([*line, "--json"]) == 0
    row = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert row["iteration"] == 1 and row["decisions"] == 48
    assert sorted(path.name for path in folder.iterdir()) == [
        "checkpoint.pt",
        "curve.jsonl",
        "curve.svg",
        "policy.npz",
    ]
    assert main(line) == 1
    assert "holds a run already" in capsys.readouterr().err
    assert main([*line, "--resume"]) == 0
    rows = [json.loads(line) for line in (folder / "curve.jsonl").read_text().splitlines()]
    assert len(rows) == 3 and rows[1]["resumed"]
    assert "stroke-dasharray" in (folder / "curve.svg").read_text()
    assert "policy.npz" in capsys.readouterr().out


def test_what_cannot_be_trained_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "meduris", "--players", "7"]) == 1
    assert capsys.readouterr().err == "dolmen: Meduris is for 2 to 4 players, not 7\n"
    for name, value in (("--begin-with", "old.npz"), ("--entropy", "0.5")):
        assert main(["train", "meduris", "--resume", name, value]) == 1
        assert capsys.readouterr().err == f"dolmen: {name} is for a new run: --resume goes on with what there is\n"
    for wrong in ("0", "-1", "nan", "soon"):
        with pytest.raises(SystemExit):
            main(["train", "meduris", "--minutes", wrong])
        assert "must be a number of minutes" in capsys.readouterr().err


def test_without_a_card_the_message_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(NoGpu, match="--device cpu needs none"):
        Learner(RunTerms("meduris", 2, 8, 0, 32), "cuda")


def test_the_curve_is_drawn_with_any_number_of_rows() -> None:
    rows: list[dict[str, Any]] = [{"minutes": 0.1, "points": 5.0, "decisions": 100}]
    assert "circle" in draw(rows, "one row")
    rows += [
        {"minutes": 0.2, "points": 6.0, "decisions": 200},
        {"minutes": 0.2, "random": 1.0, "greedy": 0.5, "games": 4},
    ]
    assert "polyline" in draw(rows, "three rows")
    assert "0.2 minutes, 0.0 million decisions; 4 games" in draw(rows, "three rows")
    assert draw([], "none").startswith("<svg")


def test_the_python_of_the_tutorial_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = Path(__file__).parents[2] / "docs" / "tutorial" / "train-a-policy.md"
    (block,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    exec(compile(block, str(page), "exec"), {"__name__": page.stem})
    assert capsys.readouterr().out.count("policy_loss") == 10
