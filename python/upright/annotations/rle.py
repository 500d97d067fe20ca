"""Masks as run lengths, in the forms of COCO, CVAT and Label Studio.

A mask is a byte string of zeros and ones (Label Studio: of any bytes), column by column as in COCO.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..turn import Turn


def turned(mask: bytes, width: int, height: int, turn: Turn) -> bytes:
    """Turn a mask that is stored column by column."""
    if turn.orientation in (1, 3):
        return mask if turn.orientation == 1 else mask[::-1]
    if turn.orientation in (2, 4):
        columns = [mask[at : at + height] for at in range(0, width * height, height)]
        return b"".join(reversed(columns)) if turn.orientation == 2 else b"".join(each[::-1] for each in columns)
    # A quarter turn makes columns of the rows.
    rows = [mask[row::height] for row in range(height)]
    if turn.orientation in (6, 7):
        rows.reverse()
    if turn.orientation in (7, 8):
        rows = [row[::-1] for row in rows]
    return b"".join(rows)


def transposed(mask: bytes, first: int) -> bytes:
    """Turn a mask of rows into one of columns, or back; ``first`` is the length of the lines that it has."""
    return b"".join(mask[at::first] for at in range(first))


def to_mask(counts: Sequence[int], size: int) -> bytes:
    """Decode run lengths of zeros and ones in turn.

    Raises:
        ValueError: They do not make a mask of the size.
    """
    if any(not isinstance(count, int) or count < 0 for count in counts) or sum(counts) != size:
        raise ValueError(f"expected run lengths of {size} pixels, found {sum(counts)}")
    return b"".join((b"\1" if place % 2 else b"\0") * count for place, count in enumerate(counts))


def to_counts(mask: bytes) -> list[int]:
    """Encode a mask as run lengths: the inverse of :func:`to_mask`."""
    counts: list[int] = []
    place, value = 0, 0
    while place < len(mask):
        end = mask.find(1 - value, place)
        end = len(mask) if end < 0 else end
        counts.append(end - place)
        place, value = end, 1 - value
    return counts


def counts_of_text(text: str) -> list[int]:
    """Decode the compressed run lengths of COCO (``rleFrString`` of its mask API)."""
    counts: list[int] = []
    data = text.encode("ascii")
    place = 0
    while place < len(data):
        value = shift = 0
        more = True
        while more:
            code = data[place] - 48
            if not 0 <= code < 64:
                raise ValueError(f"expected compressed run lengths, found the character {chr(data[place])!r}")
            place += 1
            value |= (code & 0x1F) << shift
            shift += 5
            more = bool(code & 0x20)
            if not more and code & 0x10:
                value |= -1 << shift
        counts.append(value + counts[-2] if len(counts) > 2 else value)
    return counts


def text_of_counts(counts: Sequence[int]) -> str:
    """Encode run lengths as COCO does (``rleToString``): the inverse of :func:`counts_of_text`."""
    text = bytearray()
    for place, count in enumerate(counts):
        value = count - counts[place - 2] if place > 2 else count
        more = True
        while more:
            code = value & 0x1F
            value >>= 5
            more = value != -1 if code & 0x10 else value != 0
            text.append((code | 0x20 if more else code) + 48)
    return text.decode("ascii")


def bytes_of_brush(packed: Sequence[int]) -> bytes:
    """Decode a brush of Label Studio: red, green, blue and alpha, row by row, packed as by ``@thi.ng/rle-pack``."""
    bits = "".join(f"{byte:08b}" for byte in packed)
    place = 0

    def read(count: int) -> int:
        nonlocal place
        place += count
        if place > len(bits):
            raise ValueError("expected a brush, found that its run lengths are cut")
        return int(bits[place - count : place], 2)

    size, word = read(32), read(5) + 1
    lengths = [read(4) + 1 for _ in range(4)]
    if word != 8:
        raise ValueError(f"expected a brush in bytes, found words of {word} bits")
    out = bytearray()
    while len(out) < size:
        repeated = read(1)
        count = 1 + read(lengths[read(2)])
        if repeated:
            out += bytes([read(8)]) * count
        else:
            out += bytes(read(8) for _ in range(count))
        if len(out) > size:
            raise ValueError(f"expected a brush of {size} bytes, found more")
    return bytes(out)


def brush_of_bytes(data: bytes) -> list[int]:
    """Encode a brush: the inverse of :func:`bytes_of_brush`."""
    lengths = (3, 4, 8, 16)
    bits = [f"{len(data):032b}", f"{7:05b}", *(f"{length - 1:04b}" for length in lengths)]
    place = 0
    while place < len(data):
        end = place + 1
        while end < len(data) and data[end] == data[place] and end - place < 1 << 16:
            end += 1
        count = end - place
        which = next(number for number, length in enumerate(lengths) if count <= 1 << length)
        bits.append(f"{int(count > 1)}{which:02b}{count - 1:0{lengths[which]}b}{data[place]:08b}")
        place = end
    text = "".join(bits)
    text += "0" * (-len(text) % 8)
    return [int(text[at : at + 8], 2) for at in range(0, len(text), 8)]
