"""HEIF and AVIF (ISO/IEC 23008-12): the type only."""

from __future__ import annotations

from .header import Format, Header

_BRANDS = {
    b"heic": "public.heic",
    b"heix": "public.heic",
    b"hevc": "public.heics",
    b"mif1": "public.heif",
    b"msf1": "public.heifs",
    b"avif": "public.avif",
    b"avis": "public.avis",
}


def _read(data: bytes) -> Header:
    return Header(_BRANDS[data[8:12]], complete=False)


FORMAT = Format(lambda data: data[4:8] == b"ftyp" and data[8:12] in _BRANDS, _read)
