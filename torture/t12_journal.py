"""T12: deletes, corrupts, truncates and rolls back the journal. A run must complete, and no output may change."""

import glob
import os
import random
import shutil

from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T12"
TITLE = "a broken journal"


def journal_files(setup):
    return sorted(path for path in glob.glob(os.path.join(setup.state, "**", "*"), recursive=True) if os.path.isfile(path))


def delete(setup, old, chance):
    shutil.rmtree(setup.state)
    os.makedirs(setup.state)


def corrupt(setup, old, chance):
    for path in journal_files(setup):
        size = os.path.getsize(path)
        with open(path, "r+b") as file:
            for _ in range(40):
                if size:
                    file.seek(chance.randrange(size))
                    file.write(bytes([chance.randrange(256)]))


def overwrite(setup, old, chance):
    for path in journal_files(setup):
        with open(path, "wb") as file:
            file.write(b"this is no journal " * 300)


def truncate(setup, old, chance):
    for path in journal_files(setup):
        with open(path, "r+b") as file:
            file.truncate(os.path.getsize(path) // 2)


def empty(setup, old, chance):
    for path in journal_files(setup):
        with open(path, "wb"):
            pass


def roll_back(setup, old, chance):
    shutil.rmtree(setup.state)
    shutil.copytree(old, setup.state)


def lose_log(setup, old, chance):
    for path in journal_files(setup):
        if path.endswith(("-wal", "-shm")):
            os.unlink(path)


def run(bench):
    rounds = bench.size(quick=1, full=20)
    pictures = Pictures(bench.root)
    chance = random.Random(bench.seed - 8)
    tried = 0
    for number in range(rounds):
        for damage in (delete, corrupt, overwrite, truncate, empty, roll_back, lose_log):
            setup = Setup(bench, "journal")
            pictures.fill(setup.source, 10)
            setup.reprocess()
            old = os.path.join(setup.top, "old")
            shutil.copytree(setup.state, old)
            pictures.fill(setup.source, 10, first=10)
            first = setup.reprocess()
            if first.returncode != 0:
                return bench.fail("the undisturbed run ended with %d" % first.returncode)
            reference = Reference(bench, setup.source, setup.output)
            damage(setup, old, chance)
            pictures.fill(setup.source, 5, first=20)
            where = "journal: %s, round %d" % (damage.__name__.replace("_", " "), number)
            again = setup.reprocess()
            if again.returncode != 0:
                told = [line for line in again.stdout.decode(errors="replace").splitlines() if '"outcome":"rejected"' in line]
                bench.fail("%s: ended with %d: %s %s" % (
                    where, again.returncode, again.stderr.decode(errors="replace")[-300:], told[:3]))
            tried += 1
            seen = {name for name in os.listdir(setup.output) if not name.startswith(".")}
            if len(seen) != 25:
                bench.fail("%s: expected 25 outputs, found %d" % (where, len(seen)))
            for name in sorted(seen - set(reference.outputs)):
                os.unlink(os.path.join(setup.output, name))
            for name in sorted(set(os.listdir(setup.source)) - set(reference.sources)):
                os.unlink(os.path.join(setup.source, name))
            reference.judge(setup.output, where, complete=True)
    bench.tell("%d broken journals, seven ways" % tried)
