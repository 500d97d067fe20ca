#!/usr/bin/env python3
"""Compares upright with other tools on the project's fixtures, and writes the table.

    compare.py --upright PATH [--fixtures DIR] [--report FILE] [--readme FILE] [--json FILE]

Every fixture that needs a turn is given to every tool that handles its type. Independent programs examine each output:
Pillow decodes the pictures, exiftool reads the metadata. A table cell gives the number of fixtures that kept the row's
property, of those that have it. A dash means that the tool does not handle such files at all.
"""
import argparse
import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from PIL import Image, ImageSequence

Image.MAX_IMAGE_PIXELS = None
warnings.filterwarnings("ignore")  # the fixtures contain broken metadata on purpose

# The operation that turns each Exif orientation upright, in Pillow's terms.
MOVEMENT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# jpegtran cannot read the tag: it gets the operation as arguments, as from a script.
JPEGTRAN = {
    2: ["-flip", "horizontal"], 3: ["-rotate", "180"], 4: ["-flip", "vertical"], 5: ["-transpose"],
    6: ["-rotate", "90"], 7: ["-transverse"], 8: ["-rotate", "270"],
}

# The types that are compared, and the extensions of outputs.
TYPES = {"JPEG": "jpg", "PNG": "png", "GIF": "gif", "WEBP": "webp", "TIFF": "tif"}


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)


# ---- the tools -------------------------------------------------------------------------------------------------

def upright_tool(upright):
    def work(source, target, orientation):
        folder = tempfile.mkdtemp(dir=os.path.dirname(target))
        answer = run(upright, "reprocess", source, "--output", folder, "--json")
        report = json.loads(answer.stdout.splitlines()[-1])
        if report["outcome"] in ("normalized", "unchanged", "current"):
            shutil.move(report["output"], target)
    return work


def in_place(*command):
    def work(source, target, orientation):
        shutil.copyfile(source, target)
        run(*command, target)
    return work


def converter(*before, after=()):
    def work(source, target, orientation):
        run(*before, source, *after, target)
    return work


def jpegtran(source, target, orientation):
    run("jpegtran", "-copy", "all", "-outfile", target, *JPEGTRAN[orientation], source)


def libvips(source, target, orientation):
    run("vips", "autorot", source, target + ("[lossless]" if target.endswith(".webp") else ""))


def pillow(source, target, orientation):
    from PIL import ImageOps
    with Image.open(source) as image:
        kind, profile = image.format, image.info.get("icc_profile")
        extra = {"icc_profile": profile} if profile else {}
        if kind == "WEBP":
            extra["lossless"] = True
        if getattr(image, "n_frames", 1) > 1:
            frames = [ImageOps.exif_transpose(frame.copy()) for frame in ImageSequence.Iterator(image)]
            frames[0].save(target, kind, save_all=True, append_images=frames[1:], **extra)
        else:
            turned = ImageOps.exif_transpose(image)
            exif = turned.getexif()
            if len(exif):
                extra["exif"] = exif.tobytes()
            turned.save(target, kind, **extra)


def tools(upright):
    """Name -> (types, function that runs it, command that prints its version)."""
    return {
        "upright": (TYPES.keys(), upright_tool(upright), [upright, "--version"]),
        "exiftran": ({"JPEG"}, in_place("exiftran", "-a", "-i"), ["exiftran", "-h"]),
        "jhead": ({"JPEG"}, in_place("jhead", "-autorot"), ["jhead", "-V"]),
        "jpegtran": ({"JPEG"}, jpegtran, ["jpegtran", "-version"]),
        "ImageMagick": (TYPES.keys(), converter("convert", after=["-auto-orient"]), ["convert", "-version"]),
        "GraphicsMagick": (TYPES.keys(), converter("gm", "convert", after=["-auto-orient"]), ["gm", "version"]),
        "libvips": (TYPES.keys() - {"GIF"}, libvips, ["vips", "--version"]),
        "Pillow": (TYPES.keys(), pillow, None),
    }


# ---- the properties of an output ----------------------------------------------------------------------------------

def metadata(path):
    answer = run("exiftool", "-j", "-G1", "-a", "-n", "-struct", "-u", "-m", path)
    rows = json.loads(answer.stdout or b"[]")
    return rows[0] if rows else {}


def orientation_of(data):
    for key in ("IFD0:Orientation", "PNG:Orientation", "XMP-tiff:Orientation"):
        value = data.get(key)
        if isinstance(value, int) and 1 <= value <= 8:
            return value
    return 1


