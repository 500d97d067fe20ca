"""T18: originals, with uploads that stall (`stalls.py`), kill -9 with every setting while files are put by rename
(`replacements.py`), and kill -9 while originals are moved or deleted. At every moment each picture must be complete in the drop folder, or delivered
(and kept, if originals are moved). After the last start the drop folder must be empty."""

import json
import os
import random
import shutil
import time

from bench import run as run_command, wait_until
from checker import departing, digest, digests, files, hidden, is_whole
from pictures import Pictures
from product import Setup
import replacements
import stalls

NAME = "T18"
TITLE = "kill -9 with originals: move and delete"
CALLS = ["renameat2", "unlinkat", "fsync", "copy_file_range", "openat2", "pwrite64"]


class Sources:
    """The dropped pictures, and the places where they must be."""

    def __init__(self, bench, setup, originals):
        self.bench, self.setup, self.originals = bench, setup, originals
        self.dropped = {}
        self.kept = os.path.join(setup.top, "originals")

    def drop(self, pictures, count):
        names = pictures.fill(self.setup.source, count, first=len(self.dropped), nested=True)
        for name in names:
            self.dropped[name] = digest(os.path.join(self.setup.source, name))

    def judge(self, where):
        """Checks that nothing is lost."""
        left = digests(self.setup.source)
        aside = departing(self.setup.source)
        # Checked after the drop folder: a file that has left it meanwhile is already kept.
        out = files(self.setup.output)
        kept = digests(self.kept) if os.path.isdir(self.kept) else {}
        for name, value in self.dropped.items():
            if left.get(name) == value or name not in left and value in aside:
                continue
            if name in left:
                self.bench.fail("%s: the original %s was changed" % (where, name))
            if name not in out or not is_whole(out[name]):
                self.bench.fail("%s: %s is neither in the drop folder nor delivered" % (where, name))
            if self.originals == "move" and kept.get(name) != value:
                self.bench.fail("%s: the original of %s was not kept" % (where, name))
            if len(self.bench.failures) > 5:
                return False
        return not self.bench.failures

    def done(self, where):
        """Checks that nothing remains."""
        left = files(self.setup.source)
        if left:
            status = run_command([
                self.bench.program("upright"), "status", "--json", "--config", self.setup.config]).stdout
            reasons = sorted({failure["reason"] for failure in json.loads(status or b"{}").get("failures", [])})
            self.bench.fail("%s: %d originals remain, for example %s; recorded failures: %s" % (
                where, len(left), sorted(left)[0], reasons[:3]))
        for top in (self.setup.output, self.kept):
            if os.path.isdir(top) and hidden(top):
                self.bench.fail("%s: temporary files remain, for example %s" % (where, hidden(top)[0]))
        missing = set(self.dropped) - set(files(self.setup.output))
        if missing:
            self.bench.fail("%s: %d outputs are missing" % (where, len(missing)))
        self.judge(where)


def setup_for(bench, name, originals):
    setup = Setup(bench, name, settle="50ms", scan="1h")
    folder = "originals: %s" % originals
    if originals == "move":
        folder += "\noriginals-folder: %s" % os.path.join(setup.top, "originals")
    return Setup(bench, name, settle="50ms", scan="1h", folder=folder, top=setup.top)


def random_kills(bench, pictures, originals):
    setup = setup_for(bench, "kills-" + originals, originals)
    sources = Sources(bench, setup, originals)
    chance = random.Random(18)
    kills = bench.size(quick=5, full=100)
    for number in range(kills):
        sources.drop(pictures, 6)
        daemon = setup.daemon()
        time.sleep(chance.uniform(0.05, 1.5))
        if not daemon.is_running:
            with open(daemon.log) as file:
                return bench.fail("the daemon ended unexpectedly: %s" % file.read()[-300:])
        daemon.kill()
        if not sources.judge("%s, after kill %d" % (originals, number)):
            return
    # The last run has work of its own.
    sources.drop(pictures, 6)
    daemon = setup.daemon()
    wait_until(lambda: not files(setup.source), 60 + kills, 0.2)
    if daemon.stop() != 0:
        bench.fail("the daemon did not exit cleanly")
    sources.done("%s, after %d kills" % (originals, kills))
    bench.tell("%s: %d kills, %d pictures" % (originals, kills, len(sources.dropped)))


def kills_at_calls(bench, pictures, originals, other_system):
    """Kills a run at the Nth call of a kind, then runs `reprocess` again, which must resume like the daemon."""
    runs = 0
    for call in CALLS:
        for position in (range(1, bench.size(quick=1, full=40) + 1) if bench.full else [1, 3, 6]):
            setup = setup_for(bench, "calls", originals)
            kept = os.path.join(setup.top, "originals")
            if other_system:
                os.makedirs(kept)
                if run_command(["mount", "-t", "tmpfs", "-o", "size=16m", "none", kept]).returncode != 0:
                    return
            try:
                sources = Sources(bench, setup, originals)
                sources.drop(pictures, 3)
                ended = setup.reprocess(prefix=[
                    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
                    "-e", "inject=%s:signal=KILL:when=%d" % (call, position)])
                runs += 1
                where = "%s, killed at %s %d" % (originals, call, position)
                if not sources.judge(where):
                    return
                again = setup.reprocess()
                if again.returncode != 0:
                    bench.fail("%s: the run after it ended with %d: %s" % (where, again.returncode, again.stdout[-300:]))
                sources.done(where)
                if bench.failures:
                    return
            finally:
                if other_system:
                    run_command(["umount", kept])
                shutil.rmtree(setup.top, ignore_errors=True)
            if ended.returncode in (0, 1):
                break
    bench.tell("%s%s: %d runs killed at a call" % (originals, ", to another file system" if other_system else "", runs))


def run(bench):
    pictures = Pictures(bench.root)
    stalls.folders(bench, pictures)
    stalls.run(bench)
    for originals in ("move", "delete"):
        random_kills(bench, pictures, originals)
    if shutil.which("strace"):
        for originals in ("move", "delete"):
            kills_at_calls(bench, pictures, originals, False)
        replacements.run(bench, pictures, bench.seed)
        if os.geteuid() == 0 and bench.full:
            kills_at_calls(bench, pictures, "move", True)
