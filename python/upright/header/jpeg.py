"""JPEG (ITU-T T.81, B.1)."""

from __future__ import annotations

import struct

from .exif import PREFIX
from .header import Format, Header

TYPE = "public.jpeg"
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}


def _read(data: bytes) -> Header:
    exif = b""
    place = 2
    while place + 4 <= len(data):
        if data[place] != 0xFF:
            place = data.find(b"\xff", place)
            if place < 0:
                break
            continue
        marker = data[place + 1]
        if marker == 0xFF:
            place += 1
            continue
        if marker in (0, 1) or 0xD0 <= marker <= 0xD8:
            place += 2
            continue
        if marker in (0xD9, 0xDA):
            return Header(TYPE, exif_data=exif)
        (length,) = struct.unpack_from(">H", data, place + 2)
        body = data[place + 4 : place + 2 + length]
        if marker == 0xE1 and not exif and body.startswith(PREFIX):
            exif = body
        if marker in _FRAMES and len(body) >= 5:
            height, width = struct.unpack_from(">HH", body, 1)
            # Exif comes before the frame (Exif 3.0, 4.5.4). A height of 0 comes later, after the first scan (DNL).
            return Header(TYPE, width or None, height or None, exif, complete=True)
        place += 2 + length
    return Header(TYPE, exif_data=exif, complete=False)


FORMAT = Format(lambda data: data.startswith(b"\xff\xd8\xff"), _read)
