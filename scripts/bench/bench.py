#!/usr/bin/env python3
"""Compares upright with other tools in one interleaved run, and writes docs/benchmarks.md with its plots.

    bench.py --upright PATH [--work abcdefghikmnpstvw] [--rounds 5] [--scale 1.0] [--folders 0.2]
             [--files 1000,4000] [--known 10000,100000] [--output docs/benchmarks.md]

Every round runs every tool once on the same files, one after the other, so that changes in the machine's speed affect all
tools alike. The report gives ratios within a round (peer / upright; above 1, upright takes less) as the median with the
smallest and the largest: of wall time and processor time, on one core and on all, of user-mode cycles if `perf` counts them,
and of memory. upright's outputs are durable (fsync of file and folder); the peers' are not.
"""
import argparse
import os
import platform
import shutil
import tempfile

from PIL import Image

import measuring
import plots
import works
import workload
from batch import work_t
from daemon import work_i
from known import work_k
from properties import work_p
from serving import work_w
from session import JOBS, Session
from sizes import work_n, work_s

Image.MAX_IMAGE_PIXELS = None
WORKS = {**{letter: getattr(works, "work_" + letter) for letter in "abcdefghmv"}, "i": work_i, "k": work_k, "s": work_s, "n": work_n, "p": work_p, "t": work_t, "w": work_w}


def head(rounds):
    return ("# Benchmarks\n\nWritten by `make bench`, which prints more; `make bench BENCH=\"--work ab\"` runs a part. The tools process "
            f"the same files in turn, in {rounds} rounds after one that warms the caches. Every run writes new files. upright runs in "
            "its sandbox, verifies its outputs and syncs them to disk; the other tools do not. Processor time is that of user and kernel, "
            f"children included. Machine: {platform.machine()}, {JOBS} cores.\n\n")


def comparisons(session):
    """One table: what upright takes for a file, and below it the others' multiples of that."""
    if not session.table:
        return ""
    return (f"\n\n## Other tools\n\nProcessor time on 1 core; time on {JOBS} cores; peak memory on 1 core. For upright what a file takes "
            "((g) and (h): the folder, on all cores), for the others multiples of it, each taken within a round: the median, for processor "
            "time with the smallest and the largest. Above 1, upright takes less. upright processes a folder in one process, unless the row "
            "says otherwise; the other tools need a process for each file.\n\n| work | upright | others / upright |\n|---|---|---|\n"
            + "\n".join(session.table) + "\n\n" + "\n".join(session.notes))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--upright", required=True)
    parser.add_argument("--work", default="abcdefmghvsnikptw", help="the workloads to run (default: all)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="the size of the workloads; 1 is full size")
    parser.add_argument("--folders", type=float, default=0.2, help="the number of files in (g) and (h); 1 is 2,000 and 20,000")
    parser.add_argument("--files", help="the numbers of files in (n), as in 16000,100000,1000000: a million take 16 GB")
    parser.add_argument("--known", default="10000,100000", help="the numbers of files in (k); 1000000 take 10 minutes and 5 GB")
    parser.add_argument("--pictures", type=int, default=10_000, help="the number of pictures in (p)")
    parser.add_argument("--output", help="the Markdown file to write; plots go next to it")
    parser.add_argument("--scratch", help="a folder to work in (default: a temporary one)")
    options = parser.parse_args()
    scratch = options.scratch or tempfile.mkdtemp(prefix="upright-bench-")
    session = Session(os.path.abspath(options.upright), options.rounds, scratch)
    session.counts = [int(count) for count in options.files.split(",")] if options.files else []
    session.known = [int(count) for count in options.known.split(",")]
    session.properties = options.pictures
    made = os.path.join(scratch, "work")
    workload.make(made, options.scale, set(options.work), options.folders)
    for letter in options.work:
        WORKS[letter](session, made)
    if options.output:
        folder = os.path.dirname(os.path.abspath(options.output))
        os.makedirs(folder, exist_ok=True)
        shown = plots.draw(session, folder)
        with open(options.output, "w") as file:
            file.write(head(options.rounds) + "\n\n".join(shown) + comparisons(session) + "\n" + "\n".join(session.lines) + "\n")
    if not options.scratch:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main()
