"""T9: mutated files, normalized in-process. There may be no crash, no hang beyond 60 seconds, and no contradictory result."""

import glob
import os
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor

NAME = "T9"
TITLE = "mutated inputs"


def run_range(bench, seeds, first, count, findings):
    progress = os.path.join(bench.scratch, "progress-%d" % first)
    end = first + count
    while first < end and len(findings) < 50:
        environment = {"SWIFT_BACKTRACE": "enable=no", "PATH": os.environ["PATH"]}
        result = subprocess.run(
            [bench.program("mutate"), str(first), str(end - first), progress] + seeds,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, preexec_fn=bench.limit_memory(3 << 30))
        for line in result.stdout.decode().splitlines():
            if line.startswith("contradiction"):
                _, number, what = line.split(" ", 2)
                findings.append((int(number), what))
        if result.returncode == 0:
            return
        with open(progress, "rb") as file:
            number = struct.unpack("Q", file.read(8))[0]
        last = result.stderr.decode(errors="replace").strip().splitlines()[:1]
        what = "ended with %d%s" % (result.returncode, ": " + last[0] if last else "")
        findings.append((number, what))
        first = number + 1


def run(bench):
    count = bench.size(quick=20_000, full=1_000_000)
    seeds = sorted(
        path for path in glob.glob(os.path.join(bench.root, "fixtures", "*", "*")) + bench.extra_seeds()
        if os.path.isfile(path) and os.path.getsize(path) <= 48 << 10)
    findings = []
    workers = os.cpu_count() or 1
    share = 5_000
    with ThreadPoolExecutor(workers) as pool:
        ranges = [
            pool.submit(run_range, bench, seeds, first, min(share, bench.first_mutation + count - first), findings)
            for first in range(bench.first_mutation, bench.first_mutation + count, share)]
        # An exception in a range must not count as success.
        for one in ranges:
            one.result()
    for number, what in sorted(findings):
        path = os.path.join(bench.findings, "mutation-%d" % number)
        subprocess.run([bench.program("mutate"), "emit", str(number), path] + seeds, check=True)
        bench.fail("mutation %d (%s): %s" % (number, os.path.relpath(path, bench.root), what))
    numbers = ", numbers %d to %d" % (bench.first_mutation, bench.first_mutation + count - 1) if bench.first_mutation else ""
    bench.tell("%d files from %d seeds%s" % (count, len(seeds), numbers))
