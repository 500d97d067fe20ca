"""Small files that demand many resources. They are generated here; none is stored."""

import struct
import zlib


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


QUANT = segment(0xDB, b"\0" + b"\1" * 64)
# One symbol of one bit per table: end of block, difference zero.
HUFFMAN = segment(0xC4, b"\x00" + b"\1" + b"\0" * 15 + b"\0" + b"\x10" + b"\1" + b"\0" * 15 + b"\0")
SCAN = segment(0xDA, b"\1\1\0\0\x3f\0")


def frame(width, height, marker=0xC0, components=b"\1\x11\0", precision=8):
    return segment(marker, struct.pack(">BHHB", precision, height, width, len(components) // 3) + components)


def exif(orientation=6, order="<", extra=b"", entries=b"", count=0):
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    directory = struct.pack(order + "H", count + 1)
    directory += struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0) + entries
    return segment(0xE1, b"Exif\0\0" + head + directory + struct.pack(order + "I", 0) + extra)


def jpeg(*parts):
    return b"\xff\xd8" + b"".join(parts) + b"\xff\xd9"


def progressive_scan(low, high):
    return segment(0xDA, bytes([1, 1, 0, low, high, 0])) + b"\0" * 8


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(width, height, *chunks, depth=8, colour=0, data=None, interlace=0):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))
    body = chunk(b"IDAT", zlib.compress(b"\0" * 17, 9) if data is None else data)
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + body + chunk(b"IEND", b"")


def zeros(count):
    """Deflates `count` zeros without storing them."""
    machine = zlib.compressobj(9)
    pieces = [machine.compress(b"\0" * (1 << 20)) for _ in range(count >> 20)]
    return b"".join(pieces) + machine.flush()


TIFF_6 = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"
EXIF_CHUNK = chunk(b"eXIf", TIFF_6)


def gif(width, height, frames, frame_width=None, frame_height=None, data=b"\x02\x02\x44\x01\0"):
    image = b"\x2c" + struct.pack("<HHHHB", 0, 0, frame_width or width, frame_height or height, 0) + data
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
            + image * frames + b"\x3b")


def gif_xmp(orientation):
    packet = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    packet += b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="%d"/>' % orientation
    packet += b"</rdf:RDF></x:xmpmeta>"
    trailer = b"\x01" + bytes(range(255, -1, -1)) + b"\0"
    return b"\x21\xff\x0bXMP DataXMP" + packet + trailer


def with_xmp(data, orientation):
    return data[:19] + gif_xmp(orientation) + data[19:]


def xmp(packet):
    return segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet)


def cyclic_directories():
    entries = struct.pack("<HHII", 0x8769, 4, 1, 8) + struct.pack("<HHII", 0x8825, 4, 1, 8)
    tiff = b"II*\0\x08\0\0\0" + struct.pack("<H", 3) + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0) + entries
    return segment(0xE1, b"Exif\0\0" + tiff + struct.pack("<I", 8))


def many_entries(count):
    body = b"".join(struct.pack("<HHII", 0x9000 + index % 4096, 7, 0xFFFFFFFF, 8) for index in range(count))
    return exif(entries=body, count=count)


def deep(depth, close=True):
    start = b'<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    return start + b"<a>" * depth + (b"</a>" * depth + b"</x:xmpmeta>" if close else b"")


def laughs():
    lines = b"".join(b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10) for n in range(1, 10))
    return b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">' + lines + b"]><x>&l9;</x>"


def apng(frames, width=16, height=16):
    control = chunk(b"acTL", struct.pack(">II", frames, 0))
    pixels = zlib.compress(b"\0" * ((width + 1) * height), 9)
    parts = []
    for number in range(frames):
        body = struct.pack(">IIIIIHHBB", 2 * number, width, height, 0, 0, 1, 100, 0, 0)
        parts.append(chunk(b"fcTL", body))
        if number:
            parts.append(chunk(b"fdAT", struct.pack(">I", 2 * number - 1) + pixels))
    return png(width, height, EXIF_CHUNK, control, parts[0], data=pixels)[:-12] + b"".join(parts[1:]) + chunk(b"IEND", b"")


