"""The database as a whole: backed up, restored, examined, tidied, brought to another form."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from dolmen.cli.admin.deed import Deed, add_what, bar, needed, store_of, url_of
from dolmen.cli.common import print_json, whole_number
from dolmen.core.errors import InvalidSetup

if TYPE_CHECKING:
    from dolmen.server.doctor import Report

DAY = 24 * 3600 * 1000
"""Milliseconds."""


# ------------------------------------------------------------------------------------------------ backups


def _add_backup(parser: argparse.ArgumentParser) -> None:
    add_what("FILE", "the new file; --out FILE is the same")(parser)
    parser.add_argument("--force", action="store_true", help="replace a file that is there already")


def _backup(arguments: argparse.Namespace) -> int:
    from dolmen.store.backup import back_up

    file = arguments.what or arguments.out
    if file is None:
        raise InvalidSetup("admin backup needs a FILE")
    reports: list[Report] = []
    with store_of(arguments) as store, bar("backup") as step:
        back_up(store.engine, Path(file), lambda copy: reports.append(_played(copy)), step, force=arguments.force)
    print(f"backed up into {file}: {_told(reports[0])}; it is read by: dolmen admin restore {file}")
    return 0


def _played(copy: str) -> Report:
    """Play every table of a backup."""
    from contextlib import closing

    from dolmen.server.doctor import Report, play_all
    from dolmen.store import Store

    report = Report({})
    with closing(Store(copy)) as store, bar("playing every table") as step:
        play_all(store, report, lambda done, total: step("", done, total))
    return report


def _told(report: Report) -> str:
    wrong = len({finding.table for finding in report.findings if finding.is_wrong})
    said = f"{report.tables} tables, each played through"
    return said + (f", {wrong} of them with something wrong (see: dolmen admin doctor)" if wrong else ", all sound")


def _add_restore(parser: argparse.ArgumentParser) -> None:
    add_what("FILE", "what 'admin backup' wrote, from SQLite or PostgreSQL")(parser)
    parser.add_argument("--force", action="store_true", help="also where the database holds tables: they are replaced")


def _restore(arguments: argparse.Namespace) -> int:
    from dolmen.store.backup import copy_of, disposed, restore
    from dolmen.store.engine import called, open_engine

    file = needed(arguments, "a file")
    target = open_engine(url_of(arguments))
    with disposed(target), copy_of(Path(file)) as copy:
        report = _played(copy)
        with bar("restore") as step:
            restore(copy, target, step, force=arguments.force)
        print(f"restored {file} into {called(target)}: {_told(report)}")
    return 0


# ------------------------------------------------------------------------------------------------ health


def _doctor(arguments: argparse.Namespace) -> int:
    from dolmen.server.doctor import examine

    with store_of(arguments) as store, bar("playing every table") as step:
        report = examine(store, lambda done, total: step("", done, total))
    if arguments.json:
        print_json(report.to_json())
    else:
        _print(report)
    return 0 if report.is_sound else 1


def _print(report: Report) -> None:
    for name, value in report.facts.items():
        text = ", ".join(f"{key} {one}" for key, one in value.items()) if isinstance(value, dict) else value
        print(f"{name + ':':10} {text}")
    for finding in report.findings:
        where = f"table {finding.table}: " if finding.table else ""
        print(f"{'WRONG' if finding.is_wrong else 'note'}:{'':4} {where}{finding.text}")
    print(f"{report.tables} tables played through: {'all is sound' if report.is_sound else 'not all is sound'}")


# ------------------------------------------------------------------------------------------------ tidying


def _add_prune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--days", type=whole_number(1, 36_500), required=True, metavar="N", help="untouched for so long"
    )
    parser.add_argument("--abandoned", action="store_true", help="also tables that are still played at")
    parser.add_argument("--guests", action="store_true", help="also guests without an account who sit nowhere")
    parser.add_argument("--yes", action="store_true", help="delete it; without this, only say what would go")


def _prune(arguments: argparse.Namespace) -> int:
    from dolmen.store import now
    from dolmen.store.pruning import idle_guests, untouched_tables, untouched_tournaments

    before = now() - arguments.days * DAY
    with store_of(arguments) as store:
        tables = untouched_tables(store, before, abandoned=arguments.abandoned)
        tournaments = untouched_tournaments(store, before, abandoned=arguments.abandoned)
        ids, over = {table.id for table in tables}, {one.id for one in tournaments}
        guests = idle_guests(store, before, ids | over) if arguments.guests else []
        for table in tables:
            print(f"{table.id}  {table.game:14} {table.status:9} {table.name}")
        for one in tournaments:
            print(f"{one.id}  {one.game:14} {one.status:9} {one.name} (tournament)")
        if arguments.yes:
            for table_id in ids:
                store.delete_table(table_id)
            for tournament_id in over:
                store.delete_tournament(tournament_id)
            for guest in guests:
                store.delete_player(guest)
        file = "" if store.is_postgres else "; the file shrinks when it is backed up and restored, or by VACUUM"
    said = "deleted" if arguments.yes else "would go (say --yes)"
    cups = f", {len(tournaments)} tournaments" if tournaments else ""
    print(f"{len(tables)} tables{cups} and {len(guests)} guests {said}{file}", file=sys.stderr)
    return 0


# ------------------------------------------------------------------------------------------------ forms


def _migrate(arguments: argparse.Namespace) -> int:
    from dolmen.store.backup import disposed
    from dolmen.store.engine import NEWEST, called, migrate, open_engine
    from dolmen.store.server_lock import alone

    engine = open_engine(url_of(arguments))
    with disposed(engine), alone(engine, "dolmen admin migrate"):
        migrate(engine, arguments.what or NEWEST)
    print(f"{called(engine)} has form {arguments.what or 'of this version'} now")
    return 0


DEEDS = (
    Deed(
        "backup",
        "everything into one file, while the server runs; of SQLite and PostgreSQL alike",
        "backup dolmen-2026-11-17.sqlite",
        _backup,
        _add_backup,
    ),
    Deed(
        "restore",
        "everything from a backup, into SQLite or PostgreSQL; the server must be stopped",
        "restore dolmen-2026-11-17.sqlite --force",
        _restore,
        _add_restore,
    ),
    Deed(
        "doctor",
        "look through the database and play every table; exit status 1 if something is wrong",
        "doctor",
        _doctor,
    ),
    Deed(
        "prune",
        "delete tables (and guests) that nobody touched for some days; says first what would go",
        "prune --days 365 --guests --yes",
        _prune,
        _add_prune,
    ),
    Deed(
        "migrate",
        "bring the database to the form of this version, or to an older one before going back to an older Dolmen",
        "migrate 0002",
        _migrate,
        add_what("FORM", "the form, as 'admin doctor' tells it (default: the newest)"),
    ),
)
