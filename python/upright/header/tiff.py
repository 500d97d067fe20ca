"""TIFF, and raw files in its form: the type and what Exif says."""

from __future__ import annotations

from .header import Format, Header


def _read(data: bytes) -> Header:
    return Header("public.tiff", exif_data=data, complete=False)


FORMAT = Format(lambda data: data[:4] in (b"II*\0", b"MM\0*"), _read)
