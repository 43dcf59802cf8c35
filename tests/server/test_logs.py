"""What a server logs: plain lines with time and level, or JSON; nothing of who visits."""

from __future__ import annotations

import json
import logging
import re

import pytest

from dolmen.server.logs import set_up_logs


def test_a_line_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    logging.getLogger("uvicorn").propagate = True  # servers of other tests have set it up as uvicorn does
    set_up_logs(as_json=True)
    log = logging.getLogger("dolmen.server")
    log.warning("the bot of %s fails", "Ana\nBen", extra={"table": "3f2a"})
    try:
        raise ValueError("three")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("a request failed")
    logging.getLogger("uvicorn.access").info("who came")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first.pop("time").endswith("+00:00")
    said = {"level": "warning", "logger": "dolmen.server", "message": "the bot of Ana\nBen fails", "table": "3f2a"}
    assert first == said
    assert second["level"] == "error" and "ValueError: three" in second["exception"]


def test_plain_lines_have_time_and_level(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logs(as_json=False)
    logging.getLogger("dolmen.server").info("ready")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \S+ INFO dolmen.server: ready\n", capsys.readouterr().err)
