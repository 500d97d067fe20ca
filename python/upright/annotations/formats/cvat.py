"""CVAT for images 1.1: one XML file for all pictures, in continuous coordinates."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from ...turn import Turn
from .. import rle
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..sides import partner
from ..text import number, read_xml, xml_like


class _Cvat:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context, self._root = data, context, read_xml(data)
        if self._root.find("track") is not None:
            raise LabelError(
                f"{context.key}: expected CVAT for images, found tracks of a video; export it as CVAT for images"
            )
        self._images = self._root.findall("image")
        self.mentions: Sequence[Mention] = [
            Mention(image.attrib["name"], number(image.attrib["width"]), number(image.attrib["height"]))
            for image in self._images
        ]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        for image, placement in zip(self._images, placements, strict=True):
            turn = placement.turn
            if turn.orientation == 1:
                continue
            _set(image, ("width", "height"), turn.size)
            for shape in image.iter():
                if shape is not image and isinstance(shape.tag, str):
                    self._turn(shape, turn, image.attrib["name"])
        return xml_like(self._data, self._root)

    def _turn(self, shape: ET.Element, turn: Turn, name: str) -> None:
        if shape.tag == "cuboid":
            raise LabelError(f"{self._context.key}, {name}: a cuboid stands on the ground and cannot be turned")
        if shape.tag == "box":
            corners = _get(shape, ("xtl", "ytl", "xbr", "ybr"))
            _set(shape, ("xtl", "ytl", "xbr", "ybr"), turn.corners(*corners))
        if shape.tag == "ellipse":
            cx, cy, rx, ry = _get(shape, ("cx", "cy", "rx", "ry"))
            _set(shape, ("cx", "cy", "rx", "ry"), (*turn.point(cx, cy), *turn.sides(rx, ry)))
        if shape.tag == "mask":
            _mask(shape, turn)
        if "points" in shape.attrib:
            pairs = [[number(value) for value in pair.split(",")] for pair in shape.attrib["points"].split(";")]
            moved = [turn.point(x, y) for x, y in pairs]
            shape.set("points", ";".join(f"{_text(x)},{_text(y)}" for x, y in moved))
        if turn.mirrors and float(shape.get("rotation") or 0):
            shape.set("rotation", _text(360 - number(shape.attrib["rotation"])))
        if turn.mirrors and self._context.options.swap_sides and shape.tag == "skeleton":
            for point in shape.findall("points"):
                point.set("label", partner(point.attrib["label"]))


def _mask(shape: ET.Element, turn: Turn) -> None:
    """Turn a mask: run lengths row by row within a box, beginning with the background."""
    left, top, width, height = (int(value) for value in _get(shape, ("left", "top", "width", "height")))
    counts = [int(count) for count in shape.attrib["rle"].split(",")]
    rows = rle.to_mask(counts, width * height)
    inner = Turn(turn.orientation, width, height)
    moved = rle.turned(rle.transposed(rows, width), width, height, inner)
    across, down = (int(value) for value in inner.size)
    separator = ", " if ", " in shape.attrib["rle"] else ","
    shape.set("rle", separator.join(map(str, rle.to_counts(rle.transposed(moved, down)))))
    x, y, *_ = turn.box(left, top, width, height)
    _set(shape, ("left", "top", "width", "height"), (x, y, across, down))


def _get(shape: ET.Element, names: Sequence[str]) -> tuple[float, ...]:
    return tuple(number(shape.attrib[name]) for name in names)


def _set(shape: ET.Element, names: Sequence[str], values: Sequence[float]) -> None:
    for name, value in zip(names, values, strict=True):
        # With as many digits after the point as CVAT wrote.
        digits = len(shape.attrib[name].partition(".")[2])
        shape.set(name, f"{value:.{digits}f}" if isinstance(value, float) else _text(value))


def _text(value: float) -> str:
    return f"{value:.2f}" if isinstance(value, float) and round(value, 2) == value else str(value)


def _matches(key: str, data: bytes) -> bool:
    return key.endswith(".xml") and b"<annotations>" in data and (b"<image " in data or b"<track " in data)


def _read(data: bytes, context: Context) -> Labels:
    return _Cvat(data, context)


FORMAT = Format("cvat", _matches, _read)
