"""Left and right key points, which change places in a mirrored picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SIDES = {"left": "right", "right": "left", "l": "r", "r": "l"}
_WORD = re.compile(r"(?<![a-z])(left|right|l|r)(?![a-z])", re.IGNORECASE)


def partner(name: str) -> str:
    """Return the name of the same thing on the other side; the name itself if it has no side."""

    def other(match: re.Match[str]) -> str:
        word = match[0]
        swapped = _SIDES[word.lower()]
        return swapped.upper() if word.isupper() else swapped.capitalize() if word[0].isupper() else swapped

    return _WORD.sub(other, name)


def swapped_order(names: Sequence[str]) -> list[int]:
    """Return for each place the place whose point comes there when left and right change places."""
    places = {name: place for place, name in enumerate(names)}
    return [places.get(partner(name), place) for place, name in enumerate(names)]
