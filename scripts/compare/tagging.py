#!/usr/bin/env python3
"""Reads edits of `upright tag` back with exiftool and Exiv2: the requested values must be there, and nothing else can differ.

    tagging.py --upright PROGRAM [--work FOLDER] [--limit N] FILE-OR-FOLDER...

Each picture is edited in seven ways (position, time, place, arbitrary tags, removal, lists, and position and time one after the other),
each in a separate copy. exiftool reads every tag before and after, Exiv2 the Exif and IPTC of JPEGs, and `exiftool -validate`
must not report anything new. Image data is compared byte for byte, without metadata.

Exit status: 0 without findings, 1 with findings, 2 if the comparison could not be made."""

import argparse
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Tags about positions and layout in the file, or that follow the data that they describe.
FOLLOWING = re.compile(
    r"^(SourceFile|ExifTool:|System:|File:File|File:Directory|File:ExifByteOrder|File:CurrentIPTCDigest|Composite:|.*:ExifVersion"
    r"|.*:XMPToolkit|.*:IPTCDigest|.*:\w*Offset$|.*:\w*ImageStart$|.*:StripOffsets|.*:\w+Padding|.*:PreviewImage|.*:ThumbnailImage"
    r"|.*:MPImage\d*|.*:GPSVersionID|IPTC\d*:ApplicationRecordVersion|IPTC\d*:CodedCharacterSet|.*:MPImageStart|ICC|PNG:Datecreate"
    r"|.*:XResolution|.*:YResolution|.*:ResolutionUnit|.*:YCbCrPositioning|.*:ComponentsConfiguration|.*:FlashpixVersion"
    r"|.*:ColorSpace|.*:ExifImageWidth|.*:ExifImageHeight|IPTC\d*:EnvelopeRecordVersion|Trailer:|.*:HasExtendedXMP)")
EDITS = {
    "position": (["--gps", "48.137154,-11.576124,519.5"], {
        "GPS:GPSLatitude": 48.137154, "GPS:GPSLongitude": 11.576124, "GPS:GPSLongitudeRef": "W", "GPS:GPSAltitude": 519.5,
        "GPS:GPSLatitudeRef": "N", "GPS:GPSAltitudeRef": 0}, r"GPS"),
    "time": (["--time", "2024-05-17T18:03:09.25+02:00"], {
        "ExifIFD:DateTimeOriginal": "2024:05:17 18:03:09", "ExifIFD:OffsetTimeOriginal": "+02:00",
        "ExifIFD:CreateDate": "2024:05:17 18:03:09", "ExifIFD:OffsetTimeDigitized": "+02:00"},
        r"Date|Time|SubSec"),
    "place": (["--place", "Zürich,ZH,Schweiz,CHE", "--street", "Bahnhofstrasse 1"], {
        "XMP-photoshop:City": "Zürich", "XMP-photoshop:Country": "Schweiz", "XMP-iptcCore:CountryCode": "CHE",
        "XMP-iptcCore:Location": "Bahnhofstrasse 1"}, r"City|State|Country|Location|Sub-location|Province"),
    "tags": (["--set", "EXIF:Artist=Ärtist", "--set", "EXIF:UserComment=Größe 東京", "--set", "XMP:dc:title=A \"title\" & <more>",
              "--set", "IPTC:Keywords=one", "--set", "IPTC:Keywords=two"], {
        "IFD0:Artist": "Ärtist", "ExifIFD:UserComment": "Größe 東京", "XMP-dc:Title": "A \"title\" & <more>"},
        r"Artist|UserComment|Title|Keywords"),
    "removal": (["--gps", "", "--remove", "EXIF:Artist", "--remove", "IPTC:Keywords", "--time", ""], {},
                r"GPS|Artist|Keywords|Date|Time|SubSec|Absolute|Relative|Latitude|Longitude|Location"),
    "lists": (["--set", "XMP:dc:subject+=upright one", "--set", "XMP:dc:subject+=upright two", "--set", "XMP:dc:subject-=upright one",
               "--namespace", "shop=https://example.org/shop/1.0/", "--set", "XMP:shop:Number=42"], {"XMP-shop:Number": 42},
              r"Subject|Number"),
    "twice": ([], {}, r"GPS|Date|Time|SubSec"),
}
EDITS["twice"] = (None, {**EDITS["position"][1], **EDITS["time"][1]}, EDITS["twice"][2])


