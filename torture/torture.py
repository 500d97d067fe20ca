#!/usr/bin/env python3
"""The torture suite: kills, faults, full disks, hostile files, and a checker that shares no code with the product.

    torture.py [--quick] [--jobs N] [--only T1,T9] [--scale F] [--seeds FOLDER] [--build FOLDER] [--report FILE]
               [--writers rsync,ftp] [--kills N] [--seed N]

Each test is a process of its own. With --jobs, several run at once, the longest first, and the output of each is printed in one
piece when it ends: most of a test's time is waiting, for a disk to sync, an upload to stall or a fault to be noticed. A test with
ALONE measures times, so it runs when the others have ended.

Exit status: 0 if every test passed, 1 if one failed. Findings are in .build/torture-findings.
"""

import argparse
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

from bench import Bench, Skip  # noqa: E402

ROOT = os.path.abspath(os.path.join(HERE, ".."))
RESULTS = os.path.join(ROOT, ".build", "torture-results.json")
# With --jobs, these start first: each takes a minute or more even if its size is small.
LONGEST = ["T18", "T17", "T20", "T1", "T5", "T21", "T8"]


def modules():
    names = sorted(name[:-3] for name in os.listdir(HERE) if re.match(r"(t\d\d|m\d\d)_.*\.py$", name))
    return [importlib.import_module(name) for name in sorted(names, key=lambda name: (name[0] == "m", name))]


def remember(arguments, result):
    """Keeps the result of a test, so that a report can cover tests that were run one by one."""
    kept = recall()
    if arguments.quick or (result["status"].startswith("not run") and result["name"] in kept):
        return
    kept[result["name"]] = {
        **result, "scale": arguments.scale, "when": time.strftime("%Y-%m-%d", time.gmtime()),
        "machine": "Linux %s, %d cores" % (platform.release(), os.cpu_count()),
    }
    with open(RESULTS, "w") as file:
        json.dump(kept, file, indent=1)


def recall():
    try:
        with open(RESULTS) as file:
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


def short(text, most=110):
    """A description up to the last part that has room; the run prints all of it."""
    return text if len(text) <= most or "; " not in text[:most] else text[:most].rpartition("; ")[0] + "; …"


