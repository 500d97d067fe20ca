"""Pictures inside pictures, for the generator: thumbnails in Exif and in Photoshop's resources, further images of an MPF index; and
JPEGs of more than 8 bits, made from JPEGs of 8 bits."""

import struct


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def exif(order, orientation, thumbnail):
    """A block with an orientation and a thumbnail."""
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    body = struct.pack(order + "HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 26)
    entries = [(0x0103, 3, struct.pack(order + "HH", 6, 0)), (0x0201, 4, struct.pack(order + "I", 26 + 2 + 36 + 4)),
               (0x0202, 4, struct.pack(order + "I", len(thumbnail)))]
    body += struct.pack(order + "H", len(entries))
    for tag, kind, value in entries:
        body += struct.pack(order + "HHI", tag, kind, 1) + value
    return head + body + struct.pack(order + "I", 0) + thumbnail


def photoshop(thumbnail, width, height):
    """An APP13 segment with a resolution and a thumbnail."""
    def resource(number, data):
        return b"8BIM" + struct.pack(">H", number) + b"\0\0" + struct.pack(">I", len(data)) + data + b"\0" * (len(data) % 2)
    head = struct.pack(">IIIIIIHH", 1, width, height, (width * 24 + 31) // 32 * 4, (width * 24 + 31) // 32 * 4 * height,
                       len(thumbnail), 24, 1)
    resolution = struct.pack(">IHHIHH", 300 << 16, 1, 1, 150 << 16, 1, 1)
    return segment(0xED, b"Photoshop 3.0\0" + resource(0x03ED, resolution) + resource(0x040C, head + thumbnail))


def with_mpf(data, images):
    """A JPEG with an MPF index in its header, and images after its end."""
    count = len(images) + 1
    length = 8 + 2 + 3 * 12 + 4 + 16 * count
    base = 2 + 4 + 4
    total = len(data) + length + 8
    table, at = struct.pack(">IIIHH", 0x20030000, total, 0, 0, 0), total
    for image in images:
        table += struct.pack(">IIIHH", 0, len(image), at - base, 0, 0)
        at += len(image)
    index = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", 3)
    index += struct.pack(">HHI", 0xB000, 7, 4) + b"0100" + struct.pack(">HHII", 0xB001, 4, 1, count)
    index += struct.pack(">HHII", 0xB002, 7, 16 * count, 8 + 2 + 3 * 12 + 4) + struct.pack(">I", 0) + table
    return data[:2] + segment(0xE2, b"MPF\0" + index) + data[2:] + b"".join(images)


def rescaled(data, precision, scale):
    """The file with another precision in its frame header, and matching quantization steps."""
    out, at = bytearray(data[:2]), 2
    while data[at + 1] != 0xD9:
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        body = data[at + 4:at + 2 + length]
        if marker == 0xDB:
            tables = b""
            while body:
                wide = body[0] >> 4
                steps = struct.unpack(">64H" if wide else ">64B", body[1:129 if wide else 65])
                new = [scale(step) for step in steps]
                tables += bytes([body[0] & 15 | 0x10 * (max(new) > 255)])
                tables += struct.pack(">64H" if max(new) > 255 else ">64B", *new)
                body = body[129 if wide else 65:]
            body = tables
        elif marker in (0xC0, 0xC1, 0xC2, 0xC9, 0xCA):
            body = bytes([precision]) + body[1:]
            # Baseline allows only 8 bits.
            marker = 0xC1 if marker == 0xC0 else marker
        out += segment(marker, body)
        at += 2 + length
        if marker == 0xDA:
            # Tables can also occur between scans.
            following = at
            while following + 1 < len(data):
                if data[following] == 0xFF and data[following + 1] not in (0, 0xFF) and not 0xD0 <= data[following + 1] <= 0xD7:
                    break
                following += 1
            out += data[at:following]
            at = following
    return bytes(out + data[at:])


def widened(data):
    """An 8-bit picture as a 12-bit picture: samples and steps are 16 times as large, the coefficients are unchanged."""
    return rescaled(data, 12, lambda step: step * 16)


def narrowed(data):
    return rescaled(data, 8, lambda step: step // 16)
