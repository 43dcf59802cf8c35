"""Writes the generated parts of the documentation: `make docs`. Tests look whether they are complete."""

from __future__ import annotations

import argparse
import os
from io import StringIO
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.text import Text

from dolmen.arena.leaderboard import Leaderboard, cell, tables
from dolmen.arena.protocol import GAMES, OPPONENTS, PROTOCOL_VERSION, baselines_of
from dolmen.cli import COMMANDS, make_parser
from dolmen.contract.game import Game
from dolmen.contract.registry import find, games, load, package

DOCS = Path(__file__).parent

SVG_FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<title>Meduris at the terminal</title>
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", "Cascadia Mono", Menlo, monospace; font-size: {char_height}px;
  line-height: {line_height}px; font-variant-east-asian: full-width; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The frame of a terminal picture: like Rich's own, but without fonts from elsewhere."""


def command_line() -> str:
    """Every command with its help."""
    os.environ["COLUMNS"] = "100"
    parser = make_parser()
    commands = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    text = ["# The command line", "", "Written by `make docs` from the commands' own help.", ""]
    for name in COMMANDS:
        text += _help(f"## dolmen {name}", commands.choices[name])
    return "\n".join(text)


def _help(title: str, parser: argparse.ArgumentParser) -> list[str]:
    """The help of a command, and of each of its own commands."""
    text = [title, "", "```text", parser.format_help().rstrip(), "```", ""]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, deed in action.choices.items():
                text += _help(f"#{title} {name}", deed)
    return text


def action_table(key: str) -> str:
    """Every action id of a game, neighbours of one kind in one row."""
    game = load(key)
    text = [f"# {game.meta.title}: the action table", ""]
    text += [f"Written by `make docs`. {game.num_actions} ids; they are frozen: new ones are appended.", ""]
    text += action_kinds(game)
    text += ["| id | text | | id | text |", "|---|---|---|---|---|"]
    half = (game.num_actions + 1) // 2
    for left in range(half):
        right = left + half
        last = f"| {right} | `{game.action_text(right)}` |" if right < game.num_actions else "| | |"
        text.append(f"| {left} | `{game.action_text(left)}` | {last}")
    return "\n".join(text) + "\n"


def action_kinds(game: Game) -> list[str]:
    """The kinds of a game's actions, each with its ids, which stand side by side."""
    text = [
        "## By kind",
        "",
        "`game.decode(id)` is an action of one of these classes, `game.encode(action)` its id again.",
        "",
    ]
    text += ["| ids | class | what it does | the first |", "|---|---|---|---|"]
    for kind, ids in groupby(range(game.num_actions), key=lambda action: type(game.decode(action))):
        first, *more = ids
        numbers = f"{first} to {more[-1]}" if more else str(first)
        does = (kind.__doc__ or "").partition("\n")[0]
        text.append(f"| {numbers} | {kind.__name__} | {does} | `{game.action_text(first)}` |")
    return [*text, "", "## One by one", ""]


def observation_table(key: str) -> str:
    """Every part of a game's observation."""
    game = load(key)
    text = [f"# {game.meta.title}: the observation", ""]
    text += [
        f"Written by `make docs`. Layout {game.observation_version}: {game.observation_size} numbers (float32).",
        "Seats are told relative to the one that looks: itself first, then clockwise; empty seats are zero.",
        "Parts marked with a star are turned towards the own seat in other ways, too.",
        "In Python: `game.observation_parts()`.",
        "",
        "| from | to | shape | part | meaning |",
        "|---|---|---|---|---|",
    ]
    for part in game.observation_parts():
        shape = " × ".join(map(str, part.shape))
        star = " \\*" if part.own else ""
        last = part.offset + part.size - 1
        text.append(f"| {part.offset} | {last} | {shape} | `{part.name}`{star} | {part.meaning} |")
    return "\n".join(text) + "\n"