def turned(image, orientation):
    return image.transpose(MOVEMENT[orientation]) if orientation in MOVEMENT else image


def psnr(first, second):
    first, second = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if first.shape != second.shape:
        return None
    error = ((first - second) ** 2).mean()
    return 99.0 if error == 0 else 10 * math.log10(255 ** 2 / error)


def luma(path):
    image = Image.open(path)
    if image.mode == "RGB":
        image.draft("L", image.size)  # libjpeg then returns Y itself
    return image.convert("L")


def binary(path, tag):
    return run("exiftool", "-b", tag, path).stdout


def agrees(picture, thumbnail):
    """Whether a thumbnail matches the picture better as stored than in the seven other orientations."""
    scores = {}
    for orientation in range(1, 9):
        small = turned(thumbnail, orientation)
        if abs(small.width / small.height - picture.width / picture.height) > 0.35:
            continue
        whole = picture.convert("L").resize(small.size)
        scores[orientation] = np.abs(np.asarray(whole, dtype=int) - np.asarray(small, dtype=int)).mean()
    return bool(scores) and min(scores, key=scores.get) == 1


def thumbnail(path):
    data = binary(path, "-ThumbnailImage")
    try:
        return Image.open(io.BytesIO(data)).convert("L") if data else None
    except Exception:
        return None


def frames(path):
    image = Image.open(path)
    return [(frame.convert("RGBA").copy(), frame.info.get("duration")) for frame in ImageSequence.Iterator(image)]


def turns_pages():
    """Whether this version of Pillow shows the pages of a TIFF upright."""
    file = io.BytesIO()
    image = Image.new("L", (2, 1))
    image.putpixel((1, 0), 255)
    image.save(file, "TIFF", tiffinfo={274: 3})
    return Image.open(file).getpixel((0, 0)) == 255


def pages(path, orientation=None):
    """The pages of a TIFF, as stored or turned upright, each by its own orientation; the first by a given one."""
    found, image = [], Image.open(path)
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        own = image.tag_v2.get(274, 1)
        page = image.copy()
        found.append(page if turns_pages() else turned(page, orientation if orientation and not number else own))
    return found


def stored_size(image):
    """The size as stored: for a TIFF, some versions of Pillow give the size as shown."""
    return (image.tag_v2[256], image.tag_v2[257]) if image.format == "TIFF" else image.size


def after_end(data):
    """The data after the end of a JPEG's picture."""
    position = 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker == 0xD9:
            return data[position + 2:]
        length = int.from_bytes(data[position + 2:position + 4], "big")
        position += 2 + length
        if marker == 0xDA:
            while position + 1 < len(data):
                if data[position] == 0xFF and data[position + 1] not in (0, *range(0xD0, 0xD8)):
                    break
                position += 1
    return b""


def regions(data, orientation):
    """The centres and sizes of MWG regions, transformed by the orientation."""
    info = data.get("XMP-mwg-rs:RegionInfo")
    if not info:
        return None
    moved = []
    for region in info["RegionList"]:
        area = region["Area"]
        x, y, w, h = (float(area.get(key, 0)) for key in "XYWH")
        if orientation >= 5:
            x, y, w, h = y, x, h, w
        if orientation in (2, 3, 6, 7):
            x = 1 - x
        if orientation in (3, 4, 7, 8):
            y = 1 - y
        moved.append((x, y, w, h))
    return moved


ROWS = [
    "size kept", "luma exact", "thumbnail upright", "orientation cleared", "dimension tags right", "face regions moved",
    "trailer kept", "MPF images found", "ICC kept", "IPTC kept", "XMP kept", "MakerNote kept", "PNG exact", "APNG exact", "GIF exact",
    "WebP exact", "TIFF exact",
]
# The rows in the README.
MAIN_ROWS = ["size kept", "luma exact", "orientation cleared", "thumbnail upright", "PNG exact", "GIF exact"]


