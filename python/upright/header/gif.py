"""GIF (version 89a, 18)."""

from __future__ import annotations

import struct

from .header import Format, Header


def _read(data: bytes) -> Header:
    width, height = struct.unpack_from("<HH", data, 6)
    return Header("com.compuserve.gif", width, height)


FORMAT = Format(lambda data: data[:6] in (b"GIF87a", b"GIF89a"), _read)
