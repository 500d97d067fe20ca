"""T5: EIO, ENOSPC, EINTR, EDQUOT and a write of zero bytes at the Nth call. There may be no crash and no partial output, the
sources must be unchanged, and a further run without faults must complete everything."""

import shutil

from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T5"
TITLE = "failing system calls"

FAULTS = ["error=EIO", "error=ENOSPC", "error=EINTR", "error=EDQUOT", "retval=0"]
CALLS = [
    "openat", "read", "pread64", "write", "pwrite64", "sync_file_range", "fsync", "fdatasync", "renameat2", "linkat", "fstat",
    "sendmsg",
]


def run(bench):
    bench.need("strace")
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    pictures.fill(calm.source, 4)
    result = calm.reprocess()
    if result.returncode != 0:
        return bench.fail("the undisturbed run ended with %d: %s" % (result.returncode, result.stderr.decode()[-300:]))
    reference = Reference(bench, calm.source, calm.output)
    runs = 0
    statuses = {}
    positions = range(1, bench.size(quick=1, full=50) + 1) if bench.full else [2, 9]
    for fault in FAULTS:
        for call in CALLS:
            if fault == "retval=0" and call not in ("write", "pwrite64", "read", "pread64"):
                continue
            for position in positions:
                setup = Setup(bench, "faulty", source=calm.source)
                # EINTR: one call fails. Other faults: from that call on, every fourth.
                when = "%d" % position if fault == "error=EINTR" else "%d+4" % position
                strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                          "-e", "inject=%s:%s:when=%s" % (call, fault, when)]
                ended = setup.reprocess(prefix=strace)
                statuses[ended.returncode] = statuses.get(ended.returncode, 0) + 1
                runs += 1
                where = "%s of %s at %s" % (fault, call, when)
                # A fault while the program is loaded ends it before it starts: 127.
                if ended.returncode not in (0, 1, 2, 64, 69, 70, 71, 73, 74, 75, 78, 127):
                    bench.fail("%s: ended with %d: %s" % (where, ended.returncode, ended.stderr.decode()[-200:]))
                reference.judge(setup.output, where)
                again = setup.reprocess()
                if again.returncode != 0:
                    bench.fail("%s: the run after it ended with %d: %s" % (
                        where, again.returncode, again.stdout.decode()[:300] + again.stderr.decode()[-200:]))
                reference.judge(setup.output, where + ", then run again", complete=True)
                shutil.rmtree(setup.top)
                if len(bench.failures) > 20:
                    return
    bench.tell("%d runs with faults in %d calls; exit statuses %s" % (
        runs, len(CALLS), ", ".join("%d: %d" % item for item in sorted(statuses.items()))))