def look(source, target, before, orientation):
    """Property -> whether it was kept, for each property of the source; and the PSNR of a JPEG."""
    first = Image.open(source)
    kind, animated = first.format, getattr(first, "n_frames", 1) > 1 and first.format != "MPO"
    kind = "JPEG" if kind == "MPO" else kind
    names = {"size kept", "orientation cleared"}
    if kind == "JPEG":
        names.add("luma exact")
    elif kind != "TIFF" or first.tag_v2.get(259) != 7:
        # JPEG in a TIFF is decoded with rounding, as in JPEG.
        names.add({"WEBP": "WebP"}.get(kind, ("A" if animated and kind == "PNG" else "") + kind) + " exact")
    small = thumbnail(source)
    if small is not None and agrees(first, small):
        names.add("thumbnail upright")
    if "ExifIFD:ExifImageWidth" in before or "XMP-exif:ExifImageWidth" in before:
        names.add("dimension tags right")
    if "XMP-mwg-rs:RegionInfo" in before:
        names.add("face regions moved")
    source_bytes = open(source, "rb").read()
    tail = after_end(source_bytes) if kind == "JPEG" else b""
    if "MPF0:NumberOfImages" in before:
        names.add("MPF images found")
    elif len(tail) > 16:
        names.add("trailer kept")
    if first.info.get("icc_profile"):
        names.add("ICC kept")
    for group, name in (("IPTC:", "IPTC kept"), ("XMP-dc:", "XMP kept")):
        if any(key.startswith(group) for key in before):
            names.add(name)
    if binary(source, "-MakerNoteUnknown") or binary(source, "-MakerNotes"):
        names.add("MakerNote kept")

    result = {name: False for name in names}
    if not os.path.exists(target):
        return result, None
    try:
        second = Image.open(target)
        second.load()
    except Exception:
        return result, None
    data = metadata(target)
    size = stored_size(first)
    want = size[::-1] if orientation >= 5 else size
    fits = stored_size(second) == want
    quality = None
    for name in names:
        good = False
        if name == "size kept":
            good = fits
        elif name == "orientation cleared":
            good = all(value in (0, 1) for key, value in data.items() if key.endswith(":Orientation"))
        elif name == "luma exact":
            a, b = turned(luma(source), orientation), luma(target)
            good = a.size == b.size and int(np.abs(np.asarray(a, dtype=int) - np.asarray(b, dtype=int)).max()) <= 1
        elif name in ("PNG exact",):
            good = fits and np.array_equal(np.asarray(turned(first, orientation).convert("RGBA")), np.asarray(second.convert("RGBA")))
        elif name == "TIFF exact":
            a, b = pages(source, orientation), pages(target)
            good = fits and len(a) == len(b) and all(
                x.mode == y.mode and np.array_equal(np.asarray(x), np.asarray(y)) for x, y in zip(a, b))
        elif name in ("APNG exact", "GIF exact", "WebP exact"):
            a, b = frames(source), frames(target)
            good = len(a) == len(b) and all(
                d == e and np.array_equal(np.asarray(turned(x, orientation)), np.asarray(y))
                for (x, d), (y, e) in zip(a, b))
        elif name == "thumbnail upright":
            small = thumbnail(target)
            good = small is not None and agrees(second, small)
        elif name == "dimension tags right":
            keys = [("ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight"), ("XMP-exif:ExifImageWidth", "XMP-exif:ExifImageHeight")]
            good = all((data.get(w), data.get(h)) == second.size for w, h in keys if w in before)
        elif name == "face regions moved":
            a, b = regions(before, orientation), regions(data, 1)
            good = b is not None and len(a) == len(b) and all(
                abs(p - q) < 1e-3 for x, y in zip(a, b) for p, q in zip(x, y))
        elif name == "trailer kept":
            good = open(target, "rb").read().endswith(tail)
        elif name == "MPF images found":
            # At each offset in the index there must be a JPEG's first marker.
            good = all(
                binary(target, tag)[:2] == b"\xff\xd8"
                for tag in ("-MPImage2", "-MPImage3", "-PreviewImage") if binary(source, tag)[:2] == b"\xff\xd8")
        elif name == "ICC kept":
            good = first.info.get("icc_profile") == second.info.get("icc_profile")
        elif name in ("IPTC kept", "XMP kept"):
            group = "IPTC:" if name == "IPTC kept" else "XMP-dc:"
            good = all(data.get(key) == value for key, value in before.items() if key.startswith(group))
        elif name == "MakerNote kept":
            good = all(
                data.get(key) == value for key, value in before.items()
                if key.split(":")[0] not in ("SourceFile", "ExifTool", "System", "File", "IFD0", "IFD1", "ExifIFD", "Composite",
                                             "JFIF", "GPS", "InteropIFD", "ICC_Profile", "IPTC", "Photoshop", "MPF0", "APP14")
                and not key.startswith(("XMP", "ICC", "MPI")))
        result[name] = good
    if kind == "JPEG":
        try:
            a, b = turned(first, orientation), second
            quality = psnr(a, b) if a.mode == b.mode and a.size == b.size else None
        except Exception:
            quality = None
    return result, quality


