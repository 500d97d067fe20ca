"""T15: generated difficult pictures (generator.py), judged by decoders that are not part of the product: libjpeg's djpeg and
jpegtran, Pillow, exiftool, and a decoder of lossless JPEGs in Python. Each picture must be turned according to its carriers,
with correct pixels (exact for PNG, GIF and pictures that jpegtran can turn perfectly). No orientation may remain, and the output
must be unchanged when it is normalized again.

`UPRIGHT_SEED` is the seed of the pictures (1). The file of a finding is kept in .build/torture-findings."""

import io
import json
import math
import os
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import embedded
import lossless
from generator import picture

NAME = "T15"
TITLE = "generated pictures"

# The least PSNR of luma and of colours in requantized pictures, whose subsampled components are interpolated again.
LEAST_LUMA, LEAST_COLOUR = 25.0, 18.0
JPEGTRAN = {2: ["-flip", "horizontal"], 3: ["-rotate", "180"], 4: ["-flip", "vertical"], 5: ["-transpose"],
            6: ["-rotate", "90"], 7: ["-transverse"], 8: ["-rotate", "270"]}


def command(arguments, data=None):
    result = subprocess.run(arguments, input=data, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return result.stdout if result.returncode == 0 else None


def psnr(one, other):
    import numpy
    error = ((numpy.asarray(one, float) - numpy.asarray(other, float)) ** 2).mean()
    return math.inf if error == 0 else 10 * math.log10(255 ** 2 / error)


class Judge:
    def __init__(self):
        from PIL import Image, ImageSequence
        self.image, self.sequence = Image, ImageSequence
        self.turns = {2: Image.FLIP_LEFT_RIGHT, 3: Image.ROTATE_180, 4: Image.FLIP_TOP_BOTTOM, 5: Image.TRANSPOSE,
                      6: Image.ROTATE_270, 7: Image.TRANSVERSE, 8: Image.ROTATE_90}

    def upright(self, image, orientation):
        return image.transpose(self.turns[orientation]) if orientation in self.turns else image

    def frames(self, data):
        image = self.image.open(io.BytesIO(data))
        if image.mode.startswith("I"):
            return [image.copy()]
        return [frame.convert("RGBA") for frame in self.sequence.Iterator(image)]

    def raster(self, source, output, orientation):
        before, after = self.frames(source), self.frames(output)
        if len(before) != len(after):
            return "%d frames became %d" % (len(before), len(after))
        for number, (one, other) in enumerate(zip(before, after)):
            one = self.upright(one, orientation)
            if one.size != other.size or list(one.tobytes()) != list(other.tobytes()):
                return "frame %d differs" % number
        return None

    def twelve(self, source, output, orientation):
        return self.jpeg(embedded.narrowed(source), embedded.narrowed(output), orientation)

    def lossless(self, source, output, orientation):
        size, precision, before = lossless.decode(source)
        turned_size, found, after = lossless.decode(output)
        expected = size[::-1] if orientation >= 5 else size
        if turned_size != expected or found != precision:
            return "expected %s with %d bits, found %s with %d" % (expected, precision, turned_size, found)
        for number, (one, other) in enumerate(zip(before, after)):
            if lossless.turned(one, orientation) != other:
                return "the samples of component %d differ" % number
        return None

    def inside(self, picture, path):
        """The problem with the pictures inside a picture, or None."""
        for name, before in picture.inside.items():
            after = command(["exiftool", "-b", "-" + name, path])
            if not after:
                return "%s is lost" % name
            one = self.upright(self.image.open(io.BytesIO(before)).convert("L"), picture.orientation)
            other = self.image.open(io.BytesIO(after)).convert("L")
            if one.size != other.size:
                return "%s: expected %s, found %s" % (name, one.size, other.size)
            if psnr(one, other) < LEAST_LUMA:
                return "%s: %.1f dB" % (name, psnr(one, other))
        return None

    def jpeg(self, source, output, orientation):
        shown = command(["djpeg", "-ppm"], source)
        if shown is None:
            return None
        found = command(["djpeg", "-ppm"], output)
        if found is None:
            return "djpeg cannot decode the output"
        before = self.upright(self.image.open(io.BytesIO(shown)), orientation)
        after = self.image.open(io.BytesIO(found))
        if before.size != after.size or before.mode != after.mode:
            return "expected %s %s, found %s %s" % (before.size, before.mode, after.size, after.mode)
        perfect = command(["jpegtran", "-perfect", *JPEGTRAN[orientation]], source) if orientation > 1 else source
        if perfect is not None:
            return None if command(["djpeg", "-ppm"], perfect) == found else "the coefficients differ from jpegtran's"
        if psnr(before, after) < LEAST_COLOUR:
            return "%.1f dB" % psnr(before, after)
        luma = psnr(before.convert("L"), after.convert("L"))
        least = LEAST_COLOUR if self.halves_luma(source) else LEAST_LUMA
        return "%.1f dB of luma" % luma if luma < least else None

    @staticmethod
    def halves_luma(data):
        """Whether the first component has fewer samples than another, so that its samples are interpolated again too."""
        at = 2
        while data[at + 1] not in (0xC0, 0xC1, 0xC2, 0xC9, 0xCA):
            at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
        factors = [data[at + 11 + 3 * number] for number in range(data[at + 9])]
        return any(factor >> 4 > factors[0] >> 4 or factor & 15 > factors[0] & 15 for factor in factors)


def orientations(folder):
    """File name -> all orientation values that exiftool finds."""
    told = command(["exiftool", "-j", "-a", "-G1", "-n", "-q", "-q", "-Orientation", "-r", folder])
    return {os.path.basename(row["SourceFile"]): [value for key, value in row.items() if key.endswith(":Orientation")]
            for row in json.loads(told or b"[]")}


def normalize(bench, source, output):
    result = subprocess.run([bench.program("upright"), "reprocess", source, "--output", output, "--json"],
                            stdout=subprocess.PIPE, check=False)
    reports = [json.loads(line) for line in result.stdout.decode().splitlines()]
    return {os.path.basename(report["source"]): report for report in reports}


def complaint(judge, picture, report, output, left):
    """The problem with an outcome, or None."""
    if report is None:
        return "no report"
    if report["outcome"] not in ("normalized", "unchanged"):
        return "%s: %s" % (report["outcome"], report["reason"])
    if (report["orientation"] or 1) != picture.orientation:
        return "expected orientation %d, found %s" % (picture.orientation, report["orientation"])
    if any(value not in (0, 1) for value in left):
        return "orientations remain: %s" % left
    with open(output, "rb") as file:
        data = file.read()
    check = {"jpeg": judge.jpeg, "12 bits": judge.twelve, "lossless": judge.lossless, "raster": judge.raster}[picture.kind]
    return check(picture.data, data, picture.orientation) or judge.inside(picture, output)


def run(bench):
    bench.need("cjpeg", "djpeg", "jpegtran", "exiftool")
    judge = Judge()
    seed = os.environ.get("UPRIGHT_SEED", "1")
    count, share = bench.size(quick=300, full=6_000), 500
    seen = {}
    for first in range(0, count, share):
        source, output, again = (bench.folder("generated-" + name) for name in ("in", "out", "again"))
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            numbers = range(first, min(first + share, count))
            made = list(pool.map(lambda number: picture(seed, number, bench.folder("scans-%d" % number)), numbers))
        for one in made:
            with open(os.path.join(source, one.name), "wb") as file:
                file.write(one.data)
        reports, left = normalize(bench, source, output), orientations(output)
        repeated = normalize(bench, output, again)
        for one in made:
            report = reports.get(one.name)
            path = os.path.join(output, one.name)
            wrong = complaint(judge, one, report, path, left.get(one.name, []))
            if wrong is None and repeated.get(one.name, {}).get("outcome") != "unchanged":
                wrong = "normalized again, it is %s" % repeated.get(one.name, {}).get("outcome")
            seen[report["outcome"] if report else "lost"] = seen.get(report["outcome"] if report else "lost", 0) + 1
            if wrong:
                kept = os.path.join(bench.findings, "generated-%s-%s" % (seed, one.name))
                shutil.copyfile(os.path.join(source, one.name), kept)
                bench.fail("%s (%s, orientation %d): %s" % (one.name, one.told, one.orientation, wrong))
    bench.tell("%d pictures of seed %s: %s" % (
        count, seed, ", ".join("%s %d" % item for item in sorted(seen.items()))))
