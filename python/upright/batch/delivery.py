"""What became of one picture, and of its geometry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..header import Header
from ..report import Outcome, Report
from ..turn import Turn

#: What becomes of pictures that are upright already.
Unchanged = Literal["copy", "skip", "link"]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A picture, and what was done to it.

    Attributes:
        report: The report.
        etag: The tag of the source that was read (see :class:`upright.batch.store.Fetched`).
        options: A digest of what the output depends on besides the source: the configuration, the position, the edits.
        width: The width of the stored picture in pixels; ``None`` if it is not known.
        height: Its height.
        turn: How its coordinates moved; ``None`` if there is no output, or the size is not known.
        member: The picture's name in its container; ``None`` if the source is the picture.
    """

    report: Report
    etag: str | None = None
    options: str | None = None
    width: int | None = None
    height: int | None = None
    turn: Turn | None = None
    member: str | None = None


def described(report: Report, header: Header, tag: str | None, options: str) -> Delivery:
    """Add what a header says about the picture's geometry."""
    turn: Turn | None = None
    if header.width and header.height and report.outcome in ("normalized", "unchanged", "current"):
        turned = any(change.what == "pixels" for change in report.changes)
        turn = Turn((report.orientation or 1) if turned else 1, header.width, header.height)
    return Delivery(report, tag, options, header.width, header.height, turn)


def refused(name: str, outcome: Outcome, reason: str) -> Delivery:
    """Return the result of a picture that was not normalized."""
    return Delivery(Report(source=name, output=None, type="public.data", outcome=outcome, reason=reason))
