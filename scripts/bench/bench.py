#!/usr/bin/env python3
"""Time upright beside its peers in one interleaved run, and write docs/benchmarks.md.

    bench.py --upright PATH [--work abcdefghi] [--rounds 5] [--scale 1.0] [--folders 1.0] [--output docs/benchmarks.md]

Every round runs every tool once on the same work, one after the other, so that a machine whose speed drifts slows
them all alike. What is printed are ratios within a round (peer / upright: above 1 upright is faster), as the median
with the least and the greatest. upright's outputs are durable (fsync of file and folder); the peers' are not.
"""
import argparse
import glob
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

import workload
from daemon import work_i  # noqa: F401

Image.MAX_IMAGE_PIXELS = None
JOBS = os.cpu_count() or 1
# Bytes of outputs that are kept until the end.
MOST_KEPT = 2 << 30


class Run:
    """What one run of a command cost: wall and processor seconds, and the largest process's memory in MiB."""

    def __init__(self, wall, cpu, peak):
        self.wall, self.cpu, self.peak = wall, cpu, peak


def timed(command, per=1):
    """Runs a command (a list) in a child of its own, so that the memory of its children is counted too."""
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURE, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, problem = process.communicate()
    last = output.strip().splitlines()[-1].split() if output.strip() else []
    if process.returncode != 0 or len(last) != 4:
        sys.exit(f"bench: {' '.join(command[:6])}: {problem.strip()[-500:]}")
    wall, cpu, peak, code = float(last[0]), float(last[1]), float(last[2]), int(last[3])
    if code != 0:
        sys.exit(f"bench: {' '.join(command[:6])}: exit status {code}: {problem.strip()[-500:]}")
    return Run(wall / per, cpu / per, peak)


# Workers that outlive their supervisor for a moment come to the measuring process, which waits for them and counts them.
MEASURE = """
import ctypes, os, resource, subprocess, sys, time
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
wall = time.perf_counter() - start
try:
    while True:
        os.wait()
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, code)
"""


