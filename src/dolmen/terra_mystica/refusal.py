"""Why a decision is not legal: what, and by which rule. Only asked about decisions that `legal` does not list."""
from __future__ import annotations
from dolmen.terra_mystica.actions import decode
from dolmen.terra_mystica.record import Record
def refusal(record: Record, action: int) -> str:
    return f"'{decode(action)}' is not legal"