def all_bombs(large=True):
    """Name -> function that makes the file."""
    gray = frame(64, 64)
    start = exif() + QUANT + HUFFMAN
    progressive = QUANT + HUFFMAN + frame(2048, 2048, 0xC2)
    many = 1_000_000 if large else 100_000
    return {
        "scans-400.jpg": lambda: jpeg(exif(), progressive, *[progressive_scan(0, 0) for _ in range(400)]),
        "scans-100000.jpg": lambda: jpeg(exif(), progressive, *[progressive_scan(1, 63) for _ in range(100_000)]),
        "size-65535.jpg": lambda: jpeg(start, frame(65535, 65535), SCAN, b"\0" * 64),
        "size-65535x3906.jpg": lambda: jpeg(start, frame(65535, 3906), SCAN, b"\0" * 64),
        "size-11000.jpg": lambda: jpeg(start, frame(11000, 11000), SCAN, b"\0" * 64),
        "size-15900-progressive.jpg": lambda: jpeg(start, frame(15900, 15900, 0xC2), progressive_scan(0, 0)),
        "size-15900-arithmetic.jpg": lambda: jpeg(exif() + QUANT, frame(15900, 15900, 0xC9), SCAN, b"\0" * 64),
        "four-components.jpg": lambda: jpeg(start, frame(8000, 8000, 0xC0, b"\1\x44\0\2\x11\0\3\x11\0\4\x44\0"), SCAN),
        "size-0.jpg": lambda: jpeg(start, frame(0, 0), SCAN, b"\0"),
        "height-0.jpg": lambda: jpeg(start, frame(64, 0), SCAN, b"\0" * 64),
        "sampling-0.jpg": lambda: jpeg(start, frame(64, 64, 0xC0, b"\1\x00\0"), SCAN, b"\0" * 64),
        "no-components.jpg": lambda: jpeg(start, frame(64, 64, 0xC0, b""), SCAN, b"\0" * 64),
        "restart-1.jpg": lambda: jpeg(start, segment(0xDD, b"\0\1"), frame(8000, 8000), SCAN, b"\0" * 64),
        "segments.jpg": lambda: jpeg(b"\xff\xfe\0\2" * many, start, gray, SCAN, b"\0" * 64),
        "fill-bytes.jpg": lambda: jpeg(b"\xff" * (many * 8), start, gray, SCAN, b"\0" * 64),
        "exif-many.jpg": lambda: jpeg(*[exif() for _ in range(20_000)], QUANT, HUFFMAN, gray, SCAN, b"\0" * 64),
        "cyclic.jpg": lambda: jpeg(cyclic_directories(), QUANT, HUFFMAN, gray, SCAN, b"\0" * 64),
        "entries.jpg": lambda: jpeg(many_entries(5000), QUANT, HUFFMAN, gray, SCAN, b"\0" * 64),
        "xmp-deep.jpg": lambda: jpeg(xmp(deep(9000)), start, gray, SCAN, b"\0" * 64),
        "xmp-open.jpg": lambda: jpeg(xmp(deep(20000, close=False)), start, gray, SCAN, b"\0" * 64),
        "xmp-laughs.jpg": lambda: jpeg(xmp(laughs()), start, gray, SCAN, b"\0" * 64),
        "eoi-many.jpg": lambda: jpeg(start, gray, SCAN, b"\0" * 64, b"\xff\xd9" * many),
        "soi-many.jpg": lambda: b"\xff\xd8" * many + jpeg(start, gray, SCAN, b"\0" * 64),
        "nested-thumbnails.jpg": nested_thumbnails,
        "size-2-31.png": lambda: png(0x7FFFFFFF, 0x7FFFFFFF, EXIF_CHUNK),
        "size-65535.png": lambda: png(65535, 65535, EXIF_CHUNK),
        "size-11000-16.png": lambda: png(11000, 11000, EXIF_CHUNK, depth=16, colour=6, data=zeros(200 << 20)),
        "inflate-1g.png": lambda: png(64, 64, EXIF_CHUNK, data=zeros(1 << 30)),
        "interlaced.png": lambda: png(11000, 11000, EXIF_CHUNK, interlace=1, data=zeros(120 << 20)),
        "iccp-1g.png": lambda: png(1, 1, EXIF_CHUNK, chunk(b"iCCP", b"x\0\0" + zeros(1 << 30))),
        "ztxt-1g.png": lambda: png(1, 1, EXIF_CHUNK, chunk(b"zTXt", b"Raw profile type exif\0\0" + zeros(1 << 30))),
        "itxt-1g.png": lambda: png(
            1, 1, EXIF_CHUNK, chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zeros(1 << 30))),
        "ztxt-many.png": lambda: png(
            1, 1, EXIF_CHUNK, *[chunk(b"zTXt", b"Raw profile type xmp\0\0" + zeros(7 << 20))] * 200),
        "chunks.png": lambda: png(1, 1, chunk(b"teSt", b"") * many, EXIF_CHUNK),
        "idats.png": lambda: png(1, 1, EXIF_CHUNK, chunk(b"IDAT", b"") * many),
        "chunk-4g.png": lambda: png(1, 1)[:33] + b"\xff\xff\xff\xffteSt" + b"\0" * 64,
        "apng-20000.png": lambda: apng(20_000),
        "apng-huge.png": lambda: apng(30, 8000, 8000),
        "canvas-65535.gif": lambda: with_xmp(gif(65535, 65535, 1), 6),
        "frames-1000000.gif": lambda: with_xmp(gif(1, 1, many), 6),
        "frames-huge.gif": lambda: with_xmp(gif(8000, 8000, 9000), 6),
        "frame-outside.gif": lambda: with_xmp(gif(16, 16, 3, 65535, 65535), 6),
        "comments.gif": lambda: with_xmp(gif(1, 1, 1), 6)[:-1] + b"\x21\xfe\1x\0" * many + b"\x3b",
        "codes.gif": lambda: with_xmp(gif(4000, 4000, 1, data=b"\x0b" + b"\xff" + b"\0" * 255 + b"\0"), 6),
    }


def nested_thumbnails():
    """A thumbnail in a thumbnail in a thumbnail, and so on."""
    inner = jpeg(exif(), QUANT, HUFFMAN, frame(8, 8), SCAN, b"\0")
    while len(inner) < 60_000:
        tiff = b"II*\0\x08\0\0\0" + struct.pack("<H", 1) + struct.pack("<HHIHH", 0x0112, 3, 1, 6, 0)
        tiff += struct.pack("<I", 26) + struct.pack("<H", 2)
        tiff += struct.pack("<HHII", 0x0201, 4, 1, 56) + struct.pack("<HHII", 0x0202, 4, 1, len(inner))
        tiff += struct.pack("<I", 0) + inner
        inner = jpeg(segment(0xE1, b"Exif\0\0" + tiff), QUANT, HUFFMAN, frame(8, 8), SCAN, b"\0")
    return inner
