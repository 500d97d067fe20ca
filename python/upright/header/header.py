"""What the first bytes of a picture say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .exif import Exif, read_exif


@dataclass(frozen=True, slots=True)
class Header:
    """What the first bytes of a picture say.

    Attributes:
        type: The uniform type identifier of the content; ``public.data`` if the format is not known.
        width: The width of the stored picture in pixels; ``None`` if the bytes do not say.
        height: Its height.
        exif_data: Its Exif.
        complete: Whether the bytes reach everything that is read. If false, more of the file may say more.
    """

    type: str
    width: int | None = None
    height: int | None = None
    exif_data: bytes = b""
    complete: bool = True

    @property
    def exif(self) -> Exif:
        """What its Exif says."""
        # Read when it is asked for: a batch asks each picture for its size only.
        return read_exif(self.exif_data)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its files begin, and how they are read."""

    matches: Callable[[bytes], bool]
    read: Callable[[bytes], Header]
