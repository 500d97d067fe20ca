"""T6: a full disk, no free inodes, and sources that are deleted or replaced while they are processed."""

import os
import random
import time

from bench import run as run_command
from checker import Reference, files, is_whole
from pictures import Pictures
from product import Setup

NAME = "T6"
TITLE = "full disk, no inodes, vanishing and replaced sources"


def small_disks(bench, source, reference):
    rounds = bench.size(quick=4, full=100)
    total = sum(os.path.getsize(path) for path in files(source).values())
    runs = 0
    for option in ("size", "nr_inodes"):
        for number in range(rounds):
            top = bench.folder("disk")
            out = os.path.join(top, "out")
            os.makedirs(out)
            amount = 8192 + total * number // rounds if option == "size" else 2 + 25 * number // rounds
            if run_command(["mount", "-t", "tmpfs", "-o", "%s=%d" % (option, amount), "none", out]).returncode != 0:
                return runs
            try:
                setup = Setup(bench, "disk", source=source, top=top)
                setup.reprocess()
                runs += 1
                where = "%s=%d" % (option, amount)
                reference.judge(setup.output, where)
                more = "size=64m,nr_inodes=10000"
                run_command(["mount", "-o", "remount," + more, out])
                again = setup.reprocess()
                if again.returncode != 0:
                    bench.fail("%s: after space was freed, the run ended with %d" % (where, again.returncode))
                if not reference.judge(setup.output, where + ", after space was freed", complete=True):
                    return runs
            finally:
                run_command(["umount", out])
    return runs


def moving_sources(bench, pictures):
    """Deletes and replaces sources while the daemon works. Every output must be complete."""
    count = bench.size(quick=60, full=600)
    setup = Setup(bench, "moving", settle="50ms")
    names = pictures.fill(setup.source, count)
    daemon = setup.daemon()
    chance = random.Random(6)
    for name in chance.sample(names, count // 2):
        path = os.path.join(setup.source, name)
        if chance.random() < 0.5:
            os.unlink(path)
        else:
            other, data = pictures.make(chance.randrange(count) + len(pictures.seeds) * 1000)
            with open(path + ".part", "wb") as file:
                file.write(data)
            os.rename(path + ".part", path)
        time.sleep(0.005)
    daemon.await_outputs(count // 2, 60)
    time.sleep(1.5)
    if not daemon.is_running:
        bench.fail("the daemon died while sources were deleted and replaced")
    else:
        status = daemon.stop()
        if status != 0:
            bench.fail("the daemon ended with %s when asked to" % status)
    for name, path in files(setup.output).items():
        if not is_whole(path):
            bench.fail("%s is not complete after its source was deleted or replaced" % name)
    return count


def run(bench):
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    pictures.fill(calm.source, 20)
    if calm.reprocess().returncode != 0:
        return bench.fail("the undisturbed run failed")
    reference = Reference(bench, calm.source, calm.output)
    disks = small_disks(bench, calm.source, reference) if os.geteuid() == 0 else 0
    moved = moving_sources(bench, pictures)
    bench.tell("%s, %d sources of which half were deleted or replaced" % (
        "%d small disks" % disks if disks else "small disks not run (only root can mount)", moved))