def run(arguments):
    return subprocess.run(arguments, capture_output=True, check=False)


def tags(folder):
    """File name -> tag -> value, as read by exiftool."""
    printed = run(["exiftool", "-j", "-G1", "-a", "-n", "-u", "-m", "-q", "-q", "-api", "largefilesupport=1", folder]).stdout
    found = {}
    for row in json.loads(printed or b"[]"):
        found[os.path.basename(row["SourceFile"])] = row
    return found


def validated(folder):
    """File name -> the problems that exiftool reports, with numbers replaced."""
    found = collections.defaultdict(set)
    printed = run(["exiftool", "-validate", "-warning", "-error", "-a", "-m", folder]).stdout.decode(errors="replace")
    name = None
    for line in printed.splitlines():
        if line.startswith("======== "):
            name = os.path.basename(line[9:].strip())
        elif name and line.startswith(("Warning", "Error")):
            found[name].add(re.sub(r"0x[0-9a-f]+|\d+", "N", line.split(":", 1)[1].strip()))
    return found


def exiv2(path):
    """Key -> values, as read by Exiv2."""
    printed = run(["exiv2", "-q", "-PEIkt", path])
    found = collections.defaultdict(list)
    for line in printed.stdout.decode(errors="replace").splitlines():
        key, _, value = line.partition(" ")
        found[key].append(value.strip())
    return found


def pixels(path):
    """A picture's data without its metadata: a JPEG's tables, frame and scan, a PNG's chunks, a GIF's blocks without XMP."""
    with open(path, "rb") as file:
        data = file.read()
    if data.startswith(b"\x89PNG"):
        found, at = [], 8
        while at + 8 <= len(data):
            length = int.from_bytes(data[at:at + 4], "big")
            if data[at + 4:at + 8] in (b"IHDR", b"PLTE", b"IDAT", b"fcTL", b"fdAT", b"acTL", b"tRNS", b"gAMA", b"iCCP", b"pHYs"):
                found.append(data[at:at + 12 + length])
            at += 12 + length
        return b"".join(found)
    if data.startswith(b"\xff\xd8"):
        found, at = [], 2
        while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
            length = int.from_bytes(data[at + 2:at + 4], "big")
            if not 0xE0 <= data[at + 1] <= 0xEF:
                found.append(data[at:at + 2 + length])
            at += 2 + length
        end = data.find(b"\xff\xd9", at)
        return b"".join(found) + data[at:end]
    if data.startswith(b"GIF8"):
        # Application extension "XMP DataXMP": the packet, then a trailer of 258 bytes that ends in two zeros.
        at = data.find(b"!\xff\x0bXMP DataXMP")
        end = data.find(b"\x03\x02\x01\x00\x00", at) + 5 if at >= 0 else -1
        return data[6:at] + data[end:] if at >= 0 and end > at else data[6:]
    return b""


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) < 1e-6
    return one == other or str(one) == str(other)


