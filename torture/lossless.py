"""Encodes and decodes lossless JPEGs (ITU-T T.81, process 14) in plain Python without the product's code: no tool of Debian 12
supports them."""

import struct


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def prediction(kind, a, b, c):
    return {1: a, 2: b, 3: c, 4: a + b - c, 5: a + (b - c >> 1), 6: b + (a - c >> 1), 7: a + b >> 1}[kind]


def canonical(counts, symbols):
    """Symbol -> (code, length)."""
    codes, code, at = {}, 0, 0
    for length, count in enumerate(counts, 1):
        for _ in range(count):
            codes[symbols[at]] = (code, length)
            code, at = code + 1, at + 1
        code <<= 1
    return codes


# Seventeen symbols with codes of five bits each.
TABLE = ([0, 0, 0, 0, 17] + [0] * 11, list(range(17)))


def walk(size, factors, interval, visit, restart):
    """Visits the samples of an interleaved scan in order, with their neighbours, and each restart."""
    width, height = size
    across, down = max(h for h, _ in factors), max(v for _, v in factors)
    if len(factors) == 1:
        factors, across, down = [(1, 1)], 1, 1
    columns, rows = -(-width // across), -(-height // down)
    first = 0
    for row in range(rows):
        for column in range(columns):
            count = row * columns + column
            if interval and count and count % interval == 0:
                restart(count // interval - 1)
                first = row
            for plane, (h, v) in enumerate(factors):
                for y in range(row * v, row * v + v):
                    for x in range(column * h, column * h + h):
                        visit(plane, x, y, y > first * v)


def predicted(samples, x, y, has_line_above, kind, start):
    """The prediction of a sample (H.1.2.1): the first of a scan, the first of a line, one of the first line, or any other."""
    if not has_line_above:
        return samples[y, x - 1] if x else start
    if x == 0:
        return samples[y - 1, 0]
    return prediction(kind, samples[y, x - 1], samples[y - 1, x], samples[y - 1, x - 1])


def encode(size, factors, planes, precision, kind, transform=0, restart_rows=0):
    """A file with one scan. `planes` are dictionaries (y, x) -> sample, already shifted down by the point transform."""
    width, height = size
    columns = -(-width // (max(h for h, _ in factors) if len(factors) > 1 else 1))
    interval = restart_rows * columns
    bits, codes = [], canonical(*TABLE)
    out = bytearray()

    def flush():
        while len(bits) % 8:
            bits.append("1")
        text = "".join(bits)
        for at in range(0, len(text), 8):
            out.append(int(text[at:at + 8], 2))
            if out[-1] == 0xFF:
                out.append(0)
        bits.clear()

    def visit(plane, x, y, above):
        samples = planes[plane]
        value = samples[y, x]
        difference = value - predicted(samples, x, y, above, kind, 1 << precision - transform - 1) & 0xFFFF
        difference = difference - 0x10000 if difference > 0x8000 else difference
        length = abs(difference).bit_length()
        code, count = codes[length]
        bits.append(format(code, "0%db" % count))
        if 0 < length < 16:
            bits.append(format(difference if difference > 0 else difference + (1 << length) - 1, "0%db" % length))
        bits[:] = ["".join(bits)] if len(bits) > 64 else bits

    def restart(number):
        text = "".join(bits)
        bits[:] = list(text)
        flush()
        out.extend([0xFF, 0xD0 + number % 8])

    walk(size, factors, interval, visit, restart)
    bits[:] = list("".join(bits))
    flush()
    data = b"\xff\xd8" + segment(0xC3, struct.pack(">BHHB", precision, height, width, len(factors)) + b"".join(
        bytes([number + 1, h << 4 | v, 0]) for number, (h, v) in enumerate(factors)))
    data += segment(0xC4, bytes([0]) + bytes(TABLE[0]) + bytes(TABLE[1]))
    if interval:
        data += segment(0xDD, struct.pack(">H", interval))
    data += segment(0xDA, bytes([len(factors)]) + b"".join(bytes([n + 1, 0]) for n in range(len(factors))) + bytes(
        [kind, 0, transform]))
    return data + bytes(out) + b"\xff\xd9"


def decode(data):
    """Returns size, precision, and the true samples of each plane as lists of lines."""
    at, tables, interval = 2, {}, 0
    while True:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        body = data[at + 4:at + 2 + length]
        if marker == 0xC3:
            precision, height, width, count = struct.unpack(">BHHB", body[:6])
            components = [tuple(body[6 + 3 * n:9 + 3 * n]) for n in range(count)]
        elif marker == 0xC4:
            while body:
                total = sum(body[1:17])
                tables[body[0]] = canonical(body[1:17], body[17:17 + total])
                body = body[17 + total:]
        elif marker == 0xDD:
            interval = struct.unpack(">H", body)[0]
        at += 2 + length
        if marker == 0xDA:
            break
    selected = {body[1 + 2 * n]: body[2 + 2 * n] >> 4 for n in range(body[0])}
    kind, transform = body[-3], body[-1] & 15
    factors = [(factor >> 4, factor & 15) for _, factor, _ in components]
    lookups = [{(length, code): symbol for symbol, (code, length) in tables[selected[one[0]]].items()} for one in components]
    planes = [{} for _ in components]
    end = data.index(b"\xff\xd9", at)
    chunks, start, position = [], at, at
    while position < end:
        if data[position] == 0xFF and 0xD0 <= data[position + 1] <= 0xD7:
            chunks.append(data[start:position])
            start = position = position + 2
        else:
            position += 2 if data[position] == 0xFF else 1
    chunks.append(data[start:end])
    stream = {}

    def load(number):
        stream["bits"] = "".join(format(byte, "08b") for byte in chunks[number].replace(b"\xff\x00", b"\xff"))
        stream["at"] = 0

    def visit(plane, x, y, above):
        bits, position, code, length = stream["bits"], stream["at"], 0, 0
        while True:
            code, length = code << 1 | int(bits[position]), length + 1
            position += 1
            if (length, code) in lookups[plane]:
                break
            if length > 16:
                raise ValueError("no code")
        size = lookups[plane][length, code]
        difference = 32768 if size == 16 else 0
        if 0 < size < 16:
            extra = int(bits[position:position + size], 2)
            position += size
            difference = extra if extra >= 1 << size - 1 else extra - (1 << size) + 1
        stream["at"] = position
        value = predicted(planes[plane], x, y, above, kind, 1 << precision - transform - 1) + difference
        planes[plane][y, x] = value & 0xFFFF

    load(0)
    walk((width, height), factors, interval, visit, lambda number: load(number + 1))
    across, down = max(h for h, _ in factors), max(v for _, v in factors)
    lines = []
    for plane, (h, v) in zip(planes, factors):
        columns, rows = -(-width * h // across), -(-height * v // down)
        lines.append([[plane[y, x] << transform for x in range(columns)] for y in range(rows)])
    return (width, height), precision, lines


def turned(lines, orientation):
    """Lines of samples, turned upright."""
    if orientation >= 5:
        lines = [list(line) for line in zip(*lines)]
    if orientation in (2, 3, 6, 7):
        lines = [line[::-1] for line in lines]
    if orientation in (3, 4, 7, 8):
        lines = lines[::-1]
    return lines
