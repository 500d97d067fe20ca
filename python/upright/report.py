"""The report on a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal["normalized", "unchanged", "current", "passed", "ignored", "rejected", "deferred"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the name, the text before and the text after."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was done to one picture: the object that ``upright reprocess --json`` prints.

    Attributes:
        source: The path or name of the picture.
        output: The path or name of the output; ``None`` if there is none. The extension follows the content.
        type: The uniform type identifier of the content, such as ``public.jpeg``.
        outcome: ``normalized`` (turned or edited), ``unchanged`` (the output is the source), ``current`` (the output
            existed), ``passed`` (not a picture, delivered as it is), ``ignored`` (not a picture), ``rejected`` (see
            ``reason``), ``deferred`` (try again later).
        reason: The reason for ``ignored``, ``rejected`` and ``deferred``; otherwise empty.
        orientation: The source's value, 1 to 8; ``None`` if it has none.
        turns: ``exact`` or ``requantized``, for each component of a JPEG that was turned.
        changes: All changes.
        warnings: Warnings for the user.
        source_sha256: Lower-case hexadecimal; ``None`` if the source could not be read.
        output_sha256: Lower-case hexadecimal; ``None`` if there is no output.
        source_bytes: Size of the source, in bytes.
        output_bytes: Size of the output, in bytes.
        seconds: The elapsed time.
        latitude: Degrees north of the output's position; ``None`` if it has none.
        longitude: Degrees east.
        captured: When the picture was taken, in Exif's form: ``2024:05:17 18:03:09``.
        captured_offset: The offset of ``captured`` from UTC: ``+02:00``.
    """

    source: str
    output: str | None
    type: str
    outcome: Outcome
    reason: str = ""
    orientation: int | None = None
    turns: tuple[str, ...] = ()
    changes: tuple[Change, ...] = ()
    warnings: tuple[str, ...] = ()
    source_sha256: str | None = None
    output_sha256: str | None = None
    source_bytes: int | None = None
    output_bytes: int | None = None
    seconds: float = 0.0
    latitude: float | None = None
    longitude: float | None = None
    captured: str | None = None
    captured_offset: str | None = None

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Report:
        """Read the object of a result line."""
        return cls(
            source=line["source"],
            output=line["output"],
            type=line["type"],
            outcome=line["outcome"],
            reason=line["reason"] or "",
            orientation=line["orientation"],
            turns=tuple(component["turn"] for component in line["components"]),
            changes=tuple(Change(c["what"], c["from"] or "", c["to"] or "") for c in line["changes"]),
            warnings=tuple(line["warnings"]),
            source_sha256=line["sha256"]["source"],
            output_sha256=line["sha256"]["output"],
            source_bytes=line["bytes"]["source"],
            output_bytes=line["bytes"]["output"],
            seconds=line["seconds"],
            latitude=line.get("latitude"),
            longitude=line.get("longitude"),
            captured=line.get("captured"),
            captured_offset=line.get("capturedOffset"),
        )


@dataclass(frozen=True, slots=True)
class Result:
    """A normalized picture.

    Attributes:
        data: The bytes of the output; ``None`` if there is none (``ignored``, ``rejected``, ``deferred``).
        report: The report.
    """

    data: bytes | None
    report: Report