def leaderboard() -> str:
    """The results in bench/leaderboard.json, side by side."""
    rows = Leaderboard(DOCS.parent / "bench" / "leaderboard.json").current()
    text = [
        "# The leaderboard",
        "",
        "Written by `make docs` from `bench/leaderboard.json`. How it is played, and how to enter one's own bot:",
        "[for papers](papers.md).",
        "",
        "Shares of the victories, with intervals at 95 %, of so many games; the strongest opponent decides the order.",
        f"A star marks what has fewer games than the protocol wants ({GAMES}). Visits are the positions that a bot of",
        "ours looks at for a decision: all that its level has. The file holds the mean points of both sides, too.",
        "",
    ]
    for (key, players), entries in tables(rows).items():
        rules = find(key).rules_version
        text += [
            f"## {find(key).title}, {players} players",
            "",
            f"Protocol {PROTOCOL_VERSION}, rules {rules}; even: {1 / players:.0%}.",
            "",
        ]
        text += [
            "| bot | by | visits | " + " | ".join(f"against {one}" for one in OPPONENTS) + " |",
            "|---" * (3 + len(OPPONENTS)) + "|",
        ]
        for name, met in entries:
            row = next(iter(met.values()))
            told = [name, row.by, f"{row.visits.get(row.entrant, '')}", *(cell(name, met, one) for one in OPPONENTS)]
            text.append(f"| {' | '.join(told)} |")
        text.append("")
        if left := [name for name in baselines_of(key, players) if name not in dict(entries)]:
            text += [f"Of our own bots, not yet: {', '.join(left)}.", ""]
    return "\n".join(text)


def terminal_picture() -> str:
    """A position of a greedy game, as a person at the terminal sees it."""
    from dolmen.analysis.replay import begin
    from dolmen.bots import LEVEL, find_bot
    from dolmen.core.draws import Draws
    from dolmen.core.words import words
    from dolmen.games.meduris.rules.record import Phase
    from dolmen.terminal.screen import Screen, choice_label, group_label

    console = Console(record=True, width=100, file=StringIO(), force_terminal=True, color_system="truecolor")
    state = begin(load("meduris", 3), 7).state
    bot = find_bot("greedy", "meduris")
    draws = Draws(7, 1)
    while not (state.turn > 33 and state.record.phase == Phase.ACT and state.current_player == 0):
        legal = state.legal_actions()
        state.apply_trusted(draws.pick(legal) if state.is_chance() else bot.decide(state, LEVEL, draws))
    names, reader = ("Ana", "Ben", "Cleo"), words("en")
    presentation = package("meduris").presentation()
    screen = Screen(console, presentation, names, reader)
    screen.entries(list(presentation.log(state, 0, names, reader))[-5:], "dim")
    screen.board(state, 0)
    prompt = presentation.prompt(state, names, reader)
    huts = [choice for choice in prompt.choices if choice.group == "hut"]
    kinds = [(group, [choice for choice in prompt.choices if choice.group == group.key]) for group in prompt.groups]
    labels = [group_label(group, len(choices)) for group, choices in kinds]
    screen.question(f"{prompt.eyebrow}: {prompt.question}", labels)
    console.print(Text.assemble(("> ", "bold"), "h"))
    screen.question("Where will the hut stand?", [choice_label(choice) for choice in huts[:4]])
    console.print(Text.assemble(("> ", "bold"), "? 1"))
    screen.explain_choice(state, huts[0])
    return console.export_svg(title="dolmen play meduris", code_format=SVG_FRAME, unique_id="dolmen")


def main() -> None:
    """Write everything."""
    (DOCS / "cli.md").write_text(command_line(), encoding="utf-8")
    for meta in games().values():
        folder = DOCS / "games" / meta.key
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "actions.md").write_text(action_table(meta.key), encoding="utf-8")
        (folder / "observation.md").write_text(observation_table(meta.key), encoding="utf-8")
    (DOCS / "leaderboard.md").write_text(leaderboard(), encoding="utf-8")
    (DOCS / "pictures" / "terminal.svg").write_text(terminal_picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
