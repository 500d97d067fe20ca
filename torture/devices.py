"""Cases of T17: a drop folder whose device or server fails."""

import os
import time

from bench import wait_until
from checker import digests
from faults import SECONDS, Ask, Case
from faulty import Faulty
from pictures import numbered
from product import Setup, reports

OPERATIONS = ["read", "open", "getattr", "readdir"]
ERRORS = ["EIO", "ESTALE", "ENODEV", "ENXIO", "ETIMEDOUT", "ENOTCONN", "EHOSTDOWN", "EREMOTEIO", "ENETUNREACH"]


def devices(bench, reference, pictures, more):
    """Nothing may be rejected, and everything must be delivered without a user when the device is back."""
    cases = [(operation, "EIO") for operation in OPERATIONS]
    cases += [("read", error) for error in (ERRORS[1:] if bench.full else ["ESTALE"])]
    for number, (operation, error) in enumerate(cases):
        with Folder(bench, "device-%d" % number, more) as one:
            if one is None:
                return
            Case(bench, reference, "%s on each %s" % (error, operation), ["source"], one.setup).run(
                lambda _: one.faulty.fail(operation, error), lambda _: one.faulty.heal(),
                lambda _count: pictures.fill(one.faulty.folder, 6))
    for number, operation in enumerate(OPERATIONS):
        with Folder(bench, "once-%d" % number, more) as one:
            reprocess(bench, reference, pictures, one, operation)
    with Folder(bench, "sector", more) as one:
        bad_sector(bench, reference, pictures, one)


def names(bench, pictures):
    """An output that takes no case and not all names: each file is delivered once, a second run finds it, and rows say so."""
    top = bench.folder("names")
    faulty = Faulty(top, "out", is_portable=True)
    try:
        if not faulty.is_mounted:
            return bench.tell("NOT RUN: an output without case (%s)" % faulty.reason[0])
        setup = Setup(bench, "names", top=top, folder="others: copy\noriginals: keep")
        dropped = ["a.jpg", "A.jpg", "b?.jpg", "B?.jpg", "Trip: Rome/c.jpg", "ends./d.jpg", "a.jpg.txt", "A.jpg.txt", "s.pdf", "S.PDF"]
        seed = next(data for suffix, data in pictures.seeds if suffix == ".jpg")
        for number, name in enumerate(dropped):
            path = os.path.join(setup.source, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            data = numbered(seed, number) if name.endswith("jpg") else b"%%PDF-1.4\n%d\n%%%%EOF\n" % number
            with open(path, "wb") as file:
                file.write(data)
        found = None
        for attempt in range(3):
            result = setup.reprocess()
            rows = reports(result)
            if result.returncode != 0 or len(rows) != (len(dropped) if found is None else len(rows)):
                return bench.fail("names, run %d: status %d: %s" % (attempt, result.returncode, rows))
            outputs = digests(faulty.folder)
            if len(outputs) != len(dropped) or len(set(outputs.values())) != len(dropped) or outputs != (found or outputs):
                return bench.fail("names, run %d: expected %d different outputs, found %s" % (attempt, len(dropped), sorted(outputs)))
            for row in rows if found is None else []:
                is_told = any("refuses a name" in warning for warning in row["warnings"])
                if is_told != bool(set(row["source"][len(setup.source):]) & set("?:") or "ends." in row["source"]):
                    bench.fail("names: %s says %s" % (row["source"], row["warnings"]))
            found = outputs
        if setup.verify() != 0:
            bench.fail("names: journal verify fails")
        bench.tell("%d files to an output without case, and with fewer names" % len(dropped))
    finally:
        faulty.end()


class Folder:
    """A configuration whose drop folder is on a faulty file system; None, with a message, if there can be none."""

    def __init__(self, bench, name, more):
        self.bench, self.name, self.more = bench, name, more

    def __enter__(self):
        top = self.bench.folder(self.name)
        self.faulty = Faulty(top)
        if not self.faulty.is_mounted:
            self.faulty.end()
            self.bench.tell("NOT RUN: faults of a drop folder's device: no FUSE file system can be mounted here (%s); "
                            "python3-fusepy and /dev/fuse are needed" % self.faulty.reason[0])
            return None
        self.setup = Setup(self.bench, self.name, top=top, settle="50ms", scan="1h", more=self.more,
                           folder="backend: poll\npoll-interval: 200ms")
        return self

    def __exit__(self, *_):
        self.faulty.end()


def reprocess(bench, reference, pictures, one, operation):
    """A run defers what it cannot read, ends with status 1, and delivers it the next time."""
    name = "reprocess with EIO on each %s" % operation
    one.setup.reprocess()
    pictures.fill(one.faulty.folder, 6)
    one.faulty.fail(operation)
    result = one.setup.reprocess()
    outcomes = [report["outcome"] for report in reports(result)]
    if result.returncode != 1 or not outcomes or set(outcomes) != {"deferred"}:
        bench.fail("%s: expected deferred files and status 1, found %s and %d: %s" % (
            name, outcomes, result.returncode, result.stderr.decode()[-300:]))
    one.faulty.heal()
    result = one.setup.reprocess()
    if result.returncode != 0:
        bench.fail("%s: status %d when the device is back" % (name, result.returncode))
    reference.judge(one.setup.output, name, complete=False)


def bad_sector(bench, reference, pictures, one):
    """One file cannot be read: the others are delivered, it is deferred for as long as it takes, and nothing is paused."""
    case = Case(bench, reference, "one file with a bad sector", [], one.setup)
    daemon = one.setup.daemon()
    try:
        if not wait_until(lambda: Ask(one.setup, "/readyz").status == 200, 30):
            return case.fail("not ready before the fault")
        names = pictures.fill(one.faulty.folder, 1)
        one.faulty.fail("read", suffix=names[0])
        names = pictures.fill(one.faulty.folder, 6)
        if not daemon.await_outputs(len(reference.outputs) - 1, 30):
            return case.fail("the other pictures are not delivered")
        # Longer than all attempts after a transient failure of a picture (with retry.delay: 100ms).
        time.sleep(bench.size(quick=4, full=30))
        status = case.status()
        if status.get("waiting") != 1 or case.outcomes().get("rejected", 0):
            case.fail("expected one waiting file and none rejected, found %s" % status)
        if Ask(one.setup, "/readyz").status != 200:
            case.fail("the folder is paused: %s" % Ask(one.setup, "/readyz").body)
        one.faulty.heal()
        if not daemon.await_outputs(len(reference.outputs), 12 * SECONDS):
            case.fail("the file is not delivered after the fault")
        reference.judge(one.setup.output, case.name, complete=False)
    finally:
        daemon.stop()
