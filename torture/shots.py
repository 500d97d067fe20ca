"""Makes shots for the writers of T20: a picture with its members, or files that belong to no picture, each with the name and the
bytes that it is dropped with. Written from the formats' descriptions, without libraries."""

import struct


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def metadata(identifier):
    """The index of a QuickTime film with a content identifier."""
    key = b"com.apple.quicktime.content.identifier"
    keys = box(b"keys", struct.pack(">II", 0, 1) + struct.pack(">I", 8 + len(key)) + b"mdta" + key)
    item = box(b"data", struct.pack(">II", 1, 0) + identifier.encode())
    listed = box(b"ilst", struct.pack(">II", 8 + len(item), 1) + item)
    handler = box(b"hdlr", struct.pack(">II", 0, 0) + b"mdta" + bytes(13))
    return box(b"meta", handler + keys + listed)


def film(chance, size, kind=b"isom", identifier=None):
    """A film with its index before or after its data."""
    index = box(b"moov", metadata(identifier) if identifier else box(b"free", chance.randbytes(64)))
    parts = [box(b"mdat", chance.randbytes(size)), index]
    if chance.random() < 0.5:
        parts.reverse()
    return box(b"ftyp", kind + b"\0\0\0\0" + kind) + b"".join(parts)


def directory(order, entries, start):
    """A directory of TIFF entries (tag, type, count, bytes), and the values that are larger than four bytes behind it."""
    end = start + 2 + 12 * len(entries) + 4
    table, values = struct.pack(order + "H", len(entries)), b""
    for tag, kind, count, data in entries:
        if len(data) > 4:
            field = struct.pack(order + "I", end + len(values))
            values += data + bytes(len(data) % 2)
        else:
            field = data.ljust(4, b"\0")
        table += struct.pack(order + "HHI", tag, kind, count) + field
    return table + bytes(4) + values


def live(picture, identifier):
    """A JPEG with the maker note of a Live Photo."""
    text = identifier.encode() + b"\0"
    note = b"Apple iOS\0\0\1MM" + directory(">", [(17, 2, len(text), text)], 14)
    inner = directory(">", [(0x927C, 7, len(note), note)], 26)
    outer = directory(">", [(0x8769, 4, 1, struct.pack(">I", 26))], 8)
    block = b"Exif\0\0MM\0*\0\0\0\x08" + outer + inner
    return picture[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + picture[2:]


def document(chance, size):
    return b"%PDF-1.4\n" + chance.randbytes(size).replace(b"%", b"x") + b"\n%%EOF\n"


def tiff(chance, size):
    """A TIFF with one strip, as it is in many raw files."""
    entries = struct.pack("<HHII", 0x111, 4, 1, 38) + struct.pack("<HHII", 0x117, 4, 1, size)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 2) + entries + b"\0\0\0\0" + chance.randbytes(size)


def sidecar(text):
    """A sidecar that says nothing of the picture's geometry, so that it comes out as it is."""
    return (
        '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="%s"/></rdf:RDF></x:xmpmeta>\n'
        '<?xpacket end="w"?>\n' % text).encode()


def edits(text):
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>a</key><string>%s</string></dict>'
        '</plist>\n' % text).encode()


def memo(chance, size):
    body = b"WAVEfmt \x10\0\0\0" + bytes(16) + b"data" + struct.pack("<I", size) + chance.randbytes(size)
    return b"RIFF" + struct.pack("<I", len(body)) + body


class Shot:
    """What is dropped, and under which names it has to arrive."""

    def __init__(self, files, picture=None, outputs=None):
        self.files = files
        self.picture = picture
        self.outputs = {name: name for name in files}
        self.outputs.update(outputs or {})


def numbered(data, text):
    comment = text.encode()
    return data[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + data[2:]


def uuid(chance):
    digits = "%032X" % chance.getrandbits(128)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def shot(chance, stem, pictures, largest):
    """A shot of a random kind; `stem` begins all names."""
    size = chance.randrange(4 + 2 * 64, 256 + largest // 4)
    picture = numbered(chance.choice(pictures), stem)
    jpg = stem + ".jpg"

    def of(members, name=jpg, data=picture, outputs=None):
        return Shot({name: data, **members}, name, outputs)

    def videos():
        kind, suffix = chance.choice([(b"isom", ".mp4"), (b"qt  ", ".mov"), (b"3gp4", ".3gp")])
        return Shot({stem + suffix: film(chance, chance.randrange(100, largest), kind)})

    def live_photo(name):
        identifier = uuid(chance)
        return of(
            {name: film(chance, size, b"qt  ", identifier)}, data=live(picture, identifier),
            outputs={name: stem + ".mov"})

    kinds = [
        lambda: of({}), lambda: of({}),
        lambda: of({stem + ".xmp": sidecar(stem)}),
        lambda: of({jpg + ".xmp": sidecar(stem)}),
        lambda: of({stem + ".NEF": tiff(chance, size), stem + ".xmp": sidecar(stem), stem + ".NEF.xmp": sidecar("raw " + stem)}),
        lambda: of({stem + ".mov": film(chance, size, b"qt  ")}),
        lambda: live_photo(stem + ".mov"),
        lambda: live_photo("%s-film.mov" % stem),
        lambda: of({jpg + ".supplemental-metadata.json": b'{"title": "%s.jpg"}' % stem.encode()}),
        lambda: of({stem + ".AAE": edits(stem)}),
        lambda: of({stem + ".MP": film(chance, size)}, name=stem + ".MP.jpg", outputs={}),
        lambda: of({stem + ".WAV": memo(chance, size)}),
        videos, videos,
        lambda: Shot({stem + ".pdf": document(chance, chance.randrange(100, largest))}),
        lambda: Shot({stem + ".NEF": tiff(chance, size), stem + ".xmp": sidecar(stem)}),
    ]
    return chance.choice(kinds)()
