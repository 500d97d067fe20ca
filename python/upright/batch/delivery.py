"""What happened to one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..report import Outcome, Report

#: What happens to pictures that are upright already.
Unchanged = Literal["copy", "skip", "link"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A picture, and what was done to it.

    Attributes:
        report: The report.
        etag: The tag of the source that was read (see :class:`upright.batch.store.Fetched`).
        options: A digest of what the output depends on besides the source: the configuration, the position, the edits.
        member: The picture's name in its container; ``None`` if the source is the picture.
    """

    report: Report
    etag: str | None = None
    options: str | None = None
    member: str | None = None


def refused(name: str, outcome: Outcome, reason: str) -> Delivery:
    """Return the result of a picture that was not normalized."""
    return Delivery(Report(source=name, output=None, type="public.data", outcome=outcome, reason=reason))


def failed(name: str, error: Exception) -> Delivery:
    """Return the result of a picture on which the work failed in a way that nothing foresees."""
    return refused(
        name, "rejected", f"{type(error).__name__}: {error}; upright-batch did not expect this, please report it"
    )
