"""Makes any number of different small pictures from the fixtures, without image libraries."""

import glob
import os
import struct
import zlib


def number_jpeg(data, number):
    comment = b"picture %d" % number
    return data[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + data[2:]


def number_png(data, number):
    body = b"tEXtNumber\0" + str(number).encode()
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return data[:33] + chunk + data[33:]


def number_gif(data, number):
    # A comment extension before the trailer.
    text = b"picture %d" % number
    return data[:-1] + b"\x21\xfe" + bytes([len(text)]) + text + b"\0" + data[-1:]


def numbered(data, number):
    if data[:2] == b"\xff\xd8":
        return number_jpeg(data, number)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return number_png(data, number)
    if data[:3] == b"GIF" and data[-1:] == b"\x3b":
        return number_gif(data, number)
    return data


class Pictures:
    """Seeds: fixtures that are sound pictures, the smallest first."""

    def __init__(self, root, most_bytes=64 << 10):
        self.seeds = []
        for path in sorted(glob.glob(os.path.join(root, "fixtures", "samples", "*"))):
            if os.path.getsize(path) <= most_bytes:
                with open(path, "rb") as file:
                    data = file.read()
                name = os.path.splitext(path)[1]
                if numbered(data, 0) != data:
                    self.seeds.append((name, data))
        self.seeds.sort(key=lambda seed: len(seed[1]))
        self.seeds = self.seeds[:12]

    def make(self, number):
        """Returns the name and the bytes of one picture."""
        suffix, data = self.seeds[number % len(self.seeds)]
        return "p%06d%s" % (number, suffix), numbered(data, number)

    def fill(self, folder, count, first=0, nested=False):
        """Writes `count` pictures; returns their relative names."""
        names = []
        for number in range(first, first + count):
            name, data = self.make(number)
            if nested:
                name = os.path.join("d%02d" % (number % 7), "e%d" % (number % 3), name)
                os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
            names.append(name)
        return names