class Bench:
    def __init__(self, upright, rounds, scratch):
        self.upright, self.rounds, self.scratch = upright, rounds, scratch
        self.lines = []
        self.used = 0

    def fresh(self, name):
        """An empty folder. What was in it is kept aside: for minutes after many files were deleted, ext4 passes over
        their inodes one by one whenever a file is made, and that would be measured."""
        path = os.path.join(self.scratch, "out", name)
        if os.path.isdir(path):
            os.makedirs(os.path.join(self.scratch, "used"), exist_ok=True)
            os.rename(path, os.path.join(self.scratch, "used", str(self.used)))
            self.used += 1
        os.makedirs(path)
        return path

    def clear(self):
        """Removes what was kept aside, where it is much."""
        used = os.path.join(self.scratch, "used")
        size = sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(used) for name in names)
        if size > MOST_KEPT:
            shutil.rmtree(used)

    def upright_on(self, source, jobs=1, per=1):
        target = self.fresh("upright")
        return timed([self.upright, "reprocess", source, "--output", target, "--jobs", str(jobs), "--quiet"], per)

    def folder_of(self, source, copies):
        folder = os.path.join(self.scratch, "many", os.path.splitext(os.path.basename(source))[0])
        if not os.path.isdir(folder):
            os.makedirs(folder)
            for index in range(copies):
                shutil.copyfile(source, os.path.join(folder, f"{index}-{os.path.basename(source)}"))
        return folder

    def compare(self, title, contenders, note=""):
        """contenders: name -> function that runs once; the first is the one the others are divided by."""
        results = {name: [] for name in contenders}
        for function in contenders.values():
            function()  # warm the caches: not counted
        for _ in range(self.rounds):
            for name, function in contenders.items():
                results[name].append(function())
        base, *others = contenders
        self.clear()
        print(f"\n{title}")
        self.lines += ["", f"### {title}", ""] + ([note, ""] if note else [])
        self.lines += ["| | time, peer / upright | CPU, peer / upright | peak memory, peer / upright |", "|---|---|---|---|"]
        for other in others:
            row = []
            for key in ("wall", "cpu", "peak"):
                ratios = sorted(getattr(peer, key) / max(getattr(own, key), 1e-9)
                                for own, peer in zip(results[base], results[other]))
                row.append(f"{ratios[len(ratios) // 2]:.2f} ({ratios[0]:.2f}–{ratios[-1]:.2f})")
            print(f"  {other:34} time {row[0]:22} cpu {row[1]:22} memory {row[2]}")
            self.lines.append(f"| {other} | " + " | ".join(row) + " |")
        own = results[base]
        middle = sorted(own, key=lambda run: run.wall)[len(own) // 2]
        print(f"  {base}: {middle.wall * 1000:.1f} ms, {middle.cpu * 1000:.1f} ms CPU, {middle.peak:.0f} MiB")
        return results

    def say(self, text):
        print("  " + text)
        self.lines += ["", text]


def have(name):
    return shutil.which(name) is not None


def jpeg_peers(bench, source, names):
    """The peers that turn one JPEG as a process of its own."""
    target = os.path.join(bench.fresh("peers"), "out.jpg")

    def exiftran():
        return timed(["exiftran", "-a", "-o", target, source])

    every = {
        "exiftran": ("exiftran", exiftran),
        "jpegtran": ("jpegtran", lambda: timed(["jpegtran", "-copy", "all", "-rotate", "90", "-outfile", target, source])),
        "ImageMagick": ("convert", lambda: timed(["convert", source, "-auto-orient", target])),
        "GraphicsMagick": ("gm", lambda: timed(["gm", "convert", source, "-auto-orient", target])),
        "libvips": ("vips", lambda: timed(["vips", "autorot", source, target])),
        "Pillow": ("python3", lambda: timed([
            "python3", "-c", "import sys; from PIL import Image, ImageOps;"
            "ImageOps.exif_transpose(Image.open(sys.argv[1])).save(sys.argv[2], quality=92)", source, target])),
    }
    return {name: function for name, (program, function) in every.items() if name in names and have(program)}


def psnr(reference, path):
    image = np.asarray(Image.open(path).convert("RGB"), dtype=np.float64)
    if image.shape != reference.shape:
        return 0.0
    error = ((image - reference) ** 2).mean()
    return 99.0 if error == 0 else 10 * math.log10(255 ** 2 / error)


def work_a(bench, folder):
    source = os.path.join(folder, "a.jpg")
    copies = 12
    many = bench.folder_of(source, copies)
    names = ["exiftran", "jpegtran", "ImageMagick", "GraphicsMagick", "libvips", "Pillow"]
    bench.compare(
        "(a) 12-megapixel JPEG, 4:2:0, orientation 6: a file in steady state",
        {"upright": lambda: bench.upright_on(many, per=copies), **jpeg_peers(bench, source, names[:2])},
        "upright works through a folder with one job; each peer is started once a file, as it has to be.")
    bench.compare(
        "(a) the same: one file as a whole process",
        {"upright": lambda: bench.upright_on(source), **jpeg_peers(bench, source, names)})


def work_b(bench, folder):
    source = os.path.join(folder, "b.jpg")
    copies = 12
    many = bench.folder_of(source, copies)

    def floor():
        target = bench.fresh("cp")
        return timed(["sh", "-c", 'for f in "$1"/*; do cp "$f" "$2" && sync "$2/$(basename "$f")"; done', "sh", many, target], copies)

    bench.compare(
        "(b) the same picture, orientation 1: a file in steady state",
        {"upright": lambda: bench.upright_on(many, per=copies), "cp and sync of the file": floor,
         **jpeg_peers(bench, source, ["exiftran", "jpegtran"])})


def work_c(bench, folder):
    source = os.path.join(folder, "c.jpg")
    many = bench.folder_of(source, 4)
    target = os.path.join(bench.fresh("progressive"), "out.jpg")
    bench.compare(
        "(c) 24-megapixel progressive JPEG, orientation 6: a file in steady state",
        {"upright": lambda: bench.upright_on(many, per=4),
         "jpegtran -progressive": lambda: timed([
             "jpegtran", "-copy", "all", "-progressive", "-rotate", "90", "-outfile", target, source]),
         **jpeg_peers(bench, source, ["exiftran", "jpegtran"])},
        "upright and `jpegtran -progressive` write a progressive picture again; the others write a sequential one.")


def work_d(bench, folder):
    source = os.path.join(folder, "d.jpg")
    many = bench.folder_of(source, 6)
    bench.compare(
        "(d) odd-sized 12-megapixel JPEG, orientation 6: a file in steady state",
        {"upright": lambda: bench.upright_on(many, per=6),
         **jpeg_peers(bench, source, ["ImageMagick", "GraphicsMagick", "libvips"])})
    reference = np.asarray(Image.open(source).convert("RGB").transpose(Image.Transpose.ROTATE_270), dtype=np.float64)
    own = glob.glob(os.path.join(bench.scratch, "out/upright/**/*.jpg"), recursive=True)[0]
    figures = {"upright": psnr(reference, own)}
    for name, command in (("ImageMagick", ["convert", source, "-auto-orient"]), ("libvips", ["vips", "autorot", source])):
        if have(command[0]):
            target = os.path.join(bench.fresh("peers"), "out.jpg")
            subprocess.run([*command, target], check=True)
            figures[name] = psnr(reference, target)
    bench.say("PSNR against the turned pixels of the source: " + ", ".join(f"{name} {value:.2f} dB" for name, value in figures.items()) + ".")


def work_e(bench, folder):
    for name, title in (("e-2mp", "RGB 8-bit, 2 megapixels"), ("e-12mp", "RGB 8-bit, 12 megapixels"),
                        ("e-palette", "palette, 2 megapixels"), ("e-16bit", "RGB 16-bit, 2 megapixels")):
        source = os.path.join(folder, name + ".png")
        copies = 3 if name == "e-12mp" else 12
        many = bench.folder_of(source, copies)
        target = os.path.join(bench.fresh("peers"), "out.png")
        peers = {}
        if have("vips"):
            peers["libvips"] = lambda source=source, target=target: timed(["vips", "autorot", source, target])
        if have("convert"):
            peers["ImageMagick"] = lambda source=source, target=target: timed(["convert", source, "-rotate", "90", target])
        bench.compare(f"(e) PNG {title}, orientation 6: a file in steady state",
                      {"upright": lambda many=many, copies=copies: bench.upright_on(many, per=copies), **peers})
        sizes = {"upright": os.path.getsize(glob.glob(os.path.join(bench.scratch, "out/upright/**/*.png"), recursive=True)[0])}
        for peer, command in (("ImageMagick", ["convert", source, "-rotate", "90", target]), ("libvips", ["vips", "autorot", source, target])):
            if have(command[0]):
                subprocess.run(command, check=True)
                sizes[peer] = os.path.getsize(target)
        bench.say("Size of the output, of the source's: " + ", ".join(
            f"{peer} {size / os.path.getsize(source):.3f}" for peer, size in sizes.items()) + ".")


def work_f(bench, folder):
    for name, title in (("f-turned", "orientation 6"), ("f-upright", "upright")):
        source = os.path.join(folder, name + ".gif")
        many = bench.folder_of(source, 6)
        target = os.path.join(bench.fresh("peers"), "out.gif")
        turn = ["--rotate-90"] if name == "f-turned" else []
        peers = {}
        if have("gifsicle"):
            peers["gifsicle"] = lambda source=source, target=target, turn=turn: timed(["gifsicle", "--no-warnings", *turn, source, "-o", target])
        if have("convert"):
            peers["ImageMagick"] = lambda source=source, target=target: timed(["convert", source, "-rotate", "90", target])
        bench.compare(f"(f) GIF animation of 100 frames, {title}: a file in steady state",
                      {"upright": lambda many=many: bench.upright_on(many, per=6), **peers})
        if have("gifsicle"):
            subprocess.run(["gifsicle", "--no-warnings", *turn, source, "-o", target], check=True)
            own = os.path.getsize(glob.glob(os.path.join(bench.scratch, "out/upright/**/*.gif"), recursive=True)[0])
            bench.say(f"Size of the output, of gifsicle's: {own / os.path.getsize(target):.3f}.")


def folder_peers(bench, folder, each):
    """Peers over a whole folder, a process a file, `JOBS` at a time under xargs."""
    peers = {}
    for name, program, command in each:
        if have(program):
            def function(command=command):
                target = bench.fresh("peers")
                return timed([
                    "sh", "-c",
                    f'cd "$1" && find . -type f -print0 | xargs -0 -P {JOBS} -n 1 sh -c \'{command}\' "$2"',
                    "sh", folder, target])
            peers[name] = function
    return peers


def work_g(bench, folder):
    mixed = os.path.join(folder, "g")
    peers = folder_peers(bench, mixed, [
        ("ImageMagick under xargs", "convert", 'convert "$1" -auto-orient "$0/$1"'),
        ("GraphicsMagick under xargs", "gm", 'gm convert "$1" -auto-orient "$0/$1"'),
        ("libvips under xargs", "vips", 'vips autorot "$1" "$0/$1" 2>/dev/null || cp "$1" "$0/$1"'),
    ])
    bench.compare("(g) a folder of mixed files", {"upright": lambda: bench.upright_on(mixed, jobs=JOBS), **peers},
                  f"{len(os.listdir(mixed))} JPEG, PNG and GIF files in all eight orientations; {JOBS} jobs each.")


def work_h(bench, folder):
    small = os.path.join(folder, "h")
    peers = folder_peers(bench, small, [
        ("exiftran under xargs", "exiftran", 'exiftran -a -o "$0/$1" "$1" 2>/dev/null || cp "$1" "$0/$1"'),
        ("jpegtran under xargs", "jpegtran", 'jpegtran -copy all -rotate 90 -outfile "$0/$1" "$1"'),
    ])
    bench.compare("(h) a folder of thumbnails of 10 KB", {"upright": lambda: bench.upright_on(small, jobs=JOBS), **peers},
                  f"{len(os.listdir(small))} JPEG files; {JOBS} jobs each.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--upright", required=True)
    parser.add_argument("--work", default="abcdefghi", help="which of the works to run (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="the size of the work, 1 is full")
    parser.add_argument("--folders", type=float, default=1.0, help="how many files (g) and (h) have, 1 is all")
    parser.add_argument("--output", help="the Markdown file to write")
    parser.add_argument("--scratch", help="a folder to work in (default: a temporary one)")
    options = parser.parse_args()
    scratch = options.scratch or tempfile.mkdtemp(prefix="upright-bench-")
    bench = Bench(os.path.abspath(options.upright), options.rounds, scratch)
    works = os.path.join(scratch, "work")
    workload.make(works, options.scale, set(options.work), options.folders)
    for letter in options.work:
        globals()["work_" + letter](bench, works)
    if options.output:
        os.makedirs(os.path.dirname(options.output) or ".", exist_ok=True)
        with open(options.output, "w") as file:
            file.write("# Benchmarks\n\nWritten by `make bench`: every tool on the same work, in turn, "
                       f"{options.rounds} counted rounds after one that warms the caches. Ratios are taken within a round: the median, and in "
                       "brackets the least and the greatest; above 1, upright takes less. Its outputs are synced to the disk, "
                       f"the peers' are not. Machine: {platform.machine()}, {JOBS} cores.\n"
                       + "\n".join(bench.lines) + "\n")
    if not options.scratch:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
