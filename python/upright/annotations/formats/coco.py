"""COCO: boxes, polygons, both kinds of run lengths, key points, and the boxes of panoptic segments.

Boxes and polygons are continuous coordinates. Key points of whole numbers are indices of pixels from 0, as in COCO's
own files; with a fraction in one of them they are continuous.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...turn import Turn
from .. import rle
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..sides import swapped_order
from ..text import json_like


class _Coco:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context = data, context
        self._root: dict[str, Any] = json.loads(data)
        self._places = {image["id"]: place for place, image in enumerate(self._root["images"])}
        if len(self._places) != len(self._root["images"]):
            raise LabelError(f"{context.key}: expected one image for each id, found an id twice")
        self.mentions: Sequence[Mention] = [
            Mention(image["file_name"], image.get("width"), image.get("height")) for image in self._root["images"]
        ]
        labels = self._root.get("annotations") or []
        self._indices = all(isinstance(value, int) for label in labels for value in label.get("keypoints") or [])
        self._orders = {
            category["id"]: swapped_order(category["keypoints"])
            for category in self._root.get("categories") or []
            if category.get("keypoints")
        }

    def turned(self, placements: Sequence[Placement]) -> bytes:
        for image, placement in zip(self._root["images"], placements, strict=True):
            if placement.turn.orientation != 1 and image.get("width") is not None:
                image["width"], image["height"] = placement.turn.size
        for label in self._root.get("annotations") or []:
            if label["image_id"] not in self._places:
                raise LabelError(
                    f"{self._context.key}: expected an image with the id {label['image_id']} of annotation "
                    f"{label.get('id')}, found none"
                )
            turn = placements[self._places[label["image_id"]]].turn
            if turn.orientation != 1:
                self._turn(label, turn)
        return json_like(self._data, self._root)

    def _turn(self, label: dict[str, Any], turn: Turn) -> None:
        for part in [label, *(label.get("segments_info") or [])]:
            if part.get("bbox"):
                x, y, width, height = part["bbox"]
                part["bbox"] = list(turn.box(x, y, width, height))
        shape = label.get("segmentation")
        if isinstance(shape, dict):
            label["segmentation"] = _mask(shape, turn)
        elif shape:
            label["segmentation"] = [
                [value for at in range(0, len(ring), 2) for value in turn.point(ring[at], ring[at + 1])]
                for ring in shape
            ]
        if label.get("keypoints"):
            label["keypoints"] = self._points(label, turn)

    def _points(self, label: dict[str, Any], turn: Turn) -> list[Any]:
        values = label["keypoints"]
        frame = turn.within(turn.width - 1, turn.height - 1) if self._indices else turn
        points = [values[at : at + 3] for at in range(0, len(values), 3)]
        # Points that are not labelled are 0, 0, 0.
        moved = [[*frame.point(x, y), seen] if seen or x or y else [x, y, seen] for x, y, seen in points]
        if turn.mirrors and self._context.options.swap_sides:
            order = self._orders.get(label.get("category_id"))
            if order is None or len(order) != len(moved):
                raise LabelError(
                    f"{self._context.key}, annotation {label.get('id')}: expected names for {len(moved)} key points in "
                    "its category to swap left and right, found others"
                )
            moved = [moved[place] for place in order]
        return [value for point in moved for value in point]


def _mask(shape: dict[str, Any], turn: Turn) -> dict[str, Any]:
    counts, (height, width) = shape["counts"], shape["size"]
    if (width, height) != (turn.width, turn.height):
        raise ValueError(f"a mask of {width} by {height} pixels in a picture of {turn.width} by {turn.height}")
    lengths = rle.counts_of_text(counts) if isinstance(counts, str) else counts
    made = rle.to_counts(rle.turned(rle.to_mask(lengths, width * height), width, height, turn))
    across, down = turn.size
    return {**shape, "size": [down, across], "counts": rle.text_of_counts(made) if isinstance(counts, str) else made}


def _matches(key: str, data: bytes) -> bool:
    return key.endswith(".json") and data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"images"' in data


def _read(data: bytes, context: Context) -> Labels:
    return _Coco(data, context)


FORMAT = Format("coco", _matches, _read)
