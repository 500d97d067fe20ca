"""MOT Challenge: the boxes of a sequence of pictures (``gt/gt.txt``), and its ``seqinfo.ini``.

Each line is ``frame, id, left, top, width, height, …``. Frames and pixels count from 1, so that a box at the left edge
begins at 1.
"""

from __future__ import annotations

import configparser
import re
from collections.abc import Sequence
from decimal import Decimal

from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement

_LINE = re.compile(rb"\s*\d+\s*,\s*-?\d+\s*(,\s*-?[0-9.eE+-]+\s*){4,}")


def _sequence(context: Context, folder: str) -> configparser.SectionProxy:
    name = f"{folder}/seqinfo.ini" if folder else "seqinfo.ini"
    data = context.beside(name)
    if data is None:
        raise LabelError(f"{context.key}: expected {name}, which names the pictures, found none")
    parser = configparser.ConfigParser()
    try:
        parser.read_string(data.decode("utf-8-sig"))
        return parser["Sequence"]
    except (configparser.Error, KeyError, UnicodeDecodeError) as error:
        raise LabelError(f"{name}: expected a section Sequence, found {error!r}") from error


def _mention(folder: str, sequence: configparser.SectionProxy, frame: int) -> Mention:
    directory, extension = sequence.get("imDir", "img1"), sequence.get("imExt", ".jpg")
    path = "/".join(part for part in (folder, directory, f"{frame:06}{extension}") if part)
    width, height = sequence.getint("imWidth"), sequence.getint("imHeight")
    return Mention(path, width, height)


class _Boxes:
    def __init__(self, data: bytes, context: Context) -> None:
        self._lines = data.decode("utf-8-sig").splitlines(keepends=True)
        # gt/gt.txt and det/det.txt are in a folder of the sequence.
        folder = "/".join(context.key.split("/")[:-2])
        self._frames = sorted({int(line.split(",")[0]) for line in self._lines if line.strip()})
        sequence = _sequence(context, folder)
        self.mentions: Sequence[Mention] = [_mention(folder, sequence, frame) for frame in self._frames]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        turns = {frame: each.turn for frame, each in zip(self._frames, placements, strict=True)}
        made = []
        for line in self._lines:
            if not line.strip():
                made.append(line)
                continue
            end = line[len(line.rstrip("\r\n")) :]
            frame, identity, *texts = line.rstrip("\r\n").split(",")
            turn = turns[int(frame)]
            if turn.orientation == 1:
                made.append(line)
                continue
            left, top, width, height = (Decimal(text.strip()) for text in texts[:4])
            x, y, across, down = turn.box(left - 1, top - 1, width, height)
            made.append(",".join([frame, identity, *map(_text, (x + 1, y + 1, across, down)), *texts[4:]]) + end)
        return "".join(made).encode()


class _Info:
    def __init__(self, data: bytes, context: Context) -> None:
        self._text, self._context = data.decode("utf-8-sig"), context
        folder = context.key.rpartition("/")[0]
        here = Context(context.key, context.options, lambda _: data)
        sequence = _sequence(here, folder)
        count = sequence.getint("seqLength", 0)
        self.mentions: Sequence[Mention] = [_mention(folder, sequence, frame) for frame in range(1, count + 1)]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        sizes = {placement.turn.size for placement in placements}
        if len(sizes) != 1:
            raise LabelError(f"{self._context.key}: expected upright pictures of one size, found {sorted(sizes)}")
        width, height = sizes.pop()
        text = re.sub(r"(?im)^(imWidth\s*=\s*)\d+", rf"\g<1>{width}", self._text)
        return re.sub(r"(?im)^(imHeight\s*=\s*)\d+", rf"\g<1>{height}", text).encode()


def _text(value: Decimal) -> str:
    return f"{value:f}"


def _matches(key: str, data: bytes) -> bool:
    lines = [line for line in data.splitlines() if line.strip()]
    return key.endswith(".txt") and bool(lines) and all(_LINE.fullmatch(line) for line in lines)


def _read(data: bytes, context: Context) -> Labels:
    return _Boxes(data, context)


def _read_info(data: bytes, context: Context) -> Labels:
    return _Info(data, context)


FORMAT = Format("mot", _matches, _read)
SEQUENCE = Format("mot-sequence", lambda key, data: key.rsplit("/", 1)[-1] == "seqinfo.ini", _read_info)
