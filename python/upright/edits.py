"""What a request can change besides the orientation, checked before it is sent."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .errors import RequestError


@dataclass(frozen=True, slots=True)
class Edits:
    """Changes to the metadata, with the tag names of ``upright tag`` (``EXIF:Artist``, ``XMP:dc:title``).

    Attributes:
        remove: Tags or directories (``GPS:all``) to remove, first.
        rename: Tags whose value moves to another tag.
        set: Tags and their texts, set last. Several texts make a list.
    """

    remove: Sequence[str] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    set: Mapping[str, str | Sequence[str]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the member ``edits`` of a request.

        Raises:
            TypeError: A member has another type than described.
        """
        check_edits({"remove": self.remove, "rename": self.rename, "set": self.set})
        values = {name: text if isinstance(text, str) else list(text) for name, text in self.set.items()}
        return {"remove": list(self.remove), "rename": dict(self.rename), "set": values}


def check_edits(edits: Mapping[str, Any]) -> None:
    """Check the types of ``remove``, ``rename`` and ``set``. The worker checks the names of the tags.

    Raises:
        TypeError: The message says what was expected and what was found.
    """

    def texts(values: Any) -> bool:
        return isinstance(values, Sequence) and not isinstance(values, str | bytes) and all(map(_is_text, values))

    expected = {
        "remove": ("a list of tag names", texts),
        "rename": ("an object of tag names", lambda value: isinstance(value, Mapping) and texts([*value.values()])),
        "set": (
            "an object of texts or lists of texts",
            lambda value: isinstance(value, Mapping) and all(_is_text(v) or texts(v) for v in value.values()),
        ),
    }
    for name, value in edits.items():
        if name not in expected:
            raise TypeError(f"edits: expected the keys remove, rename, set, found {name!r}")
        what, test = expected[name]
        if not test(value):
            raise TypeError(f"edits, {name}: expected {what}, found {value!r}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def check_position(position: Sequence[float]) -> None:
    """Check a position as the worker does.

    Raises:
        RequestError: The message says what was expected and what was found.
    """
    found = ", ".join(map(str, position))
    expected = "position: expected [latitude, longitude] or [latitude, longitude, altitude]"
    if len(position) not in (2, 3):
        raise RequestError(f"{expected}, found {len(position)} numbers")
    if not all(map(math.isfinite, position)) or abs(position[0]) > 90 or abs(position[1]) > 180:
        raise RequestError(f"{expected}, from -90 to 90 and from -180 to 180 degrees and in metres, found {found}")
    if position[0] == 0 and position[1] == 0:
        raise RequestError(f"{expected}, found 0, 0, which devices write when they do not know their position")
