"""What a server writes to standard error: plain lines, or one JSON object a line for machines that collect them."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and where known the table and the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        table = record.__dict__.get("table")  # as whoever logs names it: log.warning(..., extra={"table": id})
        if table is not None:
            told["table"] = str(table)
        if record.exc_info:
            told["exception"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def set_up_logs(*, as_json: bool) -> None:
    """Say everything of ours, and of others what goes wrong; who visits is not logged."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(PLAIN))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in ("alembic", "uvicorn"):  # a host need not read how tables are made, nor how a server starts
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.captureWarnings(True)
