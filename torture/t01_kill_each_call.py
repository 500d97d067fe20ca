"""T1: kill -9 at the Nth openat, write, fsync, rename, close... of a run. No output may ever be partial, and a further run
must complete everything."""

import shutil

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
