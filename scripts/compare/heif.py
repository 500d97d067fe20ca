#!/usr/bin/env python3
"""Compares upright with other tools on HEIC pictures whose Exif gives an orientation that no property repeats.

    heif.py --upright PATH [--picture FILE] [--report FILE]

heif-enc makes a HEIC from a fixture, exiftool sets each orientation from 2 to 8, and every tool is asked for an upright
picture. libheif (heif-convert) shows each output as a viewer does: by its properties, without Exif. A cell gives the number
of the orientations that are right. "Coded bytes kept" compares the coded picture in the file.
"""
import argparse
import json
import os
import shutil
import sys
import tempfile

from PIL import Image

from compare import converter, psnr, run, turned, version

BEGIN, END = "<!-- compare-heif: begin -->", "<!-- compare-heif: end -->"
ROWS = ("shown upright", "coded bytes kept", "metadata kept", "Exif and properties agree")


def upright_tool(upright):
    def work(source, target):
        folder = tempfile.mkdtemp(dir=os.path.dirname(target))
        answer = run(upright, "reprocess", source, "--output", folder, "--json")
        shutil.move(json.loads(answer.stdout.splitlines()[-1])["output"], target)
    return work


def exiftool(source, target):
    """Sets Exif's orientation to 1: all that exiftool can do."""
    shutil.copyfile(source, target)
    run("exiftool", "-q", "-overwrite_original", "-Orientation#=1", target)


def pillow_heif(source, target):
    import pillow_heif
    from PIL import ImageOps
    pillow_heif.register_heif_opener()
    with Image.open(source) as image:
        ImageOps.exif_transpose(image).save(target, quality=90, exif=image.info.get("exif"))


def tools(upright):
    found = {
        "upright": (upright_tool(upright), [upright, "--version"]),
        "exiftool": (exiftool, ["exiftool", "-ver"]),
        "ImageMagick": (lambda source, target: converter("convert", after=["-auto-orient"])(source, target, 0), ["convert", "-version"]),
        "libvips": (lambda source, target: converter("vips", "autorot")(source, target, 0), ["vips", "--version"]),
    }
    try:
        import pillow_heif as module
        found["pillow-heif " + module.__version__] = (pillow_heif, None)
    except ImportError:
        pass
    return found


def shown(path):
    """What a viewer shows that follows the properties; None if it cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "a.png")
        run("heif-convert", path, target)
        names = sorted(os.listdir(folder))
        return Image.open(os.path.join(folder, names[0])).convert("RGB").copy() if names else None


def coded(path):
    """The payload of the largest box of coded data."""
    data, offset, largest = open(path, "rb").read(), 0, b""
    while offset + 8 <= len(data):
        length = int.from_bytes(data[offset:offset + 4], "big") or len(data) - offset
        if data[offset + 4:offset + 8] == b"mdat":
            largest = max(largest, data[offset + 8:offset + length], key=len)
        offset += max(length, 8)
    return largest


def tags(path):
    answer = run("exiftool", "-j", "-n", "-Orientation", "-Rotation", "-Artist", "-Title", path)
    return json.loads(answer.stdout or b"[{}]")[0]


def judge(source, target, orientation, picture):
    good = dict.fromkeys(ROWS, False)
    image = shown(target) if os.path.exists(target) else None
    if image is None:
        return good
    quality = psnr(turned(picture, orientation), image)
    data = tags(target)
    good["shown upright"] = quality is not None and quality > 30
    good["coded bytes kept"] = coded(source)[-4000:] in open(target, "rb").read()
    good["metadata kept"] = data.get("Artist") == "A. Person" and data.get("Title") == "The lake"
    # A viewer that follows Exif and one that follows the properties show the same.
    good["Exif and properties agree"] = good["shown upright"] and (
        data.get("Orientation", 1) == 1 or "Rotation" in data or orientation in (2, 4))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--upright", required=True)
    parser.add_argument("--picture", default="fixtures/samples/photo.jpg")
    parser.add_argument("--report", help="write the table between its markers in this file")
    options = parser.parse_args()
    peers = {name: tool for name, tool in tools(os.path.abspath(options.upright)).items()
             if tool[1] is None or shutil.which(tool[1][0])}
    verdicts = {name: [] for name in peers}
    with tempfile.TemporaryDirectory() as scratch:
        plain, source = os.path.join(scratch, "plain.png"), os.path.join(scratch, "source.heic")
        with Image.open(options.picture) as image:
            # An even size: libheif's pixels of mirrored odd sizes differ.
            image.convert("RGB").resize((256, 192)).save(plain)
        made = run("heif-enc", "-q", "90", "-o", source, plain)
        if not os.path.exists(source):
            sys.exit(f"compare: heif-enc made no HEIC: {made.stderr.decode()}")
        for orientation in range(2, 9):
            run("exiftool", "-q", "-overwrite_original", f"-Orientation#={orientation}", "-Artist=A. Person",
                "-XMP-dc:Title=The lake", source)
            picture = shown(source)
            for name, (work, _) in peers.items():
                target = os.path.join(scratch, "target.heic")
                if os.path.exists(target):
                    os.remove(target)
                try:
                    work(source, target)
                except Exception as problem:
                    print(f"{name}: {orientation}: {problem!r}", file=sys.stderr)
                verdicts[name].append(judge(source, target, orientation, picture))
    lines = ["| HEIC | " + " | ".join(f"{name} {version(tool[1]) if tool[1] else ''}".rstrip() for name, tool in peers.items()) + " |",
             "|---|" + "---|" * len(peers)]
    for row in ROWS:
        lines.append(f"| {row} | " + " | ".join(f"{sum(one[row] for one in verdicts[name])}/7" for name in peers) + " |")
    print("\n".join(lines))
    if options.report:
        with open(options.report) as file:
            text = file.read()
        if BEGIN not in text or END not in text:
            sys.exit(f"compare: {options.report}: expected the markers {BEGIN} and {END}, found none; add them where the table belongs")
        head, rest = text.split(BEGIN, 1)
        with open(options.report, "w") as file:
            file.write(head + BEGIN + "\n" + "\n".join(lines) + "\n" + END + rest.split(END, 1)[1])


if __name__ == "__main__":
    main()
