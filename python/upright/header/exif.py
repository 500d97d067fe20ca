"""Exif: the orientation, the position, the camera and the time (CIPA DC-008, 4.6)."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any

#: Exif's header before the TIFF structure in JPEG and, by some writers, elsewhere.
PREFIX = b"Exif\0\0"

_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8, 13: 4}
_MOST_ENTRIES = 1000


@dataclass(frozen=True, slots=True)
class Exif:
    """What Exif says.

    Attributes:
        orientation: 1 to 8; ``None`` if it is missing or has another value.
        latitude: Degrees north.
        longitude: Degrees east.
        make: The maker of the camera.
        model: The model of the camera.
        captured: The time of the capture, as Exif writes it: ``2024:05:17 18:03:09``.
    """

    orientation: int | None = None
    latitude: float | None = None
    longitude: float | None = None
    make: str | None = None
    model: str | None = None
    captured: str | None = None


def read_exif(data: bytes) -> Exif:
    """Read a TIFF structure. What is damaged is left out."""
    data = data.removeprefix(PREFIX)
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[:4])
    if order is None:
        return Exif()
    try:
        first = _directory(data, order, struct.unpack_from(order + "I", data, 4)[0])
    except struct.error:
        return Exif()
    inner = _directory_at(data, order, first.get(0x8769))
    place = _directory_at(data, order, first.get(0x8825))
    orientation = first.get(0x0112)
    latitude = _degrees(place.get(2), place.get(1), "NS", 90)
    longitude = _degrees(place.get(4), place.get(3), "EW", 180)
    if latitude is None or longitude is None:
        latitude = longitude = None
    return Exif(
        orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else None,
        latitude,
        longitude,
        _text(first.get(0x010F)),
        _text(first.get(0x0110)),
        _text(inner.get(0x9003)) or _text(first.get(0x0132)),
    )


def _directory_at(data: bytes, order: str, offset: Any) -> dict[int, Any]:
    if not isinstance(offset, int):
        return {}
    try:
        return _directory(data, order, offset)
    except struct.error:
        return {}


def _directory(data: bytes, order: str, offset: int) -> dict[int, Any]:
    values: dict[int, Any] = {}
    (count,) = struct.unpack_from(order + "H", data, offset)
    for number in range(min(count, _MOST_ENTRIES)):
        entry = offset + 2 + 12 * number
        try:
            tag, kind, amount = struct.unpack_from(order + "HHI", data, entry)
            size = _SIZES.get(kind, 0) * amount
            if not 0 < size <= 1 << 16:
                continue
            place = entry + 8 if size <= 4 else struct.unpack_from(order + "I", data, entry + 8)[0]
            value = _value(data, order, kind, amount, place)
        except struct.error:
            continue
        values.setdefault(tag, value)
    return values


def _value(data: bytes, order: str, kind: int, amount: int, place: int) -> Any:
    if kind in (2, 7):
        if place + amount > len(data):
            raise struct.error("beyond the end")
        return data[place : place + amount]
    if kind in (5, 10):
        numbers = struct.unpack_from(f"{order}{2 * amount}{'I' if kind == 5 else 'i'}", data, place)
        return [a / b if b else math.nan for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
    code = {1: "B", 3: "H", 4: "I", 9: "i", 13: "I"}[kind]
    found = struct.unpack_from(f"{order}{amount}{code}", data, place)
    return found[0] if amount == 1 else list(found)


def _text(value: Any) -> str | None:
    if not isinstance(value, bytes):
        return None
    text = value.split(b"\0")[0].decode("utf-8", "replace").strip()
    return text or None


def _degrees(value: Any, reference: Any, letters: str, most: int) -> float | None:
    letter = (_text(reference) or "").upper()
    if not isinstance(value, list) or len(value) != 3 or letter not in (*letters,):
        return None
    degrees: float = value[0] + value[1] / 60 + value[2] / 3600
    if not math.isfinite(degrees) or abs(degrees) > most:
        return None
    return -degrees if letter == letters[1] else degrees
