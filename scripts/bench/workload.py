"""The benchmark's pictures, generated from a seed: nothing is downloaded."""
import io
import os
import shutil
import struct
import subprocess
import zlib

import numpy as np
from PIL import Image


def photo(width, height, seed=1):
    """A photo-like RGB picture: smooth light, edges, fine texture and sensor noise."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 120 + 60 * np.sin(x / width * 3.1) + 40 * np.cos(y / height * 4.7)
    picture = np.repeat(light[..., None], 3, axis=2)
    for scale, strength in ((256, 40), (64, 25), (16, 14), (4, 8)):
        coarse = random.normal(0, strength, (height // scale + 2, width // scale + 2, 3)).astype(np.float32)
        for channel in range(3):
            layer = Image.fromarray(coarse[..., channel]).resize((width, height), Image.Resampling.BICUBIC)
            picture[..., channel] += np.asarray(layer)
    for _ in range(40):
        left, top = int(random.integers(0, width)), int(random.integers(0, height))
        right, bottom = left + int(random.integers(10, width // 4)), top + int(random.integers(10, height // 4))
        picture[top:bottom, left:right] += random.normal(0, 30, 3).astype(np.float32)
    picture += random.normal(0, 2.5, (height, width, 1)).astype(np.float32)
    return Image.fromarray(np.clip(picture, 0, 255).astype(np.uint8))


def exif(orientation):
    """A big-endian Exif block that contains only the orientation."""
    return b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + struct.pack(">H", orientation) + b"\0\0\0\0\0\0"


def jpeg(picture, path, orientation, **options):
    picture.save(path, "JPEG", exif=b"Exif\0\0" + exif(orientation), **options)


def png(picture, path, orientation):
    data = io.BytesIO()
    picture.save(data, "PNG")
    data = data.getvalue()
    block = exif(orientation)
    chunk = struct.pack(">I", len(block)) + b"eXIf" + block + struct.pack(">I", zlib.crc32(b"eXIf" + block))
    with open(path, "wb") as file:
        file.write(data[:33] + chunk + data[33:])


def png16(width, height, path, orientation):
    """A 16-bit RGB PNG, which Pillow does not write: filtered by the row above and deflated by zlib."""
    base = np.asarray(photo(width, height, 5)).astype(np.uint16) * 257
    base += np.random.default_rng(6).integers(0, 64, base.shape, dtype=np.uint16)
    rows = base.astype(">u2").tobytes()
    stride = width * 6
    raw = np.frombuffer(rows, dtype=np.uint8).reshape(height, stride)
    up = raw.copy()
    up[1:] -= raw[:-1]
    body = np.concatenate([np.full((height, 1), 2, dtype=np.uint8), up], axis=1).tobytes()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0))
                   + chunk(b"eXIf", exif(orientation)) + chunk(b"IDAT", zlib.compress(body, 6)) + chunk(b"IEND", b""))


def gif(path, orientation, count=100, width=320, height=240):
    """An animation of `count` frames in which a few things move, with the orientation in XMP."""
    back = photo(width, height, 9).quantize(128)
    frames = []
    for index in range(count):
        frame = back.copy()
        for part in range(4):
            left = (index * (3 + part) + part * 70) % (width - 40)
            top = (index * 2 + part * 50) % (height - 40)
            frame.paste(part * 20 + index % 20, (left, top, left + 30 + part * 3, top + 30))
        frames.append(frame)
    data = io.BytesIO()
    frames[0].save(data, "GIF", save_all=True, append_images=frames[1:], duration=40, loop=0)
    data = data.getvalue()
    if orientation != 1:
        packet = (
            '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
            '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
            f'xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="{orientation}"/></rdf:RDF></x:xmpmeta>'
            '<?xpacket end="w"?>').encode()
        magic = b"\x01" + bytes(range(255, -1, -1)) + b"\0"
        head = 13 + (3 * (2 << (data[10] & 7)) if data[10] & 0x80 else 0)
        data = data[:head] + b"\x21\xff\x0bXMP DataXMP" + packet + magic + data[head:]
    with open(path, "wb") as file:
        file.write(data)


# Other JPEGs of 12 megapixels: name -> their special properties. The options are Pillow's.
VARIANTS = {
    "q75": "4:2:0, quality 75", "q98": "4:2:0, quality 98", "422": "4:2:2, quality 92", "444": "4:4:4, quality 92",
    "optimized": "4:2:0, tables made for the picture", "restarts": "4:2:0, a restart marker for each row of MCUs",
    "screen": "4:2:0, a screenshot", "scan": "grayscale, a scanned page",
}
VARIANT_OPTIONS = {
    "q75": {"quality": 75, "subsampling": "4:2:0"}, "q98": {"quality": 98, "subsampling": "4:2:0"},
    "422": {"quality": 92, "subsampling": "4:2:2"}, "444": {"quality": 92, "subsampling": "4:4:4"},
    "optimized": {"quality": 92, "subsampling": "4:2:0", "optimize": True},
    "restarts": {"quality": 92, "subsampling": "4:2:0", "restart_marker_rows": 1},
    "screen": {"quality": 90, "subsampling": "4:2:0"}, "scan": {"quality": 85},
}


def screenshot(width, height):
    """Flat areas with windows and lines of small marks that resemble text on a screen."""
    random = np.random.default_rng(11)
    picture = np.full((height, width, 3), 245, dtype=np.uint8)
    for _ in range(12):
        left, top = int(random.integers(0, width * 3 // 4)), int(random.integers(0, height * 3 // 4))
        picture[top:top + height // 4, left:left + width // 4] = random.integers(0, 255, 3)
    for line in range(0, height - 24, 24):
        for mark in range(0, width - 12, 12):
            if random.random() < 0.7:
                picture[line + 6:line + 18, mark:mark + int(random.integers(2, 9))] = 30
    return Image.fromarray(picture)


def variants(folder, width, height):
    base = photo(width, height)
    for name, options in VARIANT_OPTIONS.items():
        picture = base
        if name == "screen":
            picture = screenshot(width, height)
        elif name == "scan":
            picture = screenshot(width, height).convert("L")
        jpeg(picture, os.path.join(folder, f"v-{name}.jpg"), 6, **options)


def heic(width, height, target, padding=0):
    """A HEIC with Exif orientation 6 and no rotation, whose mdat ends with bytes of no item. Nothing without heif-enc."""
    if not shutil.which("heif-enc") or not shutil.which("exiftool"):
        return
    plain = target + ".png"
    photo(width, height, 5).save(plain)
    subprocess.run(["heif-enc", "-q", "50", "-o", target, plain], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    os.remove(plain)
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-Orientation#=6", target], check=True)
    with open(target, "rb") as file:
        data = bytearray(file.read())
    offset = last = 0
    while offset + 8 <= len(data):
        last, offset = offset, offset + int.from_bytes(data[offset:offset + 4], "big")
    if padding and data[last + 4:last + 8] == b"mdat":
        data[last:last + 4] = (offset - last + padding).to_bytes(4, "big")
        with open(target, "wb") as file:
            file.write(data + os.urandom(padding))


def make(folder, scale, wanted, folders=1.0):
    """Makes the files below `folder`. `scale`, and `folders` for the number of files in folders, are 1 for full size."""
    os.makedirs(folder, exist_ok=True)

    def side(pixels, multiple=16):
        return max(multiple, round(pixels * scale ** 0.5 / multiple) * multiple)

    def count(files):
        return max(4, round(files * scale))

    def path(name):
        return os.path.join(folder, name)

    if wanted & set("abw"):
        picture = photo(side(4000), side(3008))
        jpeg(picture, path("a.jpg"), 6, quality=92, subsampling="4:2:0")
        jpeg(picture, path("b.jpg"), 1, quality=92, subsampling="4:2:0")
        for orientation in (2, 3, 4):
            jpeg(picture, path(f"a-{orientation}.jpg"), orientation, quality=92, subsampling="4:2:0")
    if "v" in wanted:
        variants(folder, side(4000), side(3008))
    if "c" in wanted:
        jpeg(photo(side(6000), side(4000), 2), path("c.jpg"), 6, quality=92, subsampling="4:2:0", progressive=True)
    if "d" in wanted:
        jpeg(photo(side(4000) + 1, side(3008) + 3, 3), path("d.jpg"), 6, quality=92, subsampling="4:2:0")
    if "e" in wanted:
        png(photo(side(1632), side(1232), 4), path("e-2mp.png"), 6)
        png(photo(side(4000), side(3008), 4), path("e-12mp.png"), 6)
        png(photo(side(1632), side(1232), 4).quantize(200), path("e-palette.png"), 6)
        png16(side(1632), side(1232), path("e-16bit.png"), 6)
        photo(side(1632), side(1232), 4).save(path("e-lossless.webp"), "WEBP", lossless=True, exif=exif(6))
    if "m" in wanted:
        heic(side(4000), side(3008), path("m-12mp.heic"))
        heic(side(1632), side(1232), path("m-large.heic"), padding=round(100e6 * scale))
    if "f" in wanted:
        gif(path("f-turned.gif"), 6, count(100))
        gif(path("f-upright.gif"), 1, count(100))
    if "g" in wanted:
        os.makedirs(path("g"), exist_ok=True)
        small, big = photo(800, 608, 7), photo(1600, 1200, 8)
        for index in range(count(2000 * folders)):
            orientation = index % 8 + 1
            kind = index % 10
            if kind < 5:
                jpeg(small, path(f"g/{index}.jpg"), orientation, quality=85 + index % 10)
            elif kind < 7:
                jpeg(big, path(f"g/{index}.jpg"), orientation, quality=90)
            elif kind < 9:
                png(small.crop((0, 0, 400 + index % 40, 304)), path(f"g/{index}.png"), orientation)
            else:
                gif(path(f"g/{index}.gif"), orientation, 5, 160, 120)
    if wanted & set("hikntw"):
        os.makedirs(path("h"), exist_ok=True)
        for index in range(count(20000 * folders)):
            if index < 50:
                jpeg(photo(256, 192, 100 + index), path(f"h/{index}.jpg"), index % 8 + 1, quality=85)
            else:
                with open(path(f"h/{index % 50}.jpg"), "rb") as file, open(path(f"h/{index}.jpg"), "wb") as copy:
                    copy.write(file.read())
