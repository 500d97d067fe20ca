"""Label Studio's JSON: a list of tasks, whose regions are in per cent of the picture."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...turn import Turn
from .. import rle
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..text import json_like

#: What an upload puts before the name of a picture.
_UPLOADED = re.compile(r"^[0-9a-f]{8}-")
_PICTURE = re.compile(r"\.(jpe?g|png|gif|webp|hei[cf]|avif|tiff?)$", re.IGNORECASE)


class _LabelStudio:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context = data, context
        self._root: list[dict[str, Any]] = json.loads(data)
        self.mentions: Sequence[Mention] = [self._mention(task) for task in self._root]

    def _mention(self, task: dict[str, Any]) -> Mention:
        paths = [value for value in task["data"].values() if isinstance(value, str) and _PICTURE.search(value)]
        if len(paths) != 1:
            raise LabelError(
                f"{self._context.key}, task {task.get('id')}: expected one picture in data, found {len(paths)}"
            )
        # A file of the local storage is named in the query: /data/local-files/?d=folder/a.jpg
        path = paths[0].rsplit("?d=", 1)[-1]
        folder, _, name = path.rpartition("/")
        sizes = {
            (region["original_width"], region["original_height"])
            for region in _regions(task)
            if "original_width" in region
        }
        if len(sizes) > 1:
            raise LabelError(f"{self._context.key}, task {task.get('id')}: expected one size, found {sorted(sizes)}")
        width, height = next(iter(sizes), (None, None))
        return Mention(f"{folder}/{_UPLOADED.sub('', name)}" if folder else _UPLOADED.sub("", name), width, height)

    def turned(self, placements: Sequence[Placement]) -> bytes:
        for task, placement in zip(self._root, placements, strict=True):
            if placement.turn.orientation != 1:
                for region in _regions(task):
                    self._turn(region, placement.turn)
        return json_like(self._data, self._root)

    def _turn(self, region: dict[str, Any], turn: Turn) -> None:
        if "original_width" not in region:
            return  # A choice for the whole picture, or a relation.
        if region.get("image_rotation"):
            raise LabelError(
                f"{self._context.key}, region {region.get('id')}: expected image_rotation 0, found "
                f"{region['image_rotation']}: the picture was turned in Label Studio"
            )
        region["original_width"], region["original_height"] = turn.size
        value, frame = region["value"], turn.within(100, 100)
        if value.get("points"):
            value["points"] = [list(frame.point(x, y)) for x, y in value["points"]]
        elif "rle" in value:
            value["rle"] = _brush(value["rle"], turn)
        elif "radiusX" in value:
            value["x"], value["y"] = frame.point(value["x"], value["y"])
            value["radiusX"], value["radiusY"] = frame.sides(value["radiusX"], value["radiusY"])
            if turn.mirrors and value.get("rotation"):
                value["rotation"] = 360 - value["rotation"]
        elif "height" in value and value.get("rotation"):
            _rotated(value, turn)
        elif "height" in value:
            box = frame.box(value["x"], value["y"], value["width"], value["height"])
            value["x"], value["y"], value["width"], value["height"] = box
        elif "x" in value:
            value["x"], value["y"] = frame.point(value["x"], value["y"])
        elif set(value) & {"vertices", "sequence", "ranges"}:
            raise LabelError(f"{self._context.key}: regions of type {region.get('type')} are not known")


def _rotated(value: dict[str, Any], turn: Turn) -> None:
    """Turn a rectangle that is rotated clockwise about its upper left corner, in pixels."""
    x, y = value["x"] * turn.width / 100, value["y"] * turn.height / 100
    width, height = value["width"] * turn.width / 100, value["height"] * turn.height / 100
    angle = math.radians(value["rotation"])
    along = (math.cos(angle), math.sin(angle))
    if turn.mirrors:
        # The corner at the other end of the upper side becomes the upper left one.
        x, y = x + width * along[0], y + width * along[1]
        along = (-along[0], -along[1])
    x, y = turn.point(x, y)
    dx, dy = turn.vector(*along)
    across, down = turn.size
    value["x"], value["y"] = 100 * x / across, 100 * y / down
    value["width"], value["height"] = 100 * width / across, 100 * height / down
    value["rotation"] = math.degrees(math.atan2(dy, dx)) % 360


def _brush(packed: list[int], turn: Turn) -> list[int]:
    """Turn a brush: four bytes for each pixel, row by row."""
    data = rle.bytes_of_brush(packed)
    width, height = int(turn.width), int(turn.height)
    if len(data) != 4 * width * height:
        raise ValueError(f"a brush of {len(data)} bytes for {width} by {height} pixels")
    down = int(turn.size[1])
    made = bytearray(len(data))
    for channel in range(4):
        columns = rle.turned(rle.transposed(data[channel::4], width), width, height, turn)
        made[channel::4] = rle.transposed(columns, down)
    return rle.brush_of_bytes(bytes(made))


def _regions(task: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for kind in ("annotations", "predictions"):
        for annotation in task.get(kind) or []:
            if isinstance(annotation, dict):
                yield from annotation.get("result") or []


def _matches(key: str, data: bytes) -> bool:
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    return key.endswith(".json") and start.startswith(b"[") and b'"data"' in data


def _read(data: bytes, context: Context) -> Labels:
    return _LabelStudio(data, context)


FORMAT = Format("labelstudio", _matches, _read)
