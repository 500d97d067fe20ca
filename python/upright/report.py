"""The report on a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .turn import Turn

Outcome = Literal["normalized", "unchanged", "current", "passed", "ignored", "rejected", "deferred"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: the name, the text before and the text after; ``None`` for a value that is not there."""

    what: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Component:
    """How a component of a JPEG was turned: its number in the file, and ``exact`` or ``requantized``."""

    id: int | None
    turn: str


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
        reason: The reason for ``ignored``, ``rejected`` and ``deferred``; otherwise ``None``.
        orientation: The source's value, 1 to 8; ``None`` if it has none.
        components: How each component of a JPEG was turned; empty if it was not.
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
        width: The width of the picture before its turn, in pixels, as decoders show it that ignore Exif's orientation.
        height: Its height.
        frames: The number of frames.
        matrix: How coordinates moved: see :class:`upright.Turn`.
    """

    source: str
    output: str | None
    type: str
    outcome: Outcome
    reason: str | None = None
    orientation: int | None = None
    components: tuple[Component, ...] = ()
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
    width: int | None = None
    height: int | None = None
    frames: int | None = None
    matrix: tuple[float, ...] | None = None

    @property
    def turns(self) -> tuple[str, ...]:
        """``exact`` or ``requantized``, for each component."""
        return tuple(component.turn for component in self.components)

    @property
    def turn(self) -> Turn | None:
        """How coordinates moved; ``None`` if there is no output, or the size is not known."""
        delivered = self.outcome in ("normalized", "unchanged", "current")
        return Turn.of(self.matrix, self.width, self.height) if delivered else None

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Report:
        """Read the object of a result line."""
        return cls(
            source=line["source"],
            output=line["output"],
            type=line["type"],
            outcome=line["outcome"],
            reason=line["reason"],
            orientation=line["orientation"],
            components=tuple(Component(c["id"], c["turn"]) for c in line["components"]),
            changes=tuple(Change(c["what"], c["from"], c["to"]) for c in line["changes"]),
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
            width=line.get("width"),
            height=line.get("height"),
            frames=line.get("frames"),
            matrix=tuple(line["matrix"]) if line.get("matrix") else None,
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


@dataclass(frozen=True, slots=True)
class TurnedLabels:
    """The labels of one picture.

    Attributes:
        data: The file; ``None`` if it stays as it is.
        outcome: ``normalized``, ``unchanged`` (they fit the upright picture), ``ignored`` (no labels of a format that
            is known), ``rejected`` or ``deferred``.
        reason: Why, for the last three.
        format: The name of the format.
        labelled: On which picture they were made, ``stored`` or ``displayed``; ``None`` if it does not matter.
        silent: Whether they are rejected only because nothing says on which picture they were made.
    """

    data: bytes | None
    outcome: str
    reason: str
    format: str | None
    labelled: str | None
    silent: bool


@dataclass(frozen=True, slots=True)
class Description:
    """What a file says of itself.

    Attributes:
        type: The uniform type identifier of the content; ``public.data`` if it is not known.
        handled: Whether it is a picture of a type that is normalized.
        reason: Why it cannot be read; ``None`` if it can.
        orientation: 1 to 8; ``None`` if it has none.
        width: The width in pixels as decoders show it that ignore Exif's orientation.
        height: The height.
        frames: The number of frames.
        matrix: How coordinates would move: see :class:`upright.Turn`.
        latitude: Degrees north.
        longitude: Degrees east.
        captured: When it was taken, in Exif's form.
        make: The maker of the camera.
        model: The model of the camera.
    """

    type: str
    handled: bool
    reason: str | None
    orientation: int | None
    width: int | None
    height: int | None
    frames: int | None
    matrix: tuple[float, ...] | None
    latitude: float | None
    longitude: float | None
    captured: str | None
    make: str | None
    model: str | None

    @classmethod
    def from_json(cls, line: Mapping[str, Any]) -> Description:
        """Read the object of a result line."""
        matrix = line.get("matrix")
        return cls(
            type=line.get("type") or "public.data",
            handled=line["outcome"] in ("unchanged", "rejected"),
            reason=line["reason"],
            orientation=line.get("orientation"),
            width=line.get("width"),
            height=line.get("height"),
            frames=line.get("frames"),
            matrix=tuple(matrix) if matrix else None,
            latitude=line.get("latitude"),
            longitude=line.get("longitude"),
            captured=line.get("captured"),
            make=line.get("make"),
            model=line.get("model"),
        )
