"""YOLO (Ultralytics): a text file for each picture, with a line for each object in fractions of the picture.

``class x y width height`` (detect), ``class x1 y1 x2 y2 …`` (segment, and obb with four points), and ``class x y width
height`` with key points of two or three numbers (pose), as ``kpt_shape`` in data.yaml says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from ...turn import Turn
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement

_LINE = re.compile(rb"\s*\d+([ \t]+[-+0-9.eE]+){4,}[ \t]*")


class _Yolo:
    def __init__(self, data: bytes, context: Context) -> None:
        self._text, self._context = data.decode("utf-8-sig"), context
        self.mentions: Sequence[Mention] = [Mention(_picture(context.key), stem=True)]
        rows = [line.split() for line in self._text.splitlines() if line.strip()]
        if any(len(row) < 5 for row in rows):
            raise LabelError(f"{context.key}: expected a class and at least four numbers in each line, found fewer")
        self._settings = _settings(context)
        self._dimensions = context.options.dimensions or _dimensions(self._settings)
        self._task = self._found([len(row) for row in rows])

    def _found(self, counts: list[int]) -> str:
        """Find out what the lines are, by the number of their values."""
        task = self._context.options.task
        if task != "auto":
            return task
        if self._dimensions:
            return "pose"
        if all(count in (5, 6) for count in counts):
            return "detect"
        # Polygons have different numbers of points, poses the same.
        if all(count == 5 or (count >= 7 and count % 2) for count in counts) and (
            len({count for count in counts if count > 5}) > 1 or set(counts) <= {5, 9}
        ):
            return "segment"
        # An odd number of key points, each with its visibility, is no number of pairs.
        if len(set(counts)) == 1 and counts[0] % 2 == 0 and (counts[0] - 5) % 3 == 0:
            return "pose"
        raise LabelError(
            f"{self._context.key}: expected lines that tell polygons from poses, found lines of "
            f"{', '.join(map(str, sorted(set(counts))))} values; say it with --task, or kpt_shape in data.yaml"
        )

    def turned(self, placements: Sequence[Placement]) -> bytes:
        frame = placements[0].turn.within(1, 1)
        lines = self._text.splitlines(keepends=True)
        return "".join(self._line(line, frame) if line.strip() else line for line in lines).encode()

    def _line(self, line: str, frame: Turn) -> str:
        end = line[len(line.rstrip()) :]
        name, *texts = line.split()
        try:
            values = [Decimal(text) for text in texts]
        except InvalidOperation as error:
            raise LabelError(
                f"{self._context.key}: expected numbers after the class, found {line.strip()!r}"
            ) from error
        if any(abs(value) > 2 for value in values):
            raise LabelError(f"{self._context.key}: expected fractions of the picture, found {line.strip()!r}")
        made: list[Decimal]
        if self._task in ("segment", "obb") and len(values) != 4:
            if len(values) % 2 or (self._task == "obb" and len(values) != 8):
                raise LabelError(f"{self._context.key}: expected pairs of coordinates, found {len(values)} values")
            made = _points(values, frame)
        else:
            x, y, width, height = values[:4]
            made = [*frame.point(x, y), *frame.sides(width, height)]
            made += self._pose(values[4:], frame) if self._task == "pose" else values[4:]
        return " ".join([name, *(f"{value:f}" for value in made)]) + end

    def _pose(self, values: list[Decimal], frame: Turn) -> list[Decimal]:
        step = self._dimensions or 3
        if len(values) % step:
            raise LabelError(f"{self._context.key}: expected key points of {step} numbers, found {len(values)} numbers")
        points = []
        for at in range(0, len(values), step):
            x, y, *seen = values[at : at + step]
            # Points that are not labelled are 0 0 0, or 0 0.
            hidden = not x and not y and not any(seen)
            points.append([x, y, *seen] if hidden else [*frame.point(x, y), *seen])
        if frame.mirrors and self._context.options.swap_sides:
            order = _numbers(self._settings, "flip_idx")
            if sorted(order) != list(range(len(points))):
                raise LabelError(
                    f"{self._context.key}: expected flip_idx in data.yaml with the {len(points)} key points to swap "
                    f"left and right, found {order or 'none'}"
                )
            points = [points[place] for place in order]
        return [value for point in points for value in point]


def _points(values: list[Decimal], frame: Turn) -> list[Decimal]:
    return [value for at in range(0, len(values), 2) for value in frame.point(values[at], values[at + 1])]


def _picture(key: str) -> str:
    """The path of the picture: ``labels`` is ``images`` in it."""
    parts = key.rsplit(".", 1)[0].split("/")
    for place in range(len(parts) - 2, -1, -1):
        if parts[place] == "labels":
            parts[place] = "images"
            break
    return "/".join(parts)


def _settings(context: Context) -> str:
    """The text of data.yaml in the folder of the labels or above it."""
    folder = context.key
    while folder:
        folder = folder.rpartition("/")[0]
        for name in ("data.yaml", "dataset.yaml", "data.yml"):
            found = context.beside(f"{folder}/{name}" if folder else name)
            if found is not None:
                return found.decode("utf-8", "replace")
    return ""


def _numbers(settings: str, name: str) -> list[int]:
    found = re.search(rf"^{name}:[ \t]*(\[[^\]]*\]|(?:\r?\n[ \t]*-[ \t]*\d+)+)", settings, re.MULTILINE)
    return [int(number) for number in re.findall(r"\d+", found[1])] if found else []


def _dimensions(settings: str) -> int:
    shape = _numbers(settings, "kpt_shape")
    if not shape:
        return 0
    if len(shape) != 2 or shape[1] not in (2, 3):
        raise LabelError(f"data.yaml: expected kpt_shape: [POINTS, 2 or 3], found {shape}")
    return shape[1]


def _matches(key: str, data: bytes) -> bool:
    if not key.endswith(".txt"):
        return False
    lines = [line for line in data.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()]
    return all(_LINE.fullmatch(line) for line in lines)


def _read(data: bytes, context: Context) -> Labels:
    return _Yolo(data, context)


FORMAT = Format("yolo", _matches, _read)
