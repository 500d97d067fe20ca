"""T7: little memory, from 150 to 600 MiB of address space in 20 steps. A run may fail, but nothing may be harmed.

A run that waits for memory (the system's thread pool waits if no thread can be created) is ended after 20 seconds."""

import shutil
import subprocess

from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T7"
TITLE = "little memory"


def run(bench):
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    pictures.fill(calm.source, 8)
    if calm.reprocess().returncode != 0:
        return bench.fail("the undisturbed run failed")
    reference = Reference(bench, calm.source, calm.output)
    steps = bench.size(quick=5, full=20)
    whole = waited = 0
    for step in range(steps):
        size = (150 + 450 * step // max(1, steps - 1)) << 20
        setup = Setup(bench, "memory", source=calm.source)
        try:
            whole += setup.reprocess(preexec_fn=bench.limit_memory(size), timeout=20).returncode == 0
        except subprocess.TimeoutExpired:
            waited += 1
        reference.judge(setup.output, "%d MiB" % (size >> 20))
        again = setup.reprocess()
        if again.returncode != 0:
            bench.fail("after a run with %d MiB: ended with %d" % (size >> 20, again.returncode))
        reference.judge(setup.output, "after a run with %d MiB" % (size >> 20), complete=True)
        shutil.rmtree(setup.top)
    bench.tell("%d sizes from 150 to 600 MiB: %d were enough, at %d the run waited for memory and was ended" % (
        steps, whole, waited))
