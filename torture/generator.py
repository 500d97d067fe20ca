"""Generates thousands of difficult pictures, each from its number alone: small sizes, every sampling, coding process and scan
script, orientations in carriers of every place and type, pictures inside pictures, CMYK, 12-bit and lossless JPEGs. cjpeg and
Pillow encode the JPEGs, so that none of the product's code takes part. Lossless JPEGs, PNG and GIF files are written here byte
by byte."""

import io
import os
import random
import struct
import subprocess
import zlib

import embedded
import lossless

SAMPLINGS = [
    "1x1", "2x1", "1x2", "2x2", "4x1", "1x4", "4x2", "2x4", "3x1", "1x3", "3x2", "2x2,2x1,2x1", "2x2,1x2,1x2",
    "2x2,2x1,1x2", "2x1,1x1,2x1", "1x2,1x1,1x2", "4x1,2x1,2x1", "2x2,1x1,2x2", "1x1,2x1,1x1", "1x1,2x2,2x2",
]
PROCESSES = ["baseline", "optimized", "multiscan", "progressive", "script", "arithmetic", "arithmetic-progressive"]
TYPES = {"SHORT": (3, "H"), "LONG": (4, "I"), "BYTE": (1, "B"), "SLONG": (9, "i")}
MOST_SIDE = 64


class Picture:
    """A generated file: its bytes, a description, and the orientation that must be applied.

    `kind` selects the judge: a "jpeg" of 8 bits, one of "12 bits", a "lossless" one, or a "raster".
    `inside` maps exiftool's names to embedded JPEGs that must be turned with the picture."""

    def __init__(self, name, data, orientation, told, kind="raster", inside=None):
        self.name, self.data, self.orientation, self.told = name, data, orientation, told
        self.kind, self.inside = kind, inside or {}


def pixels(chance, width, height, channels):
    """A gradient with a corner that every turn moves, and a little noise."""
    rows = bytearray()
    for y in range(height):
        for x in range(width):
            corner = 90 if 2 * x < width and 3 * y < height else 0
            for channel in range(channels):
                value = 40 + (90 + 20 * channel) * x // width + 50 * y // height + corner // (channel + 1)
                rows.append(max(0, min(255, value + chance.randrange(-4, 5))))
    return bytes(rows)


# Carriers.


def tiff(chance, orientation, kind=None, thumbnail=None):
    order = chance.choice("<>")
    number, code = TYPES[kind or "SHORT"]
    value = struct.pack(order + code, orientation).ljust(4, b"\0")
    entries = [struct.pack(order + "HHI", 0x0112, number, 1) + value]
    if chance.random() < 0.5:
        entries.append(struct.pack(order + "HHI", 0x0128, 3, 1) + struct.pack(order + "HH", 2, 0))
    body = struct.pack(order + "H", len(entries)) + b"".join(entries)
    body += struct.pack(order + "I", 8 + len(body) + 4 if thumbnail else 0)
    if thumbnail:
        # IFD1 has its own orientation, which does not apply to the picture.
        body += struct.pack(order + "H", 1) + struct.pack(order + "HHIHH", 0x0112, 3, 1, thumbnail, 0)
        body += struct.pack(order + "I", 0)
    return (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8) + body


def xmp(chance, orientation):
    told = 'tiff:Orientation="%d"/>' % orientation
    if chance.random() < 0.5:
        told = "><tiff:Orientation>%d</tiff:Orientation></rdf:Description>" % orientation
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf='
        '"http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:tiff='
        '"http://ns.adobe.com/tiff/1.0/" %s</rdf:RDF></x:xmpmeta>%s<?xpacket end="w"?>' % (
            told, " " * chance.randrange(0, 200))).encode()


def carriers(chance):
    """(exif, xmp, second exif, thumbnail's orientation) and the orientation that counts."""
    orientation, other = chance.randrange(1, 9), chance.randrange(1, 9)
    kind = chance.choice(["exif", "exif", "exif", "xmp", "both", "twice", "none"])
    exif = tiff(chance, orientation, chance.choice(["SHORT"] * 4 + list(TYPES)),
                other if chance.random() < 0.3 else None) if kind in ("exif", "both", "twice") else None
    packet = xmp(chance, orientation if kind == "xmp" else other) if kind in ("xmp", "both") else None
    second = tiff(chance, other) if kind == "twice" else None
    return exif, packet, second, orientation if kind != "none" else 1, kind


