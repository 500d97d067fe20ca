"""T19: kill -9 while pictures are dropped with companions, before and after them, in every mode. Each companion must be whole
wherever it is; in the end it lies beside its picture's output, and no next picture of the same name gets it."""

import os
import random
import shutil
import time

import companions
from bench import wait_until
from checker import digests, files
from pictures import Pictures
from product import Setup

NAME = "T19"
TITLE = "kill -9 with companions"


def setup_for(bench, name, originals, more=""):
    setup = Setup(bench, name, settle="50ms", scan="1h")
    folder = "originals: %s\n%s" % (originals, more)
    if originals == "move":
        folder += "\noriginals-folder: %s" % os.path.join(setup.top, "originals")
    return Setup(bench, name, settle="50ms", scan="1h", folder=folder, top=setup.top)


def place(folder, name, data):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def drop(setup, pictures, first, count, expected, chance):
    """Drops pictures with companions, in either order."""
    names = []
    for number in range(first, first + count):
        name, data = pictures.make(number)
        if chance.random() < 0.5:
            place(setup.source, name, data)
            expected.update(companions.drop(setup.source, name, number))
        else:
            expected.update(companions.drop(setup.source, name, number))
            if chance.random() < 0.5:
                time.sleep(chance.uniform(0, 0.2))
            place(setup.source, name, data)
        names.append(name)
    return names


def random_kills(bench, pictures, originals):
    setup = setup_for(bench, "companions-" + originals, originals)
    chance = random.Random(19)
    expected, names = {}, []
    kills = bench.size(quick=6, full=200)
    for number in range(kills):
        daemon = setup.daemon()
        names += drop(setup, pictures, len(names), 4, expected, chance)
        time.sleep(chance.uniform(0.02, 1.2))
        if not daemon.is_running:
            return bench.fail("the daemon ended unexpectedly: see its log")
        daemon.kill()
        if not companions.judge(bench, setup.output, expected, "%s, after kill %d" % (originals, number)):
            return
    daemon = setup.daemon()
    wait_until(lambda: all(name in files(setup.output) for name in expected), 90 + kills / 2, 0.3)
    if daemon.stop() != 0:
        bench.fail("the daemon did not exit cleanly")
    where = "%s, after %d kills" % (originals, kills)
    if not companions.judge(bench, setup.output, expected, where, complete=True):
        return
    if setup.verify() != 0:
        bench.fail("%s: upright journal verify finds fault" % where)
    bench.tell("%s: %d kills, %d companions" % (originals, kills, len(expected)))


def same_names(bench, pictures, originals):
    """A camera counts from one again: the companions of the first picture are not the second's."""
    setup = setup_for(bench, "names-" + originals, originals, "on-change: version")
    first, second = pictures.make(0), pictures.make(len(pictures.seeds))
    name = first[0]
    place(setup.source, name, first[1])
    made = companions.drop(setup.source, name, 0)
    setup.reprocess()
    if not companions.judge(bench, setup.output, made, "%s, the first picture" % originals, complete=True):
        return
    before = set(files(setup.output))
    place(setup.source, name, second[1])
    setup.reprocess()
    after = set(files(setup.output)) - before
    if any(not path.endswith(os.path.splitext(name)[1]) for path in after):
        bench.fail("%s: the second picture got the first one's companions: %s" % (originals, sorted(after)))


def slow_upload(bench, pictures):
    """A film that is written in pieces is never delivered half while its writer has it open."""
    setup = setup_for(bench, "slow", "keep")
    name, data = pictures.make(0)
    place(setup.source, name, data)
    whole = companions.film(7)
    path = os.path.join(setup.source, os.path.splitext(name)[0] + ".mov")
    output = os.path.join(setup.output, os.path.basename(path))
    daemon = setup.daemon()
    with open(path, "wb", buffering=0) as file:
        for start in range(0, len(whole), len(whole) // 8):
            file.write(whole[start:start + len(whole) // 8])
            time.sleep(0.4)
            if os.path.exists(output) and digests(setup.output)[os.path.basename(path)]:
                with open(output, "rb") as copy:
                    if copy.read() != whole:
                        bench.fail("a slow upload: half a film was delivered")
    wait_until(lambda: os.path.exists(output), 60, 0.1)
    daemon.stop()
    companions.judge(bench, setup.output, {os.path.basename(path): whole}, "a slow upload", complete=True)


def run(bench):
    pictures = Pictures(bench.root)
    for originals in ("keep", "move", "delete"):
        random_kills(bench, pictures, originals)
    for originals in ("keep", "move", "delete"):
        same_names(bench, pictures, originals)
    slow_upload(bench, pictures)
    for name in ("names-keep", "names-move", "names-delete"):
        shutil.rmtree(os.path.join(bench.scratch, name), ignore_errors=True)
