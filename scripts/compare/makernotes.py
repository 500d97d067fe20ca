#!/usr/bin/env python3
"""Compares the names and values of maker notes between `upright inspect --json` and exiftool.

    makernotes.py --upright PROGRAM [--missing] FILE-OR-FOLDER...

A tag of exiftool is *named* if upright's dictionary of the maker has its name, and *right* if the value agrees, too: as text, or
as numbers within 0.5 %, with exiftool's words or without (-n). The tags that people ask for most are counted apart, and again
without those that exiftool deciphers.

Exit status: 0; 2 if the comparison could not be made."""

import argparse
import collections
import json
import re
import subprocess
import sys

GROUPS = {"Apple", "Canon", "Nikon", "Sony", "FujiFilm", "Olympus", "Panasonic", "Pentax", "Samsung", "DJI", "Google", "Leica",
          "Sigma", "Casio", "Kodak", "Minolta", "Sanyo", "Ricoh", "Reconyx", "FLIR", "NikonCustom", "CanonCustom"}
# Names that differ on purpose.
ALIASES = {"MediaGroupUUID": "ContentIdentifier", "ImageCaptureReqestID": "ImageCaptureRequestID"}
MOST_USED = set("""LensModel LensType Lens LensID LensIDNumber LensSerialNumber InternalLensSerialNumber SerialNumber
InternalSerialNumber FocusDistance FocusDistanceUpper FocusDistanceLower ManualFocusDistance FocusMode AFMode AFAreaMode AFPoint
AFPointSelected AFPointsInFocus AFAreaXPositions AFAreaYPositions FocusLocation FocusPixel AFPointPosition DriveMode ContinuousDrive
ReleaseMode BurstMode BurstUUID SequenceNumber WhiteBalance WhiteBalance2 ColorTemperature PictureStyle PictureMode PictureControlName
CreativeStyle FilmMode PhotoStyle ShutterCount ImageCount ImageStabilization VibrationReduction ShakeReduction OISMode FlashMode
CanonFlashMode FujiFlashMode FlashSetting FlashExposureComp HDR HDRImageType HDRHeadroom MediaGroupUUID LivePhotoVideoIndex SceneMode
FacesDetected FacePositions Face1Position CameraTemperature SensorTemperature FileNumber FirmwareVersion CanonFirmwareVersion
MeteringMode Quality ISO""".split())


# Records and values that exiftool deciphers, by the end of their path.
ENCIPHERED = re.compile(
    r"-(Tag(2010|202a|900b|9050|940|9416)\w*|Sony_0x\w+|LensData0[2-9]\w*|ShotInfo\w+|ColorBalance0?[2-9]\w*|MenuSettings\w*)(-\w+)*$")


def run(arguments):
    return subprocess.run(arguments, capture_output=True, check=False).stdout


def exiftool(paths, *options):
    """Returns the tags of each file: by group and name, the value and whether exiftool deciphered it."""
    rows = json.loads(
        run(["exiftool", "-r", "-q", "-q", "-m", "-api", "SavePath", "-G1:5", "-s", "-j", *options, *paths]) or b"[]")
    files = {}
    for row in rows:
        tags = files[row.pop("SourceFile")] = {}
        for key, value in row.items():
            parts = key.split(":")
            group, path, name = parts[0], ":".join(parts[1:-1]), parts[-1]
            tags[group, name] = (value, bool(ENCIPHERED.search(path)) or (group, name) == ("Pentax", "ShutterCount"))
    return files


def upright(program, paths):
    """Returns the names and values of each file's maker notes."""
    found = {}
    for path in paths:
        try:
            found[path] = {}
            collect(json.loads(run([program, "inspect", "--json", path]) or b"{}"), found[path])
        except ValueError:
            continue
    return found


def collect(value, names):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.startswith("{Maker") and isinstance(inner, dict):
                names.update(inner)
            else:
                collect(inner, names)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, names)


def numbers(value):
    if isinstance(value, bool):
        return [float(value)]
    if isinstance(value, (int, float)):
        return [float(value)]
    if isinstance(value, list):
        return [n for inner in value for n in numbers(inner)]
    text = str(value)
    if re.fullmatch(r"-?\d+/\d+", text):
        top, bottom = text.split("/")
        return [float(top) / float(bottom)] if float(bottom) else []
    return [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]


def agrees(own, words, raw):
    def plain(value):
        text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        return re.sub(r"[^a-z0-9.+-]+", " ", text.lower()).strip()

    if plain(own) in (plain(words), plain(raw)) or str(words).startswith("(Binary data"):
        return True
    if isinstance(own, str) and not re.search(r"\d", own):
        return False
    mine = numbers(own)
    return any(mine and len(mine) == len(theirs) and all(abs(a - b) <= 0.005 * abs(b) + 0.005 for a, b in zip(mine, theirs))
               for theirs in (numbers(words), numbers(raw)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--missing", action="store_true", help="list the names that upright lacks, and the values that differ")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    words, raw = exiftool(options.paths), exiftool(options.paths, "-n")
    if not words:
        sys.exit("exiftool read no file")
    counts = collections.defaultdict(collections.Counter)
    missing, different = collections.Counter(), collections.Counter()
    tags = {path: {key: tag for key, tag in row.items() if key[0] in GROUPS} for path, row in words.items()}
    own = upright(options.upright, [path for path in tags if tags[path]])
    for path, found in own.items():
        for (group, name), (value, is_deciphered) in tags[path].items():
            alias = ALIASES.get(name, name)
            if f"{group}.{alias}" in found:
                alias = f"{group}.{alias}"
            is_named = alias in found
            is_right = is_named and agrees(found[alias], value, raw.get(path, {}).get((group, name), (value, False))[0])
            rows = [group, "all"] + (["most used"] if name in MOST_USED else [])
            if not is_deciphered:
                rows += ["all, plain"] + (["most used, plain"] if name in MOST_USED else [])
            for row in rows:
                counts[row].update(tags=1, named=is_named, right=is_right)
            if not is_named:
                missing[f"{group}:{name}"] += 1
            elif not is_right:
                different[f"{group}:{name} {str(found[alias])[:40]!r}, exiftool {str(value)[:40]!r}"] += 1
    print(f"{'maker':18} {'tags':>7} {'named':>7} {'':>6} {'right':>7}")
    for maker in sorted(counts, key=lambda key: (key.startswith(("all", "most used")), key)):
        count = counts[maker]
        print(f"{maker:18} {count['tags']:7} {count['named']:7} {100 * count['named'] / count['tags']:5.1f}% {count['right']:7} "
              f"{100 * count['right'] / count['tags']:5.1f}%")
    if options.missing:
        for name, times in missing.most_common(400):
            print(f"missing {times:4} {name}")
        for name, times in different.most_common(400):
            print(f"differs {times:4} {name}")


if __name__ == "__main__":
    main()
