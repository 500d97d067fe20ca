"""T20: the programs that people drop files with (`writers.py`: rsync, cp, SMB and NFS clients, FTP, browsers, scanners, file
managers, folders moved in), while the daemon is killed at random, with each `others` and `originals`. No visible output is ever
torn, no file is lost at any moment, and at the end every dropped file is in exactly the places that the settings say."""

import hashlib
import os
import random
import time

from bench import wait_until
from checker import digest, digests, files, hidden, is_whole
from pictures import Pictures
from product import Setup
from writers import Writers

NAME = "T20"
TITLE = "writers of all kinds, kill -9, with each others and originals"
QUICK = [("leave", "keep"), ("copy", "keep"), ("copy", "move"), ("move", "keep"), ("move", "delete")]
ALL = [(others, originals) for others in ("leave", "copy", "move") for originals in ("keep", "move", "delete")]


class Case:
    def __init__(self, bench, pictures, others, originals, seed):
        self.bench, self.others, self.originals = bench, others, originals
        self.where = "others: %s, originals: %s" % (others, originals)
        top = bench.folder("writers")
        self.kept = os.path.join(top, "originals")
        # A film or a sidecar of no picture waits for one for retire-after.
        folder = "others: %s\noriginals: %s\nretire-after: 2s" % (others, originals)
        if originals == "move":
            folder += "\noriginals-folder: %s" % self.kept
        self.setup = Setup(bench, "writers", settle="200ms", scan="2s", folder=folder, top=top)
        outside = os.path.join(top, "outside")
        seeds = os.path.join(top, "seeds")
        os.makedirs(outside)
        os.makedirs(seeds)
        names = pictures.fill(seeds, 6)
        self.writers = Writers(
            self.setup.source, outside, [os.path.join(seeds, name) for name in names if name.endswith(".jpg")], seed,
            bench.size(quick=60_000, full=2_000_000))

    def sums(self):
        with self.writers.lock:
            return {name: hashlib.sha256(data).hexdigest() for name, data in self.writers.written.items()}

    def judge(self, where):
        """Checks that no file is lost and no output torn, while the writers do not write."""
        left = digests(self.setup.source)
        out = files(self.setup.output)
        kept = digests(self.kept) if os.path.isdir(self.kept) else {}
        for name, value in self.sums().items():
            is_picture = name.endswith(".jpg")
            if name in out and (not is_whole(out[name]) if is_picture else digest(out[name]) != value):
                self.bench.fail("%s: the output of %s is torn" % (where, name))
            if left.get(name) == value or kept.get(name) == value:
                continue
            if name in left:
                self.bench.fail("%s: %s was changed in the drop folder" % (where, name))
            elif self.originals == "move" and (is_picture or self.others != "move"):
                self.bench.fail("%s: the original of %s is gone" % (where, name))
            elif name not in out:
                self.bench.fail("%s: %s is lost" % (where, name))
            if len(self.bench.failures) > 5:
                return False
        return not self.bench.failures

    def places(self, name):
        """Where a file has to be at the end: in the drop folder, in the output, among the originals."""
        is_picture = name.endswith(".jpg")
        if not is_picture and self.others == "leave":
            return (True, False, False)
        if not is_picture and self.others == "move":
            return (False, True, False)
        return (self.originals == "keep", True, self.originals == "move")

    def standing(self):
        left, out = files(self.setup.source), files(self.setup.output)
        kept = files(self.kept) if os.path.isdir(self.kept) else {}
        return {name: (name in left, name in out, name in kept) for name in self.sums()}

    def is_done(self):
        return all(places == self.places(name) for name, places in self.standing().items())

    def run(self, kills, chance):
        daemon = self.setup.daemon()
        for number in range(kills):
            self.writers.start()
            time.sleep(chance.uniform(0.2, 1.0))
            daemon.kill()
            # What is in progress is written to its end.
            self.writers.end()
            if not self.judge("%s, kill %d" % (self.where, number)):
                return
            daemon = self.setup.daemon()
        wait_until(self.is_done, 60 + 2 * kills, 0.2)
        if daemon.stop() != 0:
            self.bench.fail("%s: the daemon did not exit cleanly" % self.where)
        wrong = [(name, found) for name, found in self.standing().items() if found != self.places(name)]
        for name, found in wrong[:3]:
            self.bench.fail("%s: %s is (dropped, delivered, kept) %s, expected %s" % (
                self.where, name, found, self.places(name)))
        for top in (self.setup.output, self.kept):
            if os.path.isdir(top) and hidden(top):
                self.bench.fail("%s: temporary files remain, for example %s" % (self.where, hidden(top)[0]))
        extra = set(files(self.setup.output)) - set(self.sums())
        if extra:
            self.bench.fail("%s: %d files were delivered that nobody dropped, for example %s" % (
                self.where, len(extra), sorted(extra)[0]))
        self.judge(self.where)
        if self.setup.verify() != 0:
            self.bench.fail("%s: upright verify found a difference" % self.where)
        self.bench.tell("%s: %d kills, %d files" % (self.where, kills, len(self.sums())))


def run(bench):
    pictures = Pictures(bench.root)
    chance = random.Random(20)
    for others, originals in ALL if bench.full else QUICK:
        Case(bench, pictures, others, originals, chance.random()).run(bench.size(quick=2, full=300), chance)
        if bench.failures:
            return
