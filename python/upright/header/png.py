"""PNG (W3C, third edition, 5.3 and 11.3.2.4)."""

from __future__ import annotations

import struct

from .header import Format, Header

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _read(data: bytes) -> Header:
    width, height = struct.unpack_from(">II", data, 16)
    place = 8
    while place + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, place)
        if name == b"eXIf":
            return Header(
                "public.png",
                width,
                height,
                data[place + 8 : place + 8 + length],
                complete=place + 8 + length <= len(data),
            )
        if name == b"IEND":
            return Header("public.png", width, height)
        place += 12 + length
    return Header("public.png", width, height, complete=False)


FORMAT = Format(lambda data: data.startswith(SIGNATURE), _read)
