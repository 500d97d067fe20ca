"""T1: kill -9 at the Nth openat, write, fsync, rename, close... of a run. No output may ever be partial, and a further run
must complete everything."""

import os
import shutil

import companions
from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T1"
TITLE = "kill -9 at every system call"

CALLS = [
    "openat", "openat2", "write", "pwrite64", "fsync", "fdatasync", "renameat2", "rename", "linkat", "close", "unlinkat",
    "copy_file_range", "sync_file_range", "sendmsg",
]


def positions(bench):
    if bench.full:
        return list(range(1, bench.size(quick=1, full=200) + 1))
    return [1, 2, 5, 11]


def shots(bench, pictures):
    """The same with shots whose originals are moved: none is ever torn."""
    kills = 0
    for call in CALLS:
        for position in positions(bench):
            top = bench.folder("shots")
            setup = Setup(
                bench, "shots", top=top,
                folder="originals: move\noriginals-folder: %s" % os.path.join(top, "originals"))
            whole, expected = {}, {}
            for number in (0, 1):
                name, data = pictures.make(number)
                made = companions.drop(setup.source, name, number)
                with open(os.path.join(setup.source, name), "wb") as file:
                    file.write(data)
                expected.update(made)
                whole[name] = list(made)
            strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                      "-e", "inject=%s:signal=KILL:when=%d" % (call, position)]
            ended = setup.reprocess(prefix=strace)
            kills += 1
            where = "shots, killed at %s %d" % (call, position)
            if not companions.together(bench, setup, whole, where):
                return
            again = setup.reprocess()
            if again.returncode != 0:
                bench.fail("%s: the run after it ended with %d" % (where, again.returncode))
            if not companions.judge(bench, setup.output, expected, where, complete=True):
                return
            if not companions.together(bench, setup, whole, where + ", then run again"):
                return
            left = [name for name in list(expected) + list(whole) if os.path.exists(os.path.join(setup.source, name))]
            if left:
                return bench.fail("%s: originals are left: %s" % (where, left))
            shutil.rmtree(top)
            if ended.returncode in (0, 1):
                break
    bench.tell("%d runs over shots" % kills)


def run(bench):
    bench.need("strace")
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    pictures.fill(calm.source, 6)
    result = calm.reprocess()
    if result.returncode != 0:
        return bench.fail("the undisturbed run ended with %d: %s" % (result.returncode, result.stderr.decode()[-300:]))
    reference = Reference(bench, calm.source, calm.output)
    kills = reached = 0
    for call in CALLS:
        for position in positions(bench):
            setup = Setup(bench, "killed", source=calm.source)
            strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                      "-e", "inject=%s:signal=KILL:when=%d" % (call, position)]
            ended = setup.reprocess(prefix=strace)
            kills += 1
            where = "killed at %s %d" % (call, position)
            reference.judge(setup.output, where)
            was_killed = ended.returncode not in (0, 1)
            reached += was_killed
            again = setup.reprocess()
            if again.returncode != 0:
                bench.fail("%s: the run after it ended with %d" % (where, again.returncode))
            if not reference.judge(setup.output, where + ", then run again", complete=True):
                return
            shutil.rmtree(setup.top)
            if not was_killed:
                break
    bench.tell("%d runs, %d killed, at %d kinds of call" % (kills, reached, len(CALLS)))
    shots(bench, pictures)
