"""Masks: a PNG file for each picture, with the same stem. Values, palettes and bit depths stay."""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from typing import Any

from ...header import read_header
from ...header.png import SIGNATURE
from ...turn import Turn
from ..errors import LabelError
from ..labels import Context, Format, Labels, Mention, Placement


class _Mask:
    def __init__(self, data: bytes, context: Context) -> None:
        self._data, self._context = data, context
        header = read_header(data)
        if header.exif.orientation not in (None, 1):
            raise LabelError(
                f"{context.key}: expected a mask without an orientation, found {header.exif.orientation}; normalize it "
                "as a picture"
            )
        stem = context.key.rsplit(".", 1)[0]
        self.mentions: Sequence[Mention] = [Mention(stem, header.width, header.height, stem=True)]

    def turned(self, placements: Sequence[Placement]) -> bytes:
        return turned_png(self._data, placements[0].turn, self._context.key)


def turned_png(data: bytes, turn: Turn, key: str) -> bytes:
    """Turn a PNG picture, without changing a value.

    Raises:
        LabelError: Pillow is missing, or the file has values that it cannot hold.
    """
    try:
        from PIL import Image
    except ImportError as error:
        raise LabelError(f"{key}: masks need Pillow: pip install 'upright[annotations]'") from error
    if not data.startswith(SIGNATURE):
        raise LabelError(f"{key}: expected a mask as PNG, found another file")
    _, _, depth, color = struct.unpack_from(">IIBB", data, 16)
    if depth == 16 and color != 0:
        raise LabelError(f"{key}: expected a mask of at most 8 bits in each channel, or 16 bits of grey, found 16 bits")
    with Image.open(io.BytesIO(data)) as opened:
        opened.load()
        if (opened.width, opened.height) != (turn.width, turn.height):
            raise LabelError(
                f"{key}: expected a mask of {turn.width} by {turn.height} pixels, found "
                f"{opened.width} by {opened.height}"
            )
        transpose = Image.Transpose
        how = {
            2: transpose.FLIP_LEFT_RIGHT,
            3: transpose.ROTATE_180,
            4: transpose.FLIP_TOP_BOTTOM,
            5: transpose.TRANSPOSE,
            6: transpose.ROTATE_270,
            7: transpose.TRANSVERSE,
            8: transpose.ROTATE_90,
        }.get(turn.orientation)
        moved = opened if how is None else opened.transpose(how)
        options: dict[str, Any] = {}
        if "transparency" in opened.info:
            options["transparency"] = opened.info["transparency"]
        if opened.mode == "P":
            options["bits"] = depth
        target = io.BytesIO()
        moved.save(target, "PNG", **options)
    made = target.getvalue()
    with Image.open(io.BytesIO(made)) as read:
        if read.mode != opened.mode or read.tobytes() != moved.tobytes():
            raise LabelError(f"{key}: expected the same values after turning the mask, found others")
    return made


def _matches(key: str, data: bytes) -> bool:
    return data.startswith(SIGNATURE)


def _read(data: bytes, context: Context) -> Labels:
    return _Mask(data, context)


FORMAT = Format("masks", _matches, _read)
