"""The registry of the formats."""

from __future__ import annotations

import struct

from . import gif, heif, jpeg, png, tiff, webp
from .header import Format, Header

#: How many bytes of a file are read first.
START_BYTES = 1 << 16

#: The formats. They begin differently, so their order does not matter.
FORMATS: tuple[Format, ...] = (jpeg.FORMAT, png.FORMAT, gif.FORMAT, webp.FORMAT, heif.FORMAT, tiff.FORMAT)


def read_header(data: bytes) -> Header:
    """Read the first bytes of a file. Bytes that no format knows, or that are damaged, give a :class:`Header` too."""
    for format in FORMATS:
        if format.matches(data):
            try:
                return format.read(data)
            except (struct.error, IndexError, ValueError):
                return Header("public.data", complete=False)
    return Header("public.data")
