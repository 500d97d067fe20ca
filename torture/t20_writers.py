"""T20: the programs that people drop shots with (`writers.py`: rsync, cp, SMB and NFS clients, FTP, browsers, scanners, file
managers, phones, folders moved in; `shots.py`: what they drop), while the daemon is killed at random, with each `others` and
`originals`. No visible output is ever torn, no file is lost at any moment, and at the end every dropped file is in exactly the
places that the settings say, each shot is together under one name, and the journal says so.

`--writers rsync,ftp` plays only these, and `--kills 300` kills as often in each case."""

import os
import random
import sqlite3
import time

from bench import wait_until
from checker import departing, digest, digests, files, hidden, is_whole
from pictures import Pictures
from product import Setup
from writers import NAMES, Writers

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
            bench.size(quick=60_000, full=400_000), bench.writers)

    def dropped(self):
        with self.writers.lock:
            return dict(self.writers.written)

    def judge(self, where):
        """Checks that no file is lost and no output torn, while the writers do not write."""
        for text in self.writers.failures[:3]:
            self.bench.fail("%s: a writer failed: %s" % (where, text))
        left, aside = digests(self.setup.source), departing(self.setup.source)
        out = files(self.setup.output)
        kept = digests(self.kept) if os.path.isdir(self.kept) else {}
        for name, file in self.dropped().items():
            output = file.output if file.output in out else name
            if output in out and (
                    not is_whole(out[output]) if file.is_picture else digest(out[output]) != file.sha256):
                self.bench.fail("%s: the output of %s is torn" % (where, name))
            if file.sha256 in (left.get(name), kept.get(name)) or name not in left and file.sha256 in aside:
                continue
            if name in left:
                self.bench.fail("%s: %s was changed in the drop folder" % (where, name))
            elif self.originals == "move" and (file.picture and not file.is_loose or self.others != "move"):
                self.bench.fail("%s: the original of %s is gone" % (where, name))
            elif output not in out:
                self.bench.fail("%s: %s is lost" % (where, name))
            if len(self.bench.failures) > 5:
                return False
        return not self.bench.failures

    def places(self, file):
        """Where a file has to be at the end: in the drop folder, in the output, among the originals."""
        return self.places_alone() if file.picture is None else (
            self.originals == "keep", True, self.originals == "move")

    def places_alone(self):
        """The same of a file that belongs to no picture."""
        return {
            "leave": (True, False, False), "move": (False, True, False),
            "copy": (self.originals == "keep", True, self.originals == "move")}[self.others]

    def misplaced(self):
        """The files that are not where they have to be, with their places."""
        left, out = files(self.setup.source), files(self.setup.output)
        kept = files(self.kept) if os.path.isdir(self.kept) else {}
        wrong = {}
        for name, file in self.dropped().items():
            found = (name in left, file.output in out, name in kept)
            passed = self.others != "leave" and file.is_loose and (
                name in left, name in out, name in kept) == self.places_alone()
            if found != self.places(file) and not (passed and file.output not in out):
                wrong[name] = found
        return wrong

    def is_done(self):
        return not self.misplaced() and not self.wrong_rows()

    def rows(self):
        """The journal's rows of dropped files, by name."""
        path = os.path.join(self.setup.state, "journal.sqlite")
        try:
            database = sqlite3.connect("file:%s?mode=ro" % path, uri=True, timeout=30)
            found = database.execute(
                "SELECT source, state, outcome, reason, output, picture, hex(picture_sha256), original, original_reason, "
                "incomplete FROM pictures").fetchall()
            database.close()
        except sqlite3.Error as error:
            return {"": str(error)}
        top = self.setup.source + "/"
        return {row[0][len(top):]: row[1:] for row in found if isinstance(row[0], str) and row[0].startswith(top)}

    def wrong_rows(self):
        """What the journal says and is not so; empty if all is."""
        rows, wrong, dropped = self.rows(), [], self.dropped()
        for name in set(rows) - set(dropped):
            if rows[name][0] != "finished":
                wrong.append("%s, which nobody dropped, is %s" % (name, rows[name]))
        for name, file in dropped.items():
            row = rows.get(name)
            if row is None:
                wrong.append("%s has no row" % name)
                continue
            state, outcome, reason, output, picture, digest_of_picture, original, original_reason, incomplete = row
            is_left = file.picture is None and self.others == "leave"
            expected = ("ignored",) if is_left else ("normalized", "unchanged", "current", "passed")
            if state != "finished" or outcome not in expected or original or incomplete:
                wrong.append("%s is %s" % (name, row))
            elif outcome == "passed" and file.is_loose:
                continue
            elif file.picture and not file.is_picture:
                whole = os.path.join(self.setup.source, file.picture)
                if picture != whole or digest_of_picture.lower() != dropped[file.picture].sha256:
                    wrong.append("%s is not with its picture: %s" % (name, row))
            elif not is_left and output != os.path.join(self.setup.output, file.output):
                wrong.append("%s is elsewhere: %s" % (name, row))
        return wrong

    def run(self, kills, chance):
        daemon = self.setup.daemon()
        for number in range(kills):
            self.writers.start()
            time.sleep(chance.uniform(0.2, 1.0))
            if not daemon.is_running:
                return self.bench.fail("%s: the daemon ended by itself: see %s" % (self.where, daemon.log))
            daemon.kill()
            # What is in progress is written to its end.
            self.writers.end()
            if not self.judge("%s, kill %d" % (self.where, number)):
                return
            daemon = self.setup.daemon()
        wait_until(self.is_done, 90 + 2 * kills, 0.5)
        given_up = [name for name, row in self.rows().items() if row and "gave up after" in (row[2] or "")]
        if given_up:
            self.bench.fail("%s: %d files were given up for kills that were not theirs, for example %s" % (
                self.where, len(given_up), given_up[0]))
        if daemon.stop() != 0:
            self.bench.fail("%s: the daemon did not exit cleanly" % self.where)
        dropped = self.dropped()
        for name, found in list(self.misplaced().items())[:5]:
            self.bench.fail("%s: %s is (dropped, delivered, kept) %s, expected %s; its row: %s" % (
                self.where, name, found, self.places(dropped[name]), self.rows().get(name)))
        for text in self.wrong_rows()[:5]:
            self.bench.fail("%s: %s" % (self.where, text))
        for top in (self.setup.output, self.kept):
            if os.path.isdir(top) and hidden(top):
                self.bench.fail("%s: temporary files remain, for example %s" % (self.where, hidden(top)[0]))
        extra = set(files(self.setup.output)) - {file.output for file in dropped.values()} - {
            name for name, file in dropped.items() if file.is_loose}
        if extra:
            self.bench.fail("%s: %d files were delivered that nobody dropped, for example %s" % (
                self.where, len(extra), sorted(extra)[0]))
        self.judge(self.where)
        if self.setup.verify() != 0:
            self.bench.fail("%s: upright journal verify found a difference" % self.where)
        self.bench.tell("%s: %d kills, %d files" % (self.where, kills, len(dropped)))


def run(bench):
    unknown = set(bench.writers) - set(NAMES)
    if unknown:
        return bench.fail("no writer is called %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(NAMES)))
    pictures = Pictures(bench.root)
    chance = random.Random(bench.seed)
    for others, originals in ALL if bench.full else QUICK:
        kills = bench.kills or bench.size(quick=2, full=300)
        Case(bench, pictures, others, originals, chance.random()).run(kills, chance)
        if bench.failures:
            return