# ---- the table --------------------------------------------------------------------------------------------------

def version(command):
    if command is None:
        import PIL
        return PIL.__version__
    answer = run(*command)
    found = re.search(rb"\d+(\.\d+)+", answer.stdout + answer.stderr)
    return found.group().decode() if found else ""


def write(path, lines):
    """Writes a table between its markers in a document."""
    with open(path) as file:
        text = file.read()
    begin, end = "<!-- compare: begin -->", "<!-- compare: end -->"
    if begin not in text or end not in text:
        sys.exit(f"compare: {path}: expected the markers {begin} and {end}, found none; add them where the table belongs")
    head, rest = text.split(begin, 1)
    with open(path, "w") as file:
        file.write(head + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end, 1)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--upright", required=True)
    parser.add_argument("--fixtures", default="fixtures")
    parser.add_argument("--report", help="write the table between its markers in this file")
    parser.add_argument("--readme", help="write the most important rows between the markers in this file")
    parser.add_argument("--json", help="write every single verdict to this file")
    parser.add_argument("--verbose", action="store_true", help="list the properties that upright did not keep")
    options = parser.parse_args()

    sources = []
    for folder, _, names in os.walk(options.fixtures):
        sources += [os.path.join(folder, name) for name in names if name.lower().endswith((".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif"))]
    peers = {name: tool for name, tool in tools(os.path.abspath(options.upright)).items()
             if tool[2] is None or shutil.which(tool[2][0])}
    verdicts = {name: {} for name in peers}
    quality = {name: {} for name in peers}
    skipped = 0
    with tempfile.TemporaryDirectory() as scratch:
        for source in sorted(sources):
            try:
                with Image.open(source) as image:
                    image.load()
                    kind = "JPEG" if image.format == "MPO" else image.format
            except Exception:
                skipped += 1  # broken on purpose
                continue
            before = metadata(source)
            orientation = orientation_of(before)
            # A picture of the ground must not be turned.
            if orientation == 1 or kind not in TYPES or "GeoTiff:GeoTiffVersion" in before:
                continue
            for name, (kinds, work, _) in peers.items():
                if kind not in kinds:
                    continue
                target = os.path.join(scratch, name.replace(" ", "") + "." + TYPES[kind])
                if os.path.exists(target):
                    os.remove(target)
                try:
                    work(source, target, orientation)
                except Exception as problem:
                    print(f"{name}: {source}: {problem!r}", file=sys.stderr)
                verdicts[name][source], decibels = look(source, target, before, orientation)
                if kind == "JPEG":
                    quality[name][source] = decibels
    if not verdicts["upright"]:
        sys.exit("compare: expected fixtures that need a turn, found none; nothing was compared")

    lines = ["| | " + " | ".join(f"{name} {version(tool[2])}".rstrip() for name, tool in peers.items()) + " |",
             "|---|" + "---|" * len(peers)]
    for row in ROWS:
        cells = []
        for name in peers:
            judged = [verdict[row] for verdict in verdicts[name].values() if row in verdict]
            cells.append(f"{sum(judged)}/{len(judged)}" if judged else "–")
        if any(cell != "–" for cell in cells):
            lines.append(f"| {row} | " + " | ".join(cells) + " |")
    cells = []
    for name in peers:
        values = [value for value in quality[name].values() if value is not None]
        cells.append(f"{min(values):.1f} / {sorted(values)[len(values) // 2]:.1f}" if values else "–")
    lines.append("| PSNR in dB, worst / median (99 is exact) | " + " | ".join(cells) + " |")
    table = "\n".join(lines)
    print(table)
    if skipped:
        print(f"\n{skipped} fixtures are broken on purpose and were skipped", file=sys.stderr)
    if options.verbose:
        for source, verdict in verdicts["upright"].items():
            for row, good in verdict.items():
                if not good:
                    print(f"upright: {source}: not {row}", file=sys.stderr)
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"verdicts": verdicts, "psnr": quality}, file, indent=1, sort_keys=True)
    if options.report:
        write(options.report, lines)
    if options.readme:
        write(options.readme, [line for line in lines if line.split("|")[1].strip() in {"", "---", *MAIN_ROWS}])


if __name__ == "__main__":
    main()
