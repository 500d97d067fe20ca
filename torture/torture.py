#!/usr/bin/env python3
"""The torture suite: kills, faults, full disks, hostile files, and a checker that shares no code with the product.

    torture.py [--quick] [--only T1,T9] [--scale F] [--seeds FOLDER] [--build FOLDER] [--report FILE]

Exit status: 0, everything held; 1, something did not; what was found lies in .build/torture-findings.
"""

import argparse
import importlib
import os
import platform
import re
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from bench import Bench, Skip  # noqa: E402


def modules():
    names = sorted(name[:-3] for name in os.listdir(HERE) if re.match(r"(t\d\d|m\d\d)_.*\.py$", name))
    return [importlib.import_module(name) for name in sorted(names, key=lambda name: (name[0] == "m", name))]


def report(path, results, arguments, seconds):
    sizes = "quick" if arguments.quick else "full"
    lines = [
        "# Torture report",
        "",
        "Written by `make torture` (`torture/torture.py`); what each test does is told at the head of its file there.",
        "",
        "%s, Linux %s, %d cores, %s run, scale %g, %d s." % (
            time.strftime("%Y-%m-%d", time.gmtime()), platform.release(), os.cpu_count(), sizes, arguments.scale, seconds),
        "",
        "| test | what was tried | result | seconds |",
        "|---|---|---|---|",
    ]
    for module, status, notes, failures, took in results:
        lines.append("| %s | %s: %s | %s | %d |" % (
            module.NAME, module.TITLE, "; ".join(notes) or "-",
            status if not failures else "%s: %d" % (status, len(failures)), took))
    failing = [(module, failures) for module, _, _, failures, _ in results if failures]
    lines += ["", "## Lost or broken", ""]
    if failing:
        for module, failures in failing:
            lines += ["- %s: %s" % (module.NAME, text) for text in failures]
    else:
        lines.append("Nothing.")
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Torture upright.")
    parser.add_argument("--quick", action="store_true", help="the part that fits into make test")
    parser.add_argument("--only", default="", help="names of tests, such as T1,T9")
    parser.add_argument("--scale", type=float, default=1.0, help="times the sizes")
    parser.add_argument("--seeds", action="append", default=[], help="a folder of further seeds for T9")
    parser.add_argument("--first", type=int, default=0, help="the first number of a mutation in T9")
    parser.add_argument("--build", default=os.path.join(HERE, "..", ".build", "release"))
    parser.add_argument("--report", default="", help="the file to write the report to")
    arguments = parser.parse_args()

    bench = Bench(
        os.path.abspath(os.path.join(HERE, "..")), os.path.abspath(arguments.build), not arguments.quick,
        arguments.scale, arguments.seeds, arguments.first)
    wanted = {name.strip().upper() for name in arguments.only.split(",") if name.strip()}
    results = []
    start = time.monotonic()
    try:
        for module in modules():
            if wanted and module.NAME not in wanted:
                continue
            if not wanted and arguments.quick and getattr(module, "ONLY_FULL", False):
                continue
            print("%s %s" % (module.NAME, module.TITLE), flush=True)
            began = time.monotonic()
            bench.begin()
            status = "held"
            try:
                module.run(bench)
            except Skip as reason:
                status = "not run: %s" % reason
                print("    " + status, flush=True)
            if bench.failures:
                status = "FAILED"
            results.append((module, status, bench.notes, bench.failures, time.monotonic() - began))
    finally:
        bench.end()
    if arguments.report:
        report(arguments.report, results, arguments, time.monotonic() - start)
    failed = sum(len(failures) for _, _, _, failures, _ in results)
    print("%d tests, %d failures, %d s" % (len(results), failed, time.monotonic() - start))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
