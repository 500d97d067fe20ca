"""T10: small files that demand much memory or time. Each must end in one outcome, within 60 CPU seconds and 3 GiB, and sound
pictures next to them must be delivered."""

import ctypes
import os
import resource
import subprocess
import time

from bombs import all_bombs
from checker import digests
from pictures import Pictures
from product import reports

NAME = "T10"
TITLE = "bombs"


def reap_workers():
    """Waits for workers that outlived their supervisor, so that their time and memory are counted."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def run(bench):
    become_subreaper = 36
    ctypes.CDLL(None).prctl(become_subreaper, 1, 0, 0, 0)
    source = bench.folder("bombs")
    makers = all_bombs(bench.full)
    wanted = list(makers)
    if not bench.full:
        # Files that take seconds to generate are left to the full run.
        wanted = [name for name in wanted if "1g" not in name and name not in ("ztxt-many.png", "size-11000-16.png")]
    for name in wanted:
        with open(os.path.join(source, name), "wb") as file:
            file.write(makers[name]())
    neighbours = Pictures(bench.root).fill(source, 5)
    before = digests(source)
    slowest, seen, sound = ("", 0.0), {}, 0
    out = bench.folder("bombs-out")
    for name in wanted + neighbours:
        began = time.monotonic()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            result = subprocess.run(
                [bench.program("upright"), "reprocess", os.path.join(source, name), "--output", out, "--json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=400)
        except subprocess.TimeoutExpired:
            bench.fail("%s: not finished after 400 s" % name)
            continue
        reap_workers()
        now = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        if seconds > slowest[1]:
            slowest = (name, seconds)
        lines = reports(result)
        if result.returncode not in (0, 1) or len(lines) != 1:
            bench.fail("%s: ended with %d and %d reports: %s" % (
                name, result.returncode, len(lines), result.stderr.decode(errors="replace")[-200:]))
            continue
        outcome, reason = lines[0].get("outcome"), lines[0].get("reason") or ""
        if name in neighbours:
            sound += 1
        else:
            seen[outcome] = seen.get(outcome, 0) + 1
        if outcome not in ("normalized", "unchanged", "ignored", "rejected"):
            bench.fail("%s: %s: %s" % (name, outcome, reason))
        if outcome == "rejected" and not reason:
            bench.fail("%s: rejected without a reason" % name)
        if "crashed" in reason or "gave no answer" in reason:
            bench.fail("%s: %s" % (name, reason))
        if seconds > 66:
            bench.fail("%s: %d CPU seconds" % (name, seconds))
        if name in neighbours and outcome not in ("normalized", "unchanged"):
            bench.fail("%s, a sound picture: %s" % (name, outcome))
        if bench.full or time.monotonic() - began > 5:
            print("    %-28s %-10s %5.1f s  %s" % (name, outcome, seconds, reason[:110]), flush=True)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    if digests(source) != before:
        bench.fail("a bomb was changed")
    bench.tell("%d bombs: %s; %d sound pictures next to them were delivered; the slowest was %s with %.1f CPU seconds; no process used more than %d MiB" % (
        len(wanted), ", ".join("%s %d" % item for item in sorted(seen.items())), sound, slowest[0], slowest[1], peak))
