"""What a format of labels has: pictures that it mentions, and a way to turn them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ..turn import Turn

Task = Literal["auto", "detect", "segment", "pose", "obb"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A picture, as a file of labels mentions it.

    Attributes:
        name: Its name or path; without extension if ``stem``.
        width: Its width in pixels according to the file; ``None`` if the file does not say.
        height: Its height.
        stem: Whether the name has no extension, or one that is not the picture's.
    """

    name: str
    width: float | None = None
    height: float | None = None
    stem: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """How a picture's coordinates move, and the size of its upright file in bytes, if it is known."""

    turn: Turn
    output_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What files of labels do not say.

    Attributes:
        swap_sides: Whether left and right key points of mirrored pictures change places, by their names.
        task: What the lines of YOLO files are.
        dimensions: How many numbers a key point of YOLO has, 2 or 3; 0 if data.yaml says it.
    """

    swap_sides: bool = False
    task: Task = "auto"
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class Context:
    """Where a file of labels is.

    Attributes:
        key: Its path below the folder of the labels.
        options: The user's options.
        beside: Reads another file by its path below the folder; ``None`` if there is none.
    """

    key: str
    options: Options = field(default_factory=Options)
    beside: Callable[[str], bytes | None] = lambda _: None


class Labels(Protocol):
    """A file of labels that was read."""

    #: The pictures that it mentions.
    mentions: Sequence[Mention]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        """Return the file with everything that has a place in a picture moved.

        Args:
            placements: One for each mention.

        Raises:
            LabelError: A label cannot be turned.
        """


@dataclass(frozen=True, slots=True)
class Format:
    """A format of labels.

    Attributes:
        name: What the command calls it.
        matches: Whether a file, given by its path and its bytes, has the format.
        read: Reads a file.
    """

    name: str
    matches: Callable[[str, bytes], bool]
    read: Callable[[bytes, Context], Labels]
