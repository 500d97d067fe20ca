"""Pascal VOC: an XML file for each picture.

Coordinates of whole numbers, none of them 0, are indices of pixels from 1, and both corners belong to the box, as in
VOC's own files. Others are continuous.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from ...turn import Turn
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement
from ..text import number, read_xml, xml_like

_CORNERS = ("xmin", "ymin", "xmax", "ymax")


class _Voc:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context, self._root = data, context, read_xml(data)
        name = self._root.findtext("filename") or ""
        folder = self._root.findtext("folder") or ""
        size = self._root.find("size")
        width, height = (_dimension(size, side) for side in ("width", "height"))
        stem = not name.strip() or "." not in name
        path = name.strip() or context.key.rsplit(".", 1)[0]
        self.mentions: Sequence[Mention] = [Mention(f"{folder}/{path}" if folder else path, width, height, stem)]
        self._boxes = [[_child(box, corner) for corner in _CORNERS] for box in self._root.iter("bndbox")]
        values = [number(part.text or "") for box in self._boxes for part in box]
        for polygon in self._root.iter("polygon"):
            values += [number(part.text or "") for part in polygon]
        self._indices = all(isinstance(value, int) and value > 0 for value in values)

    def turned(self, placements: Sequence[Placement]) -> bytes:
        turn = placements[0].turn
        frame = turn.within(turn.width + 1, turn.height + 1) if self._indices else turn
        for parts in self._boxes:
            left, top, right, bottom = (number(part.text or "") for part in parts)
            for part, value in zip(parts, frame.corners(left, top, right, bottom), strict=True):
                part.text = str(value)
        for polygon in self._root.iter("polygon"):
            _polygon(polygon, frame)
        for box in self._root.iter("robndbox"):
            _rotated(box, turn)
        if self._root.find("size") is not None and turn.orientation != 1:
            for side, value in zip(("width", "height"), turn.size, strict=True):
                found = self._root.find(f"size/{side}")
                if found is not None:
                    found.text = str(value)
        return xml_like(self._data, self._root)


def _polygon(polygon: ET.Element, frame: Turn) -> None:
    """Turn ``x1 y1 x2 y2 …``, or a list of ``pt`` with x and y."""
    pairs = [(_child(point, "x"), _child(point, "y")) for point in polygon.iter("pt")]
    count = 1
    while not pairs or count > 1:
        x, y = polygon.find(f"x{count}"), polygon.find(f"y{count}")
        if x is None or y is None:
            break
        pairs.append((x, y))
        count += 1
    if not pairs:
        raise LabelError("polygon: expected x1, y1, x2, y2, …, found none")
    for x, y in pairs:
        moved = frame.point(number(x.text or ""), number(y.text or ""))
        x.text, y.text = map(str, moved)


def _rotated(box: ET.Element, turn: Turn) -> None:
    """Turn a box of roLabelImg: its centre, its size, and an angle in radians."""
    parts = [_child(box, name) for name in ("cx", "cy", "w", "h", "angle")]
    cx, cy, width, height, angle = (number(part.text or "") for part in parts)
    moved = [*turn.point(cx, cy), *turn.sides(width, height)]
    if turn.mirrors and angle:
        angle = math.pi - angle
    for part, value in zip(parts, [*moved, angle], strict=True):
        part.text = str(value)


def _dimension(size: ET.Element | None, side: str) -> float | None:
    text = size.findtext(side) if size is not None else None
    # labelImg writes 0 if it does not know.
    return (number(text) or None) if text and text.strip() else None


def _child(element: ET.Element, name: str) -> ET.Element:
    found = element.find(name)
    if found is None or not (found.text or "").strip():
        raise LabelError(f"{element.tag}: expected a number in {name}, found none")
    return found


def _matches(key: str, data: bytes) -> bool:
    return key.endswith(".xml") and b"<annotation>" in data and (b"<filename" in data or b"<object" in data)


def _read(data: bytes, context: Context) -> Labels:
    return _Voc(data, context)


FORMAT = Format("voc", _matches, _read)
