"""WebP (RFC 9649, 2)."""

from __future__ import annotations

import struct

from .header import Format, Header

TYPE = "org.webmproject.webp"


def _read(data: bytes) -> Header:
    width: int | None = None
    height: int | None = None
    (size,) = struct.unpack_from("<I", data, 4)
    end = 8 + size
    place = 12
    while place + 8 <= min(len(data), end):
        name, length = struct.unpack_from("<4sI", data, place)
        body = data[place + 8 : place + 8 + length]
        if name == b"VP8X":
            width, height = (1 + int.from_bytes(body[at : at + 3], "little") for at in (4, 7))
            if not body[0] & 8:
                return Header(TYPE, width, height)
        elif name == b"VP8L" and width is None:
            bits = int.from_bytes(body[1:5], "little")
            return Header(TYPE, 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        elif name == b"VP8 " and width is None:
            across, down = struct.unpack_from("<HH", body, 6)
            return Header(TYPE, across & 0x3FFF, down & 0x3FFF)
        elif name == b"EXIF":
            return Header(TYPE, width, height, body, complete=len(body) == length)
        place += 8 + length + length % 2
    return Header(TYPE, width, height, complete=len(data) >= end)


FORMAT = Format(lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", _read)
