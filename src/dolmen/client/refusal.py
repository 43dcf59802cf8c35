"""What a server refused, in its own words."""

from __future__ import annotations

from pydantic import ValidationError

from dolmen.core.errors import DolmenError
from dolmen.wire.problem import Problem


class Refused(DolmenError):
    """The server refused a request; its message is the server's own sentence."""

    def __init__(self, status: int, problem: Problem) -> None:
        super().__init__(problem.message)
        self.status = status
        """The HTTP status."""
        self.problem = problem
        """All that was said."""

    @property
    def kind(self) -> str:
        """What kind of refusal it is: `Stale`, `IllegalAction`, `NotYourSeat`, ..."""
        return self.problem.error


def refusal(status: int, body: bytes) -> Refused:
    """What an answer says that is no good one; a proxy may have written it."""
    try:
        return Refused(status, Problem.model_validate_json(body))
    except ValidationError:
        return Refused(status, Problem(error="", message=f"the server answered {status}"))
