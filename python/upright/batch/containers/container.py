"""What a container has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Literal, Protocol

from ...annotations.pictures import Pictures
from ...annotations.turning import Turned
from ...report import TurnedLabels
from ...turn import Turn
from ..store import Bytes

#: How many pictures of a container are in progress together, and about how many bytes of them.
TOGETHER, TOGETHER_BYTES = 64, 64 << 20

#: What happens to what cannot be read in a container.
Damaged = Literal["drop", "keep"]

#: What happened to it.
LEFT: dict[Damaged, str] = {"drop": "what cannot be read was left out", "keep": "what cannot be read was kept"}


class ContainerError(ValueError):
    """A container cannot be rewritten. The message says what was expected and what was found."""


class DamageError(ContainerError):
    """A part of a container cannot be read; the rest can."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What of a container cannot be read: the name of its first member, or its place, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Limits:
    """What a container may unpack to, so that a small file cannot fill a disk.

    Attributes:
        members: The most members, or rows.
        bytes: The most bytes when unpacked.
        ratio: The most bytes for each byte of the file, above the first 256 MB.
        member: The most bytes of a member that is read.
    """

    members: int = 10_000_000
    bytes: int = 1 << 36
    ratio: int = 100
    member: int = 1 << 30

    def unpacked(self, size: int) -> int:
        """Return how many bytes a file of a size may unpack to."""
        return min(self.bytes, (256 << 20) + self.ratio * size)


@dataclass(frozen=True, slots=True)
class Member:
    """A picture in a container: its name, which no other member has, and its bytes."""

    name: str
    data: bytes


@dataclass(slots=True)
class Made:
    """A picture that was worked on.

    Attributes:
        data: The upright file; ``None`` if it stays as it is.
        row: The number of its row.
        turn: How its coordinates moved; ``None`` if it stays as it is.
        handled: Whether it is a picture at all.
    """

    data: bytes | None
    row: int
    turn: Turn | None
    handled: bool


class Work(Protocol):
    """What is done with the members of a container."""

    #: The column of pictures in a table; ``None`` if it is found.
    column: str | None
    #: The form of boxes by the paths of their columns.
    boxes: dict[str, str]
    limits: Limits
    damaged: Damaged

    def is_picture(self, data: bytes) -> bool:
        """Whether bytes are a picture of a type that is normalized."""

    def pictures(self, members: Sequence[Member]) -> Sequence[Made]:
        """Normalize members, and make a row for each."""

    def labels(self, data: bytes, key: str, pictures: Pictures, beside: Callable[[str], bytes | None]) -> Turned:
        """Turn labels with the pictures beside them."""

    def record(self, data: bytes, turn: Turn) -> TurnedLabels:
        """Turn the description of a picture."""

    def revert(self, row: int, reason: str) -> None:
        """Let a picture stay as it was, since what belongs to it cannot be turned."""

    def changed(self, row: int, what: str | None) -> None:
        """Note that a picture was turned as a mask; ``None`` if it was not."""

    def unread(self, name: str, reason: str, *, damaged: bool = True) -> None:
        """Make the row of what cannot be read, since it is damaged or unknown."""

    def passed(self, name: str, size: int, changed: str | None, note: str | None, row: int | None) -> None:
        """Make the row of a member that is no picture: what was changed of it, or why it was not."""


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of containers.

    Attributes:
        type: The type that results have.
        endings: How the names of its files end, in lower case.
        rewrite: Writes a container with other pictures and everything else as it is into a file, and the same bytes for
            the same pictures. Returns whether anything has changed; if not, what was written is of no use.
    """

    type: str
    endings: tuple[str, ...]
    rewrite: Callable[[Bytes, BinaryIO, Work], bool]


@dataclass(slots=True)
class Names:
    """Gives each member its own name."""

    seen: dict[str, int] = field(default_factory=dict)

    def unique(self, name: str) -> str:
        """Return the name as text, with a number if it was there before."""
        # Names of files are bytes; those that are not UTF-8 are shown escaped.
        name = name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        count = self.seen.get(name, 0) + 1
        self.seen[name] = count
        return name if count == 1 else f"{name}#{count}"
