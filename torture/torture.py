#!/usr/bin/env python3
"""The torture suite: kills, faults, full disks, hostile files, and a checker that shares no code with the product.

    torture.py [--quick] [--only T1,T9] [--scale F] [--seeds FOLDER] [--build FOLDER] [--report FILE] [--writers rsync,ftp]
               [--kills N] [--seed N]

Exit status: 0 if every test passed, 1 if one failed. Findings are in .build/torture-findings.
"""

import argparse
import importlib
import json
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


def remember(bench, arguments, module, status, took):
    """Keeps the results of a test, so that a report can cover tests that were run one by one."""
    kept = recall(bench)
    if arguments.quick or (status.startswith("not run") and module.NAME in kept):
        return
    kept[module.NAME] = {
        "title": module.TITLE, "status": status, "notes": bench.notes, "failures": bench.failures, "seconds": took,
        "scale": arguments.scale, "when": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": "Linux %s, %d cores" % (platform.release(), os.cpu_count()),
    }
    with open(bench.results, "w") as file:
        json.dump(kept, file, indent=1)


def recall(bench):
    try:
        with open(bench.results) as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def earlier_rows(path):
    """The rows of an earlier report, by test: a test that is not run again keeps its row and date."""
    try:
        with open(path) as file:
            return {match[1]: match[0] for match in re.finditer(r"^\| (\w+) \|.*\|$", file.read(), re.M)}
    except OSError:
        return {}


def report(bench, path):
    kept = recall(bench)
    earlier = earlier_rows(path)
    order = [module.NAME for module in modules() if module.NAME in kept or module.NAME in earlier]
    machines = sorted({one["machine"] for one in kept.values()})
    lines = [
        "# Torture report",
        "",
        "Written by `make torture` (`torture/torture.py`). The head of each test file describes the test. The "
        "checker (`torture/checker.py`) shares no code with the product.",
        "",
        "%s. Scale 1 is full size." % "; ".join(machines),
        "",
        "| test | description | result | scale | seconds | date |",
        "|---|---|---|---|---|---|",
    ]
    for name in order:
        if name not in kept:
            lines.append(earlier[name])
            continue
        one = kept[name]
        lines.append("| %s | %s: %s | %s | %g | %d | %s |" % (
            name, one["title"], "; ".join(one["notes"]) or "-",
            one["status"] if not one["failures"] else "%s: %d" % (one["status"], len(one["failures"])),
            one["scale"], one["seconds"], one["when"]))
    lines += ["", "## Failures", ""]
    broken = ["- %s: %s" % (name, text) for name in order if name in kept for text in kept[name]["failures"]]
    lines += broken or ["None."]
    missing = [module.NAME for module in modules() if module.NAME not in order]
    if missing:
        lines += ["", "Not in this report: %s." % ", ".join(missing)]
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Torture upright.")
    parser.add_argument("--quick", action="store_true", help="only the part that make test runs")
    parser.add_argument("--only", default="", help="names of tests, such as T1,T9")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for the sizes")
    parser.add_argument("--seeds", action="append", default=[], help="a folder with more seeds for T9")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutation in T9")
    parser.add_argument("--writers", default="", help="the writers that T20 plays, such as rsync,ftp")
    parser.add_argument("--kills", type=int, default=0, help="the number of kills in each case of T20")
    parser.add_argument("--seed", type=int, default=20, help="what T20 draws its choices from")
    parser.add_argument("--keep", action="store_true", help="keep the folders of a test that failed")
    parser.add_argument("--build", default=os.path.join(HERE, "..", ".build", "release"))
    parser.add_argument("--report", default="", help="the file to write the report to")
    arguments = parser.parse_args()

    bench = Bench(
        os.path.abspath(os.path.join(HERE, "..")), os.path.abspath(arguments.build), not arguments.quick,
        arguments.scale, arguments.seeds, arguments.first)
    bench.writers = [name.strip() for name in arguments.writers.split(",") if name.strip()]
    bench.kills, bench.seed = arguments.kills, arguments.seed
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
            status = "passed"
            try:
                module.run(bench)
            except Skip as reason:
                status = "not run: %s" % reason
                print("    " + status, flush=True)
            if bench.failures:
                status = "FAILED"
            print("    %s, %d s" % (status, time.monotonic() - began), flush=True)
            results.append((module, status, bench.notes, bench.failures, time.monotonic() - began))
            remember(bench, arguments, module, status, time.monotonic() - began)
    finally:
        if arguments.keep and any(failures for _, _, _, failures, _ in results):
            print("kept: " + bench.scratch)
        else:
            bench.end()
    if arguments.report:
        report(bench, arguments.report)
    failed = sum(len(failures) for _, _, _, failures, _ in results)
    print("%d tests, %d failures, %d s" % (len(results), failed, time.monotonic() - start))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