def report(path):
    kept = recall()
    earlier = earlier_rows(path)
    order = [module.NAME for module in modules() if module.NAME in kept or module.NAME in earlier]
    machines = sorted({one["machine"] for one in kept.values()})
    lines = [
        "# Torture report",
        "",
        "Written by `make torture` (`torture/torture.py`). The checker (`torture/checker.py`) shares no code with the product.",
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
        lines.append("| %s | %s | %s | %g | %d | %s |" % (
            name, short("%s: %s" % (one["title"], "; ".join(one["notes"]) or "-")),
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


def run_one(module, arguments):
    """Runs a test in this process. Returns its result."""
    bench = Bench(
        ROOT, os.path.abspath(arguments.build), not arguments.quick, arguments.scale, arguments.seeds, arguments.first)
    bench.writers = [name.strip() for name in arguments.writers.split(",") if name.strip()]
    bench.kills, bench.seed = arguments.kills, arguments.seed
    print("%s %s" % (module.NAME, module.TITLE), flush=True)
    began, spent, status = time.monotonic(), os.times(), "passed"
    try:
        module.run(bench)
    except Skip as reason:
        status = "not run: %s" % reason
    except Exception:
        bench.fail(traceback.format_exc())
    finally:
        if arguments.keep and bench.failures:
            print("    kept: " + bench.scratch)
        else:
            bench.end()
    took, now = time.monotonic() - began, os.times()
    status = "FAILED" if bench.failures else status
    print("    %s, %d s, of which it worked %d s" % (status, took, sum(now[:4]) - sum(spent[:4])), flush=True)
    return {"name": module.NAME, "title": module.TITLE, "status": status, "notes": bench.notes, "failures": bench.failures,
            "seconds": took}


class Part:
    """A test that runs in a process of its own, which writes its result into a file."""

    def __init__(self, module, is_shown):
        self.module = module
        self.output = None if is_shown else tempfile.TemporaryFile()
        self.result = tempfile.NamedTemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--only", module.NAME, "--result", self.result.name],
            stdout=self.output, stderr=self.output and subprocess.STDOUT)

    def end(self):
        """Waits for it; prints what is not shown yet. Returns its result."""
        status = self.process.wait()
        if self.output:
            self.output.seek(0)
            sys.stdout.write(self.output.read().decode(errors="replace"))
            sys.stdout.flush()
        try:
            return json.loads(self.result.read())
        except ValueError:
            failure = "ended with %d and no result" % status
            print("    FAILED: %s %s" % (self.module.NAME, failure), flush=True)
            return {"name": self.module.NAME, "title": self.module.TITLE, "status": "FAILED", "notes": [],
                    "failures": [failure], "seconds": 0}


def results(wanted, jobs):
    """Runs tests, up to `jobs` at once, and yields the result of each when it has ended."""
    is_alone = [getattr(module, "ALONE", False) for module in wanted]
    if jobs > 1:
        rank = {name: number for number, name in enumerate(LONGEST)}
        together = sorted((one for one, alone in zip(wanted, is_alone) if not alone), key=lambda one: rank.get(one.NAME, 99))
    else:
        together = []
    running = []
    try:
        while together or running:
            while together and len(running) < jobs:
                running.append(Part(together.pop(0), False))
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
            for part in [part for part in running if part.process.poll() is not None]:
                running.remove(part)
                yield part.end()
        for module in [one for one, alone in zip(wanted, is_alone) if alone or jobs == 1]:
            running = [Part(module, True)]
            yield running.pop().end()
    except KeyboardInterrupt:
        # They were interrupted, too, and remove what they made.
        for part in running:
            part.end()
        raise


def main():
    parser = argparse.ArgumentParser(description="Torture upright.")
    parser.add_argument("--quick", action="store_true", help="only the part that make test runs")
    parser.add_argument("--jobs", type=int, default=1, help="how many tests run at once")
    parser.add_argument("--only", default="", help="names of tests, such as T1,T9")
    parser.add_argument("--scale", type=float, default=1.0, help="a factor for the sizes")
    parser.add_argument("--seeds", action="append", default=[], help="a folder with more seeds for T9")
    parser.add_argument("--first", type=int, default=0, help="the number of the first mutation in T9")
    parser.add_argument("--writers", default="", help="the writers that T20 plays, such as rsync,ftp")
    parser.add_argument("--kills", type=int, default=0, help="the number of kills in each case of T18 and T20")
    parser.add_argument("--seed", type=int, default=20, help="what T18 and T20 draw their choices from")
    parser.add_argument("--keep", action="store_true", help="keep the folders of a test that failed")
    parser.add_argument("--build", default=os.path.join(HERE, "..", ".build", "programs"))
    parser.add_argument("--report", default="", help="the file to write the report to")
    parser.add_argument("--result", help=argparse.SUPPRESS)
    arguments = parser.parse_args()

    names = {name.strip().upper() for name in arguments.only.split(",") if name.strip()}
    wanted = [module for module in modules() if (
        module.NAME in names if names else not arguments.quick or not getattr(module, "ONLY_FULL", False))]
    if unknown := names - {module.NAME for module in wanted}:
        sys.exit("torture: --only: expected names of tests, found %s" % ", ".join(sorted(unknown)))
    if arguments.result:
        with open(arguments.result, "w") as file:
            json.dump(run_one(wanted[0], arguments), file)
        return 0
    start = time.monotonic()
    failed = []
    for result in results(wanted, max(arguments.jobs, 1)):
        remember(arguments, result)
        if result["failures"]:
            failed.append(result)
    if arguments.report:
        report(arguments.report)
    for result in failed if arguments.jobs > 1 else []:
        print("%s failed: %s" % (result["name"], result["failures"][0].strip().splitlines()[-1]))
    print("%d tests, %d failures, %d s" % (
        len(wanted), sum(len(one["failures"]) for one in failed), time.monotonic() - start), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
