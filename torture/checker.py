"""Judges folders by their bytes alone. Shares no code with the product.

The outputs of an undisturbed run are the reference. Each must first be a complete picture with orientation 1. After torture
every visible output must equal one of them byte for byte, and every source must be unchanged.
"""

import hashlib
import os
import struct
import zlib


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def files(top):
    """Relative name -> path of every visible file; names that start with a dot are hidden."""
    found = {}
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.startswith("."):
                path = os.path.join(folder, name)
                found[os.path.relpath(path, top)] = path
    return found


def hidden(top):
    """The paths of files whose names start with a dot."""
    return [
        os.path.join(folder, name) for folder, _, names in os.walk(top) for name in names
        if name.startswith(".") and name != ".upright"]


def digests(top):
    return {name: digest(path) for name, path in files(top).items()}


def departing(top):
    """The digests of what was renamed aside before it is taken away: after a kill it stays there until the next start."""
    return {digest(path) for path in hidden(top) if path.endswith(".leaving")}


def jpeg_is_whole(data):
    """Whether a JPEG is complete from SOI through every segment and scan to EOI."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            return True
        at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
        if marker == 0xDA:
            while at + 2 <= len(data) and not (data[at] == 0xFF and data[at + 1] not in (0, *range(0xD0, 0xD8))):
                at += 1
    return data[at:at + 2] == b"\xff\xd9"


def png_is_whole(data):
    at = 8
    while at + 12 <= len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        body = data[at + 4:at + 8 + length]
        if struct.unpack(">I", data[at + 8 + length:at + 12 + length] or b"\0\0\0\0")[0] != zlib.crc32(body):
            return False
        at += 12 + length
        if body[:4] == b"IEND":
            return True
    return False


def is_whole(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\xff\xd8":
        return jpeg_is_whole(data)
    if data[:4] == b"\x89PNG":
        return png_is_whole(data)
    return data[:3] == b"GIF" and data.rstrip(b"\0")[-1:] == b"\x3b"


def stored_orientation(path):
    """The orientation in a JPEG's or PNG's Exif, parsed without a library; None if there is none."""
    with open(path, "rb") as file:
        data = file.read()
    at = data.find(b"Exif\0\0") + 6 if data[:2] == b"\xff\xd8" else data.find(b"eXIf") + 4
    if at < 10:
        return None
    order = {b"II": "<", b"MM": ">"}.get(data[at:at + 2])
    if order is None:
        return None
    directory = at + struct.unpack(order + "I", data[at + 4:at + 8])[0]
    for index in range(struct.unpack(order + "H", data[directory:directory + 2])[0]):
        entry = directory + 2 + 12 * index
        tag, _, _, value = struct.unpack(order + "HHIH", data[entry:entry + 10])
        if tag == 0x0112:
            return value
    return None


class Reference:
    """The outputs of an undisturbed run."""

    def __init__(self, bench, source, output):
        self.bench = bench
        self.source = source
        self.sources = digests(source)
        self.outputs = digests(output)
        for name, path in files(output).items():
            if name.endswith((".xmp", ".mov", ".json", ".NEF", ".pp3")):
                continue
            if not is_whole(path):
                bench.fail("undisturbed run: %s is not complete" % name)
            if stored_orientation(path) not in (None, 1):
                bench.fail("undisturbed run: %s is not upright" % name)

    def judge(self, output, where, complete=False):
        """Checks that every output equals the reference and, with `complete`, that none is missing. Returns success."""
        before = len(self.bench.failures)
        seen = digests(output) if os.path.isdir(output) else {}
        for name, value in seen.items():
            if self.outputs.get(name) != value:
                size = os.path.getsize(os.path.join(output, name))
                self.bench.fail("%s: %s differs from the reference (%d bytes)" % (where, name, size))
        if complete:
            missing = sorted(set(self.outputs) - set(seen))
            if missing:
                self.bench.fail("%s: %d outputs are missing, for example %s" % (where, len(missing), missing[0]))
            left = hidden(output)
            if left:
                self.bench.fail("%s: %d temporary files remain, for example %s" % (where, len(left), left[0]))
        if digests(self.source) != self.sources:
            self.bench.fail("%s: a source was changed" % where)
        return len(self.bench.failures) == before
