#!/usr/bin/env python3
"""Counts the instructions of each of the benchmark's workloads with callgrind, and compares them with the counts in
instructions.tsv. Unlike times, counts hardly vary between runs, so they show regressions.

The pictures are turned in the supervisor (`sandbox: off`) on one core. Counts depend on the compiler, and on the pictures, which
Pillow makes. If a picture differs from the recorded one, its count is not compared. Cycles are estimated from the instructions, the
mispredicted branches and the cache misses of a simulated processor, as in KCachegrind: 10 for each mispredicted branch and each
first-level cache miss, 100 for each last-level cache miss. Callgrind does not support SHA instructions, so digests are counted with
the portable code. A picture is identified by the first digits of its SHA-256.

    instructions.py --upright .build/programs/upright --report scripts/bench/instructions.tsv [--write] [--work abcdefgh]

Exit status 1: a count has grown by more than 2 %.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import workload  # noqa: E402

TOLERANCE = 1.02
# The simulated caches: size, associativity, line. They are fixed, so that counts do not depend on the machine's caches.
CACHES = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64"]
# Files and folders of the benchmark, and the number of pictures in each.
WORKS = [
    ("a.jpg", "(a) 12-megapixel JPEG, 4:2:0, orientation 6", 1),
    ("a-2.jpg", "(a) the same, orientation 2", 1),
    ("b.jpg", "(b) the same, orientation 1", 1),
    ("c.jpg", "(c) 24-megapixel progressive JPEG, orientation 6", 1),
    ("d.jpg", "(d) odd-sized 12-megapixel JPEG, orientation 6", 1),
    ("e-2mp.png", "(e) PNG RGB 8-bit, 2 megapixels, orientation 6", 1),
    ("e-12mp.png", "(e) PNG RGB 8-bit, 12 megapixels, orientation 6", 1),
    ("e-palette.png", "(e) PNG palette, 2 megapixels, orientation 6", 1),
    ("e-16bit.png", "(e) PNG RGB 16-bit, 2 megapixels, orientation 6", 1),
    ("f-turned.gif", "(f) GIF animation of 100 frames, orientation 6", 1),
    ("f-upright.gif", "(f) GIF animation of 100 frames, upright", 1),
    ("g", "(g) a folder of 40 mixed files", 40),
    ("h", "(h) a folder of 100 thumbnails of 10 KB", 100),
]
HEAD = "work\tpicture\tinstructions\testimated cycles\n"


def events(report):
    """The totals of a callgrind report, by event."""
    names = re.search(r"^events: (.*)$", report, re.MULTILINE)
    totals = re.search(r"^(?:totals|summary): (.*)$", report, re.MULTILINE)
    if not names or not totals:
        return {}
    return dict(zip(names.group(1).split(), (int(value) for value in totals.group(1).split())))


def count(upright, source, scratch, pictures):
    """The instructions and the estimated cycles of one run."""
    output, report = os.path.join(scratch, "output"), os.path.join(scratch, "callgrind.out")
    shutil.rmtree(output, ignore_errors=True)
    run = subprocess.run(
        ["taskset", "-c", "0", "valgrind", "--tool=callgrind", f"--callgrind-out-file={report}", "--cache-sim=yes", "--branch-sim=yes",
         *CACHES, upright, "reprocess", source, "--output", output, "--config", os.path.join(scratch, "configuration.yaml"), "--quiet"],
        capture_output=True, text=True)
    made = sum(len(names) for _, _, names in os.walk(output))
    if run.returncode != 0 or made != pictures:
        sys.exit(f"instructions: expected {pictures} outputs of {source} under callgrind, found {made}:\n{run.stderr[-2000:]}")
    with open(report) as file:
        found = events(file.read())
    first = sum(found.get(name, 0) for name in ("I1mr", "D1mr", "D1mw"))
    last = sum(found.get(name, 0) for name in ("ILmr", "DLmr", "DLmw"))
    branches = sum(found.get(name, 0) for name in ("Bcm", "Bim"))
    return found["Ir"], found["Ir"] + 10 * branches + 10 * first + 100 * last


def digest(source):
    """The start of the SHA-256 of a file, or of all files of a folder in order."""
    whole = hashlib.sha256()
    paths = [source] if os.path.isfile(source) else [os.path.join(source, name) for name in sorted(os.listdir(source))]
    for path in paths:
        with open(path, "rb") as file:
            whole.update(file.read())
    return whole.hexdigest()[:12]


def kept(path):
    """The counts of an earlier run, by work and picture."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        rows = [line.split("\t") for line in file.read().splitlines()[1:]]
    return {(work, name): int(number) for work, name, number, _ in rows}


def make_work(folder, letters):
    """Makes the benchmark's pictures, with few files in the folders."""
    workload.make(folder, 1, set(letters) - {"g", "h"})
    for letter, files in (("g", 40), ("h", 100)):
        if letter in letters:
            workload.make(folder, 1, {letter}, files / (2000 if letter == "g" else 20000))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--report", required=True)
    parser.add_argument("--write", action="store_true", help="record the new counts")
    parser.add_argument("--work", default="abcdefgh", help="the workloads to count (default: all)")
    arguments = parser.parse_args()
    before = kept(arguments.report)
    rows, grown, compared = [], [], 0
    with tempfile.TemporaryDirectory(prefix="upright-instructions-") as scratch:
        # Valgrind cannot read the debug information in Swift's static libraries.
        program = os.path.join(scratch, "upright")
        subprocess.run(["strip", "--strip-debug", "-o", program, arguments.upright], check=True)
        os.mkdir(os.path.join(scratch, "drop"))
        with open(os.path.join(scratch, "configuration.yaml"), "w") as file:
            file.write("folders:\n  - source: ./drop\n    output: ./out\nstate: ./state\nsandbox: off\n")
        make_work(os.path.join(scratch, "work"), arguments.work)
        for name, work, pictures in WORKS:
            if work[1] not in arguments.work:
                continue
            source = os.path.join(scratch, "work", name)
            identity = digest(source)
            found, cycles = count(program, source, scratch, pictures)
            rows.append(f"{work}\t{identity}\t{found}\t{cycles}\n")
            old = before.get((work, identity))
            print(f"{work}: {found:,} instructions, {cycles:,} cycles"
                  + (f", {found / old:.3f} of the recorded instructions" if old else ", not compared: the picture differs"), flush=True)
            if old:
                compared += 1
                if found > old * TOLERANCE:
                    grown.append(work)
    if arguments.write or not before:
        with open(arguments.report, "w") as file:
            file.write(HEAD + "".join(rows))
        return
    if grown:
        sys.exit("instructions: grown by more than 2 %: " + "; ".join(grown))
    if compared == 0:
        sys.exit("instructions: expected the recorded pictures, found others; nothing was compared")


if __name__ == "__main__":
    main()
