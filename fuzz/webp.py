"""webp.py FOLDER: writes small WebP files, of which there are no fixtures, as seeds."""

import pathlib
import struct
import sys


def chunk(code: bytes, payload: bytes) -> bytes:
    return code + struct.pack("<I", len(payload)) + payload + bytes(len(payload) & 1)


def file(*chunks: bytes) -> bytes:
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


lossless = chunk(b"VP8L", b"\x2f\x00\x00\x00\x00\x07\x10\xfd\x8f\xfe\x07\x22\xa2\xff\x01")
lossy = chunk(b"VP8 ", b"\x30\x01\x00\x9d\x01\x2a\x01\x00\x01\x00\x02\x00\x34\x25")
exif = chunk(b"EXIF", b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0")
xmp = chunk(
    b"XMP ",
    b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>',
)
header = chunk(b"VP8X", b"\x0c" + bytes(9))
frame = chunk(b"ANMF", bytes(12) + b"\x64\0\0\0" + lossless)
folder = pathlib.Path(sys.argv[1])
for name, content in {
    "lossless": file(lossless),
    "lossy": file(lossy) + b"after the end",
    "turned": file(chunk(b"VP8X", b"\x08" + bytes(9)), lossless, exif),
    "metadata": file(header, lossy, exif, xmp),
    "animation": file(chunk(b"VP8X", b"\x02" + bytes(9)), chunk(b"ANIM", bytes(6)), frame, frame),
}.items():
    (folder / f"{name}.webp").write_bytes(content)
