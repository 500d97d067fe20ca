"""The pictures of a batch by their names, with their turns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from ..turn import Turn
from .errors import LabelError


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the results.

    Attributes:
        name: Its source.
        turn: How its coordinates moved; ``None`` if there is no upright picture, or its size is not known.
        outcome: What happened to it.
        output_bytes: The size of the output.
    """

    name: str
    turn: Turn | None
    outcome: str = "normalized"
    output_bytes: int | None = None


#: The outcomes of files that are no pictures, and how pictures are named that are not handled either.
_OTHERS = ("ignored", "passed")
_PICTURES = (
    ".jpg",
    ".jpeg",
    ".png",
    ".gif",
    ".webp",
    ".heic",
    ".heif",
    ".avif",
    ".tif",
    ".tiff",
    ".bmp",
    ".psd",
    ".jp2",
)


class Pictures:
    """Finds pictures by the names that files of labels have for them."""

    def __init__(self, pictures: Iterable[Picture]) -> None:
        """Index the pictures by name and by stem."""
        self._by_name: dict[str, list[Picture]] = {}
        self._by_stem: dict[str, list[Picture]] = {}
        for picture in pictures:
            name = _parts(picture.name)[-1]
            self._by_name.setdefault(name, []).append(picture)
            self._by_stem.setdefault(_stem(name), []).append(picture)

    def has(self, key: str) -> bool:
        """Whether a file of a folder is one of the pictures, by its name and folders."""
        wanted = _parts(key)
        return any(_parts(picture.name)[-len(wanted) :] == wanted for picture in self._by_name.get(wanted[-1], []))

    @classmethod
    def of_rows(cls, rows: Iterable[Mapping[str, Any]]) -> Pictures:
        """Read rows of results (see :data:`upright.batch.SCHEMA`). Files that are no pictures are left out."""
        found = map(_picture, rows)
        return cls(each for each in found if each.outcome not in _OTHERS or each.name.lower().endswith(_PICTURES))

    def find(self, mentioned: str, stem: bool, file: str) -> Picture:
        """Find the picture that a file of labels mentions.

        Of pictures with the same name, that with most folders in common is taken.

        Args:
            mentioned: Its name or path.
            stem: Whether the name has no extension, or one that is not the picture's.
            file: The file, for messages.

        Raises:
            LabelError: There is none, or more than one.
        """
        wanted = _parts(mentioned)
        name = wanted[-1] if wanted else ""
        # WebDataset's names go on after the key: 0.meta.json beside 0.jpg.
        found = self._by_stem.get(name) or self._by_stem.get(name.split(".", 1)[0], []) if stem else []
        found = found or self._by_name.get(name, [])
        if not found:
            raise LabelError(f"{file}: expected a picture of the results, found {mentioned!r}, which is none of them")
        if len(found) > 1:
            ranks = [_common(wanted[:-1], _parts(picture.name)[:-1]) for picture in found]
            found = [picture for picture, rank in zip(found, ranks, strict=True) if rank == max(ranks)]
        if len(found) > 1:
            names = ", ".join(picture.name for picture in found[:3])
            raise LabelError(f"{file}: expected one picture for {mentioned!r}, found {names}")
        return found[0]


def _picture(row: Mapping[str, Any]) -> Picture:
    turn = Turn.of(row.get("matrix"), row.get("width"), row.get("height"))
    name = row.get("member") or row["source"]
    return Picture(name, turn, row["outcome"], (row.get("bytes") or {}).get("output"))


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name.replace("\\", "/")).parts


def _stem(name: str) -> str:
    return name.rsplit(".", 1)[0]


def _common(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    count = 0
    for a, b in zip(reversed(first), reversed(second), strict=False):
        if a != b:
            break
        count += 1
    return count