def problems(name, edit, before, after, worse, folders):
    _, expected, touched = EDITS[edit]
    pattern = re.compile(touched)
    kind = before.get("File:FileType")
    # exiftool confuses the Exif of a PNG with the directory that it read in content credentials, even if it wrote it itself.
    if any("previous JUMBFBox directory" in line for line in worse):
        return
    # upright moves a block that exiftool does not find into a chunk that exiftool reads.
    hidden = kind == "PNG" and not any(key.startswith("IFD0:") for key in before)
    for key, value in expected.items():
        if kind == "GIF" and not key.startswith("XMP"):
            continue
        if key not in after or not same(after[key], value):
            yield "%s: expected %s, found %s" % (key, value, after.get(key))
    for key in before.keys() | after.keys():
        if FOLLOWING.match(key) or pattern.search(key.split(":", 1)[1] if ":" in key else key):
            continue
        if hidden and key not in before and key.startswith(("IFD", "ExifIFD:", "MakerNotes", "InteropIFD")):
            continue
        if not same(before.get(key), after.get(key)):
            yield "%s: was %.60s, is %.60s" % (key, before.get(key), after.get(key))
    for line in sorted(worse):
        yield "exiftool -validate: %s" % line
    source, output = (os.path.join(folder, name) for folder in folders)
    if pixels(source) != pixels(output):
        yield "the picture's data differs"
    if kind == "JPEG":
        one, other = exiv2(source), exiv2(output)
        # Exiv2 reads beyond the end of a maker note that another program has moved.
        moved = "Adjusted MakerNotes base" in str(before.get("ExifTool:Warning"))
        for key in one.keys() | other.keys():
            if moved and key.split(".")[1] not in ("Image", "Photo", "GPSInfo", "Iop", "Thumbnail"):
                continue
            last = key.rsplit(".", 1)[-1]
            # Exiv2 has exiftool's names for IPTC's dates and places, without the spaces.
            if pattern.search(last) or re.search(
                    r"Offset|ExifTag|GPSTag|Version|InteroperabilityTag|Resolution|YCbCr|Components|ColorSpace|PixelXDim|"
                    r"PixelYDim|CharacterSet|ByteOrder|JPEGInterchangeFormat$|StripOffsets|Padding|PreviewImageStart|Makernote|"
                    r"Province|SubLocation|FlashpixVersion|MakerNote$", last):
                continue
            if one.get(key) != other.get(key):
                yield "Exiv2: %s: was %.60s, is %.60s" % (key, one.get(key), other.get(key))


def pictures(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            for name in sorted(names):
                if name.lower().endswith((".jpg", ".jpeg", ".png", ".gif")):
                    yield os.path.join(folder, name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--upright", required=True)
    parser.add_argument("--work")
    parser.add_argument("--limit", type=int, default=sys.maxsize)
    parser.add_argument("--only", default=",".join(EDITS))
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    for program in ("exiftool", "exiv2"):
        if shutil.which(program) is None:
            print("tagging.py: expected %s, found none; install it" % program, file=sys.stderr)
            return 2
    work = arguments.work or tempfile.mkdtemp(prefix="upright-tagging-")
    sources = os.path.join(work, "sources")
    os.makedirs(sources)
    for number, path in enumerate(list(pictures(arguments.files))[:arguments.limit]):
        shutil.copyfile(path, os.path.join(sources, "%04d-%s" % (number, os.path.basename(path).replace(" ", "_"))))
    names = sorted(os.listdir(sources))
    before, complaints = tags(sources), validated(sources)
    found, refused, edited = 0, collections.Counter(), 0
    for edit in arguments.only.split(","):
        folder = os.path.join(work, edit)
        if edit == "twice":
            middle = folder + "-first"
            tag(arguments.upright, sources, names, middle, EDITS["time"][0])
            reports = tag(arguments.upright, middle, sorted(os.listdir(middle)), folder, EDITS["position"][0])
        else:
            reports = tag(arguments.upright, sources, names, folder, EDITS[edit][0])
        after, now = tags(folder), validated(folder)
        for name in names:
            report = reports.get(name)
            if report is None or report["outcome"] == "rejected":
                refused["%s: %s" % (edit, re.sub(r"\d+", "N", (report or {}).get("reason", "no report"))[:110])] += 1
                continue
            if not os.path.exists(os.path.join(folder, name)):
                continue
            edited += 1
            for problem in problems(name, edit, before.get(name, {}), after.get(name, {}), now[name] - complaints[name],
                                    (sources, folder)):
                found += 1
                print("%s, %s: %s" % (name, edit, problem))
    print("%d edits of %d pictures read back; %d findings" % (edited, len(names), found))
    for reason, count in refused.most_common():
        print("  refused %d: %s" % (count, reason))
    if not arguments.work:
        shutil.rmtree(work)
    return 1 if found else 0


def tag(program, source, names, output, options):
    os.makedirs(output, exist_ok=True)
    reports = {}
    for at in range(0, len(names), 100):
        paths = [os.path.join(source, name) for name in names[at:at + 100]]
        # Not every type can hold all edits. All edits of a file are made, or none.
        printed = run([program, "tag", "--json", "--output", output, *options, *paths]).stdout.decode(errors="replace")
        for line in printed.splitlines():
            if line.startswith("{"):
                report = json.loads(line)
                reports[os.path.basename(report.get("source") or report.get("file") or report["path"])] = report
    return reports


if __name__ == "__main__":
    sys.exit(main())
