"""VGG Image Annotator (VIA 1 and 2): a JSON object of pictures, which it knows by name and size in bytes.

Coordinates are continuous. The files have no dimensions, so the user has to say on which pictures they were made.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from ...turn import Turn
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..text import json_like


class _Via:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context = data, context
        self._root: dict[str, Any] = json.loads(data)
        self._project = "_via_img_metadata" in self._root
        self._pictures: dict[str, Any] = self._root["_via_img_metadata"] if self._project else self._root
        self.mentions: Sequence[Mention] = [Mention(each["filename"]) for each in self._pictures.values()]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        renamed: dict[str, str] = {}
        for (key, picture), placement in zip(self._pictures.items(), placements, strict=True):
            regions = picture["regions"]
            for region in regions.values() if isinstance(regions, dict) else regions:
                if placement.turn.orientation != 1:
                    self._turn(region["shape_attributes"], placement.turn)
            renamed[key] = key
            if placement.output_bytes is not None and key == f"{picture['filename']}{picture['size']}":
                picture["size"] = placement.output_bytes
                renamed[key] = f"{picture['filename']}{picture['size']}"
        pictures = {renamed[key]: picture for key, picture in self._pictures.items()}
        if not self._project:
            return json_like(self._data, pictures)
        self._root["_via_img_metadata"] = pictures
        if "_via_image_id_list" in self._root:
            listed = self._root["_via_image_id_list"]
            self._root["_via_image_id_list"] = [renamed.get(key, key) for key in listed]
        return json_like(self._data, self._root)

    def _turn(self, shape: dict[str, Any], turn: Turn) -> None:
        kind = shape["name"]
        if kind == "rect":
            box = turn.box(shape["x"], shape["y"], shape["width"], shape["height"])
            shape["x"], shape["y"], shape["width"], shape["height"] = box
        elif kind in ("polygon", "polyline"):
            pairs = zip(shape["all_points_x"], shape["all_points_y"], strict=True)
            moved = [turn.point(x, y) for x, y in pairs]
            shape["all_points_x"], shape["all_points_y"] = [x for x, _ in moved], [y for _, y in moved]
        elif kind in ("circle", "ellipse", "point"):
            shape["cx"], shape["cy"] = turn.point(shape["cx"], shape["cy"])
            if kind == "ellipse":
                shape["rx"], shape["ry"] = turn.sides(shape["rx"], shape["ry"])
                if turn.mirrors and shape.get("theta"):
                    shape["theta"] = math.pi - shape["theta"]
        else:
            raise LabelError(f"{self._context.key}: expected a shape of VIA, found {kind!r}")


def _matches(key: str, data: bytes) -> bool:
    return key.endswith(".json") and b'"regions"' in data and b'"filename"' in data and b'"size"' in data


def _read(data: bytes, context: Context) -> Labels:
    return _Via(data, context)


FORMAT = Format("via", _matches, _read)
