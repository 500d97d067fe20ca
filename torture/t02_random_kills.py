"""T2: kills the daemon at random moments and restarts it until every picture is delivered. None may be partial or lost."""

import random
import time

import companions
from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T2"
TITLE = "random kill -9 and restart"


def run(bench):
    count = bench.size(quick=300, full=10_000)
    kills = bench.size(quick=10, full=500)
    chance = random.Random(2)
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    names = pictures.fill(calm.source, count, nested=True)
    beside = {}
    for number, name in enumerate(names[::5]):
        beside.update(companions.drop(calm.source, name, number))
    if calm.reprocess().returncode != 0:
        return bench.fail("the undisturbed run failed")
    reference = Reference(bench, calm.source, calm.output)

    setup = Setup(bench, "killed", source=calm.source, settle="100ms")
    for number in range(kills):
        daemon = setup.daemon()
        time.sleep(chance.uniform(0.02, 1.5 if bench.full else 0.8))
        if not daemon.is_running:
            return bench.fail("the daemon ended unexpectedly: see its log")
        daemon.kill()
        # A full check only after some kills: hashing ten thousand files takes longer than one run of the daemon.
        if number % (25 if bench.full else 3) == 0 and not reference.judge(setup.output, "after kill %d" % number):
            return
    daemon = setup.daemon()
    if not daemon.await_outputs(len(reference.outputs), 120 + count / 20):
        bench.fail("after %d kills some pictures are not delivered" % kills)
    status = daemon.stop()
    if status != 0:
        bench.fail("the daemon ended with %s when asked to" % status)
    reference.judge(setup.output, "after %d kills" % kills, complete=True)
    companions.judge(bench, setup.output, beside, "after %d kills" % kills, complete=True)
    bench.tell("%d pictures, %d kills" % (count, kills))
