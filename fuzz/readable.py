"""readable.py FOLDER: writes small files of formats that are read and not turned, of which there are no fixtures, as seeds."""

import pathlib
import struct
import sys


def big(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *(value & 0xFFFFFFFF for value in values))


def box(kind: bytes, content: bytes) -> bytes:
    return big(len(content) + 8) + kind + content


def directory(*entries: tuple[int, int, int, int]) -> bytes:
    """A TIFF block with one directory of values of four bytes."""
    fields = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", len(entries)) + fields + bytes(4)


turned = directory((0x0112, 3, 1, 6), (0x0100, 4, 1, 40), (0x0101, 4, 1, 30))
matrix = big(0, 1 << 16, 0, -1 << 16, 0, 0, 0, 0, 1 << 30)
entry = box(b"avc1", bytes(24) + struct.pack(">HH", 40, 30) + bytes(50))
media = box(b"mdhd", bytes(12) + big(600, 600, 0)) + box(b"hdlr", bytes(8) + b"vide" + bytes(13))
media += box(b"minf", box(b"stbl", box(b"stsd", big(0, 1) + entry) + box(b"stsz", big(0, 0, 30))))
track = box(b"trak", box(b"tkhd", bytes(40) + matrix + big(40 << 16, 30 << 16)) + box(b"mdia", media))
key, place = b"com.apple.quicktime.location.ISO6709", b"+48.5000-002.2500/"
keys = box(b"keys", big(0, 1) + box(b"mdta", key))
keys += box(b"ilst", big(24 + len(place), 1) + box(b"data", big(1, 0) + place))
user = box(b"udta", box(b"\xa9xyz", struct.pack(">HH", len(place), 0) + place) + box(b"loci", bytes(6) + b"x\0\0" + big(1, 2, 3)))
head = box(b"mvhd", big(0, 3787009445, 0, 600, 600) + bytes(80))
movie = box(b"moov", head + track + user + box(b"meta", box(b"hdlr", bytes(24)) + keys))
preview = bytes.fromhex("ffd8ffc0000b080001000101011100ffd9")
blocks = box(b"CMT1", turned) + box(b"CMT2", turned) + box(b"CMT4", turned) + track
jxl = bytes.fromhex("0000000c4a584c200d0a870a")
stream = bytes.fromhex("ff0a7a2f00c7180055000000")
folder = pathlib.Path(sys.argv[1])
for name, content in {
    "film.mov": box(b"ftyp", b"qt  " + big(0)) + box(b"mdat", bytes(16)) + movie,
    "film.3gp": box(b"ftyp", b"3gp4" + big(0)) + movie,
    "raw.cr3": box(b"ftyp", b"crx " + big(1))
    + box(b"moov", box(b"uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48") + blocks))
    + box(b"uuid", bytes.fromhex("eaf42b5e1c984b88b9fbb7dc406e4d16") + bytes(8) + box(b"PRVW", bytes(16) + preview)),
    "raw.raf": b"FUJIFILMCCD-RAW 0201".ljust(84, b"\0") + big(108, len(preview), 108 + len(preview), 12) + bytes(8)
    + preview + big(1) + b"\x01\x11\0\x04\0\x1e\0\x28",
    "raw.rw2": b"IIU" + turned[3:],
    "raw.dng": directory((0x0100, 4, 1, 40), (0x0101, 4, 1, 30), (0xC612, 1, 4, 1)),
    "picture.jxl": jxl + box(b"ftyp", b"jxl " + big(0)) + box(b"Exif", big(0) + turned) + box(b"brob", b"xml 123")
    + box(b"jxlc", stream),
    "stream.jxl": stream,
}.items():
    (folder / name).write_bytes(content)
