"""Measures one run of a command: wall time, processor time, cycles if the machine counts them, and memory."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# The measuring process adopts workers that briefly outlive their supervisor, waits for them and counts them.
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


class Run:
    """The cost of one run: wall and processor seconds, user-mode cycles (or None), and the largest process's memory in MiB."""

    def __init__(self, wall, cpu, cycles, peak):
        self.wall, self.cpu, self.cycles, self.peak = wall, cpu, cycles, peak


def counted_cycles(report):
    """The user-mode cycles in a report of `perf stat -x,`, or None."""
    found = re.search(r"^(\d+),[^,]*,cycles:u", report, re.MULTILINE)
    return int(found.group(1)) if found else None


def has_cycles():
    """Whether `perf` counts cycles on this machine; virtual machines often have no counters."""
    if shutil.which("perf") is None:
        return False
    probe = subprocess.run(["perf", "stat", "-x,", "-e", "cycles:u", "true"], capture_output=True, text=True)
    return counted_cycles(probe.stderr) is not None


CYCLES = has_cycles()


def timed(command, per=1):
    """Runs a command (a list) in a separate process, so that its children's memory counts too; divides the cost by `per`."""
    with tempfile.NamedTemporaryFile("r", prefix="upright-perf-") as report:
        perf = ["perf", "stat", "-x,", "-e", "cycles:u", "-o", report.name, "--"] if CYCLES else []
        process = subprocess.Popen(
            [sys.executable, "-c", MEASURE, *perf, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        output, problem = process.communicate()
        cycles = counted_cycles(report.read()) if CYCLES else None
    last = output.strip().splitlines()[-1].split() if output.strip() else []
    if process.returncode != 0 or len(last) != 4:
        sys.exit(f"bench: {' '.join(command[:6])}: {problem.strip()[-500:]}")
    wall, cpu, peak, code = float(last[0]), float(last[1]), float(last[2]), int(last[3])
    if code != 0:
        sys.exit(f"bench: {' '.join(command[:6])}: exit status {code}: {problem.strip()[-500:]}")
    return Run(wall / per, cpu / per, cycles / per if cycles else None, peak)
