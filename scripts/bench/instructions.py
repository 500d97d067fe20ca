#!/usr/bin/env python3
"""Counts the instructions that upright takes for the benchmark's works (a) and (e), with callgrind, and holds them to the counts
that are kept in docs/instructions.md: unlike times they hardly differ from run to run, so that a regression shows.

The pictures are turned in the supervisor (`sandbox: off`) by one thread. Counts depend on the compiler, and on the pictures, which
Pillow makes; where a picture is another than the one that was counted, it is counted and not compared.

    instructions.py --upright .build/programs/upright --report docs/instructions.md [--write]

Exit status 1: a count has grown by more than 2%.
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
WORKS = [
    ("a.jpg", "(a) 12-megapixel JPEG, 4:2:0, orientation 6"),
    ("e-2mp.png", "(e) PNG RGB 8-bit, 2 megapixels, orientation 6"),
    ("e-12mp.png", "(e) PNG RGB 8-bit, 12 megapixels, orientation 6"),
    ("e-palette.png", "(e) PNG palette, 2 megapixels, orientation 6"),
    ("e-16bit.png", "(e) PNG RGB 16-bit, 2 megapixels, orientation 6"),
]
HEAD = """# Instructions

Written by `make instructions` (`scripts/bench/instructions.py`): the instructions that one thread takes to turn one picture, start
and end of the process included, counted by callgrind. `make instructions` compares anew, and fails where a count has grown by
more than 2%; `make instructions INSTRUCTIONS=--write` keeps the new counts. Pictures are told apart by the start of their SHA-256.

| work | picture | instructions |
|---|---|---|
"""


def count(upright, source, scratch):
    """The instructions of one run."""
    output = os.path.join(scratch, "output")
    shutil.rmtree(output, ignore_errors=True)
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", upright, "reprocess", source, "--output", output,
         "--config", os.path.join(scratch, "configuration.yaml"), "--jobs", "1", "--quiet"],
        capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found or len(os.listdir(output)) != 1:
        sys.exit(f"instructions: expected {source} to be turned under callgrind, found:\n{run.stderr[-2000:]}")
    return int(found.group(1))


def kept(path):
    """The counts of an earlier run, by work and picture."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        rows = re.findall(r"^\| (\(.*?) \| `(\w+)` \| ([\d,]+) \|$", file.read(), re.MULTILINE)
    return {(work, digest): int(number.replace(",", "")) for work, digest, number in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--report", required=True)
    parser.add_argument("--write", action="store_true", help="keep the new counts")
    arguments = parser.parse_args()
    before = kept(arguments.report)
    rows, grown, compared = [], [], 0
    with tempfile.TemporaryDirectory(prefix="upright-instructions-") as scratch:
        # Valgrind cannot read what Swift's static libraries say for debuggers.
        program = os.path.join(scratch, "upright")
        subprocess.run(["strip", "--strip-debug", "-o", program, arguments.upright], check=True)
        os.mkdir(os.path.join(scratch, "drop"))
        with open(os.path.join(scratch, "configuration.yaml"), "w") as file:
            file.write("folders:\n  - source: ./drop\n    output: ./out\nstate: ./state\nsandbox: off\n")
        workload.make(os.path.join(scratch, "work"), 1, set("ae"))
        for name, work in WORKS:
            source = os.path.join(scratch, "work", name)
            with open(source, "rb") as file:
                digest = hashlib.sha256(file.read()).hexdigest()[:12]
            found = count(program, source, scratch)
            rows.append(f"| {work} | `{digest}` | {found:,} |\n")
            old = before.get((work, digest))
            print(f"{work}: {found:,}" + (f", {found / old:.3f} of what is kept" if old else ", not compared: another picture"))
            if old:
                compared += 1
                if found > old * TOLERANCE:
                    grown.append(work)
    if arguments.write or not before:
        with open(arguments.report, "w") as file:
            file.write(HEAD + "".join(rows))
        return
    if grown:
        sys.exit("instructions: grown by more than 2%: " + "; ".join(grown))
    if compared == 0:
        sys.exit("instructions: nothing could be compared: the pictures are not those that were counted")


if __name__ == "__main__":
    main()