# JPEG.


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def script(chance, planes, together):
    """A scan script for cjpeg with random spectral selection and successive approximation."""
    low = {plane: chance.randrange(0, 3) for plane in range(planes)}
    direct = chance.randrange(0, 2)
    groups = [list(range(planes))] if together and chance.random() < 0.7 else [[plane] for plane in range(planes)]
    lines = ["%s: 0-0, 0, %d;" % (",".join(map(str, group)), direct) for group in groups]
    later = ["%s: 0-0, 1, 0;" % ",".join(map(str, group)) for group in groups] if direct else []
    for plane in range(planes):
        cut = chance.randrange(1, 63)
        for start, end in ([(1, 63)] if chance.random() < 0.3 else [(1, cut), (cut + 1, 63)]):
            lines.append("%d: %d-%d, 0, %d;" % (plane, start, end, low[plane]))
        later += ["%d: 1-63, %d, %d;" % (plane, bit, bit - 1) for bit in range(low[plane], 0, -1)]
    return "\n".join(lines + later) + "\n"


def code(chance, width, height, folder):
    """A JPEG made by cjpeg and a description of its coding; None if cjpeg refuses."""
    planes = chance.choice([3, 3, 3, 1])
    sampling = chance.choice(SAMPLINGS) if planes == 3 else "1x1"
    process = chance.choice(PROCESSES)
    command = ["cjpeg", "-quality", str(chance.randrange(60, 97))]
    command += ["-sample", sampling] if planes == 3 else ["-grayscale"]
    if planes == 3 and chance.random() < 0.15:
        command += ["-rgb"]
    factors = [tuple(map(int, one.split("x"))) for one in sampling.split(",")] + [(1, 1)] * 2
    together = sum(h * v for h, v in factors[:planes]) <= 10
    if process.endswith("progressive"):
        command += ["-progressive"]
    if process.startswith("arithmetic"):
        command += ["-arithmetic"]
    if process == "optimized":
        command += ["-optimize"]
    scans = None
    if process == "script":
        scans = script(chance, planes, together)
    elif process == "multiscan" or not together:
        scans = "".join("%d;\n" % plane for plane in range(planes)) if not process.endswith("progressive") else None
    if scans:
        path = os.path.join(folder, "scans.txt")
        with open(path, "w") as file:
            file.write(scans)
        command += ["-scans", path]
    if chance.random() < 0.3:
        command += ["-restart", chance.choice(["1", "2", "1B", "3B", "7B"])]
    head = b"P%d %d %d 255\n" % (6 if planes == 3 else 5, width, height)
    result = subprocess.run(command, input=head + pixels(chance, width, height, planes), stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    told = "%dx%d %s %s%s" % (width, height, sampling if planes == 3 else "gray", process, " restarts" * ("-restart" in command))
    return (result.stdout, told) if result.returncode == 0 and result.stdout else None


def small(chance, width, height):
    """A JPEG of the same scene, with sides of at most 48 pixels."""
    scale = 48 / max(width, height)
    across, down = max(8, int(width * scale)), max(8, int(height * scale))
    head = b"P6 %d %d 255\n" % (across, down)
    result = subprocess.run(["cjpeg", "-quality", "90", "-sample", "1x1"], input=head + pixels(chance, across, down, 3),
                            stdout=subprocess.PIPE, check=True)
    return result.stdout, across, down


def four_planes(chance, width, height):
    """A CMYK or YCCK picture made by Pillow and recoded by jpegtran."""
    from PIL import Image
    image = Image.frombytes("CMYK", (width, height), pixels(chance, width, height, 4))
    file = io.BytesIO()
    image.save(file, "JPEG", quality=chance.randrange(60, 97))
    command = ["jpegtran", "-copy", "all"] + chance.choice([[], ["-progressive"], ["-arithmetic"], ["-restart", "2B"]])
    data = subprocess.run(command, input=file.getvalue(), stdout=subprocess.PIPE, check=True).stdout
    at = data.index(b"Adobe")
    ycck = chance.random() < 0.5
    # The same coefficients in another colour space.
    data = data[:at + 11] + bytes([2 if ycck else 0]) + data[at + 12:]
    return data, "%dx%d %s %s" % (width, height, "YCCK" if ycck else "CMYK", " ".join(command[3:]))


def without_prediction_loss(chance, number, folder):
    """A lossless JPEG."""
    width, height = chance.randrange(1, 25), chance.randrange(1, 25)
    factors = chance.choice([[(1, 1)], [(1, 1)] * 3, [(1, 1)] * 4, [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)]])
    across, down = max(h for h, _ in factors), max(v for _, v in factors)
    # A component that ends within a sample cannot be mirrored: the product refuses it.
    width, height = -(-width // across) * across, -(-height // down) * down
    precision = chance.randrange(2, 17)
    transform = chance.choice([0, 0, 0, chance.randrange(0, precision)])
    planes = []
    for h, v in factors:
        planes.append({(y, x): (x * 3 + y * 5 + chance.randrange(4)) * (1 << precision) // 300 % (1 << precision) >> transform
                       for y in range(height * v // down) for x in range(width * h // across)})
    kind, rows = chance.randrange(1, 8), chance.choice([0, 0, 1, 2])
    data = lossless.encode((width, height), factors, planes, precision, kind, transform, rows)
    orientation = chance.randrange(1, 9)
    data = data[:2] + segment(0xE1, b"Exif\0\0" + tiff(chance, orientation)) + data[2:]
    told = "%dx%d lossless, %d bits, predictor %d, point transform %d, factors %s" % (
        width, height, precision, kind, transform, factors)
    return Picture("%06d.jpg" % number, data, orientation, told, "lossless")


def jpeg(chance, number, folder):
    if chance.random() < 0.06:
        return without_prediction_loss(chance, number, folder)
    made = None
    while made is None:
        size = chance.randrange(1, MOST_SIDE + 1), chance.randrange(1, MOST_SIDE + 1)
        made = four_planes(chance, *size) if chance.random() < 0.08 else code(chance, *size, folder)
    data, told = made
    exif, packet, second, orientation, kind = carriers(chance)
    judged, inside = "jpeg", {}
    if chance.random() < 0.12:
        data, told, judged = embedded.widened(data), told + " 12 bits", "12 bits"
    # The shape shows the orientation of an embedded picture.
    tells = orientation in (1, 3, 6, 8) and abs(size[0] - size[1]) > 8 and min(size) > 7
    if tells and kind == "exif" and chance.random() < 0.25:
        inside["ThumbnailImage"] = small(chance, *size)[0]
        exif = embedded.exif(chance.choice("<>"), orientation, inside["ThumbnailImage"])
    parts = [segment(0xE1, b"Exif\0\0" + exif)] if exif else []
    if tells and kind != "none" and chance.random() < 0.15:
        thumbnail, across, down = small(chance, *size)
        inside["PhotoshopThumbnail"] = thumbnail
        parts.append(embedded.photoshop(thumbnail, across, down))
    if packet:
        parts.insert(chance.randrange(0, len(parts) + 1), segment(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + packet))
    if second:
        parts.append(segment(0xE1, b"Exif\0\0" + second))
    for _ in range(chance.randrange(0, 3)):
        extra = segment(chance.choice([0xFE, 0xE5, 0xEC, 0xED]), bytes(chance.randrange(0, 40)))
        parts.insert(chance.randrange(0, len(parts) + 1), extra)
    # After SOI, after JFIF's segment, or before the frame.
    places = [2]
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2, 0xC9, 0xCA):
        at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
        places.append(at)
    place = chance.choice(places)
    trailer = bytes(chance.randrange(1, 50)) if chance.random() < 0.2 else b""
    data = data[:place] + b"".join(parts) + data[place:]
    if chance.random() < 0.08:
        # A block after the first scan does not count for the orientation, but is neutralized.
        late = segment(0xE1, b"Exif\0\0" + tiff(chance, chance.randrange(1, 9)))
        data, told = data[:-2] + late + data[-2:], told + ", Exif after the scans"
    if tells and kind != "none" and chance.random() < 0.15:
        inside["MPImage2"] = small(chance, *size)[0]
        data, trailer = embedded.with_mpf(data, [inside["MPImage2"]]), b""
    told = "%s, %s%s" % (told, kind, "".join(", " + name for name in inside))
    return Picture("%06d.jpg" % number, data + trailer, orientation, told, judged, inside)


# PNG.


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


ADAM7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def png(chance, number, folder):
    width, height = chance.randrange(1, MOST_SIDE + 1), chance.randrange(1, MOST_SIDE + 1)
    colour, depth = chance.choice([(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8),
                                   (4, 8), (4, 16), (6, 8), (6, 16)])
    bits = depth * {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    interlaced = chance.random() < 0.4
    values = [chance.getrandbits(bits) for _ in range(width * height)]
    passes = ADAM7 if interlaced else [(0, 0, 1, 1)]
    raw = bytearray()
    for left, top, across, down in passes:
        columns = range(left, width, across)
        if not columns:
            continue
        for y in range(top, height, down):
            row = 0
            for x in columns:
                row = row << bits | values[y * width + x]
            length = (len(columns) * bits + 7) // 8
            raw.append(0)
            raw += (row << (length * 8 - len(columns) * bits)).to_bytes(length, "big")
    exif, packet, _, orientation, kind = carriers(chance)
    before, after = [], []
    if exif:
        style = chance.choice(["eXIf", "eXIf", "zTXt", "tEXt"])
        if style == "eXIf":
            chance.choice([before, after]).append(chunk(b"eXIf", exif))
        else:
            profile = b"Exif\0\0" + exif
            text = b"\nexif\n%8d\n%s\n" % (len(profile), profile.hex().encode())
            body = b"Raw profile type exif\0" + (b"\0" + zlib.compress(text) if style == "zTXt" else text)
            before.append(chunk(style.encode(), body))
    if packet:
        chance.choice([before, after]).append(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + packet))
    if kind == "twice":
        orientation = orientation if exif else 1
    palette = chunk(b"PLTE", bytes(chance.randrange(256) for _ in range(3 << depth))) if colour == 3 else b""
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced))
    compressed = zlib.compress(bytes(raw), chance.randrange(0, 10))
    cut = chance.randrange(0, len(compressed) + 1)
    data += b"".join(before) + palette + chunk(b"IDAT", compressed[:cut]) + chunk(b"IDAT", compressed[cut:])
    told = "%dx%d colour %d depth %d%s, %s" % (width, height, colour, depth, " interlaced" * interlaced, kind)
    return Picture("%06d.png" % number, data + b"".join(after) + chunk(b"IEND", b""), orientation, told)


# GIF.


def lzw(indices, size):
    """Only literals; the codes grow with the decoder's table."""
    word, count, width, following = 0, 0, size + 1, (1 << size) + 1
    codes = [1 << size]
    for index in indices:
        codes.append(index)
    for code_ in codes + [(1 << size) + 1]:
        word |= code_ << count
        count += width
        if code_ == 1 << size:
            width, following = size + 1, (1 << size) + 1
            continue
        following += 1
        if following == 1 << width and width < 12:
            width += 1
    data = word.to_bytes((count + 7) // 8, "little")
    return bytes([size]) + b"".join(
        bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255)) + b"\0"


def gif(chance, number, folder):
    width, height = chance.randrange(1, MOST_SIDE + 1), chance.randrange(1, MOST_SIDE + 1)
    bits = chance.randrange(1, 9)
    packet = xmp(chance, orientation := chance.randrange(1, 9)) if chance.random() < 0.8 else None
    data = b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80 | bits - 1, 0, 0)
    data += bytes(chance.randrange(256) for _ in range(3 << bits))
    if packet:
        data += b"\x21\xff\x0bXMP DataXMP" + packet + b"\x01" + bytes(range(255, -1, -1)) + b"\0"
    frames = chance.choice([1, 1, 2, 3])
    for frame in range(frames):
        left, top = (chance.randrange(width), chance.randrange(height)) if frame else (0, 0)
        across, down = (chance.randrange(1, width - left + 1), chance.randrange(1, height - top + 1)) if frame else (width, height)
        interlaced = chance.random() < 0.3
        data += b"\x21\xf9\x04" + struct.pack("<BHB", chance.randrange(0, 3) << 2, chance.randrange(2, 100), 0) + b"\0"
        data += b"\x2c" + struct.pack("<HHHHB", left, top, across, down, 0x40 * interlaced)
        indices = [chance.randrange(1 << bits) for _ in range(across * down)]
        data += lzw(indices, max(2, bits))
    told = "%dx%d %d colours %d frames" % (width, height, 1 << bits, frames)
    return Picture("%06d.gif" % number, data + b";", orientation if packet else 1, told)


def picture(seed, number, folder):
    """The picture with the given number; the same seed gives the same picture."""
    chance = random.Random("%s %d" % (seed, number))
    return chance.choice([jpeg] * 7 + [png] * 2 + [gif])(chance, number, folder)
