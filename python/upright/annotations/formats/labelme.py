"""LabelMe: a JSON file for each picture, with points in continuous coordinates."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from ...turn import Turn
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..text import json_like
from .masks import turned_png


class _LabelMe:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context = data, context
        self._root: dict[str, Any] = json.loads(data)
        self.mentions: Sequence[Mention] = [
            Mention(self._root["imagePath"], self._root.get("imageWidth"), self._root.get("imageHeight"))
        ]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        turn = placements[0].turn
        for shape in self._root["shapes"]:
            if shape.get("mask"):
                self._mask(shape, turn)
            else:
                shape["points"] = [list(turn.point(x, y)) for x, y in shape["points"]]
        if turn.orientation != 1:
            if self._root.get("imageWidth") is not None:
                self._root["imageWidth"], self._root["imageHeight"] = turn.size
            if self._root.get("imageData"):
                # The picture as it was labelled. Without it, LabelMe reads the picture at imagePath.
                self._root["imageData"] = None
        return json_like(self._data, self._root)

    def _mask(self, shape: dict[str, Any], turn: Turn) -> None:
        """Turn a mask: a PNG picture between two pixels, given by their indices."""
        (left, top), (right, bottom) = shape["points"]
        frame = turn.within(turn.width - 1, turn.height - 1)
        moved = frame.corners(left, top, right, bottom)
        shape["points"] = [list(moved[:2]), list(moved[2:])]
        inner = Turn(turn.orientation, int(right - left) + 1, int(bottom - top) + 1)
        data = turned_png(base64.b64decode(shape["mask"]), inner, self._context.key)
        shape["mask"] = base64.b64encode(data).decode()


def _matches(key: str, data: bytes) -> bool:
    return key.endswith(".json") and b'"shapes"' in data and b'"imagePath"' in data


def _read(data: bytes, context: Context) -> Labels:
    made = _LabelMe(data, context)
    if not isinstance(made._root.get("shapes"), list):
        raise LabelError(f"{context.key}: expected a list of shapes, found {made._root.get('shapes')!r}")
    return made


FORMAT = Format("labelme", _matches, _read)
