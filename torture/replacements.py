"""Kills and replacements by rename, for T18: every setting of originals, others, on-change and the number of outputs, while a user
puts new files under the same few names, at any moment, by rename.

Each dropped file has a number in its content, which its output keeps. When the last run has ended, every number that the user has not
taken away himself must be in exactly the places that the settings say, and none may be twice in one place."""

import ctypes
import os
import random
import re
import shutil
import signal
import struct
import subprocess
import threading
import time
import zlib

from bench import wait_until
from checker import digest, files, hidden
from product import Setup

CALLS = ["renameat2", "renameat", "unlinkat", "fsync", "linkat", "openat2", "pwrite64", "copy_file_range", "flock", "fdatasync"]
NAMES = ["a.jpg", "b.jpg", "a.png", "a.jpg.txt", "scan.pdf"]
TAG = re.compile(rb"tag(\d{8})\.")
LIBC = ctypes.CDLL(None, use_errno=True)
NO_REPLACE, EXCHANGE = 1, 2


def rename(old, new, flags):
    return LIBC.renameat2(-100, os.fsencode(old), -100, os.fsencode(new), flags) == 0


def picture(seed, number):
    """A JPEG that shows something else than those of other numbers, and says its own."""
    data, text = bytearray(seed), b"tag%08d." % number
    table = data.index(b"\xff\xdb") + 5
    for bit in range(16):
        data[table + 40 + bit] = min(254, data[table + 40 + bit]) + (number >> bit & 1)
    return bytes(data[:2]) + b"\xff\xfe" + struct.pack(">H", len(text) + 2) + text + bytes(data[2:])


def graphic(number):
    chance = random.Random(number)
    rows = b"".join(b"\0" + bytes(chance.randrange(256) for _ in range(36)) for _ in range(12))

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 12, 12, 8, 2, 0, 0, 0))
            + chunk(b"tEXt", b"Comment\0tag%08d." % number) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def number_in(path):
    """The number in a file, 0 if it has none; None if it has left meanwhile, as one can while a daemon runs."""
    try:
        with open(path, "rb") as file:
            tag = TAG.search(file.read())
    except FileNotFoundError:
        return None
    return int(tag[1]) if tag else 0


class User:
    """Puts files into the drop folder, and keeps what he takes away by it."""

    def __init__(self, top, drop, seeds, chance):
        self.top, self.drop, self.seeds, self.chance = top, drop, seeds, chance
        self.dropped, self.taken, self.failures, self.number = {}, set(), [], 0
        os.makedirs(os.path.join(top, "user"))

    def put(self, name):
        self.number += 1
        number = self.number
        if name.endswith(".jpg"):
            data = picture(self.seeds[number % len(self.seeds)], number)
        elif name.endswith(".png"):
            data = graphic(number)
        else:
            data = (b"%%PDF-1.4\ntag%08d.\n%%%%EOF\n" if name.endswith(".pdf") else b"tag%08d. a note\n") % number
        new, target = os.path.join(self.top, "user", "new"), os.path.join(self.drop, name)
        with open(new, "wb") as file:
            file.write(data)
        self.dropped[number] = name
        for _ in range(1000):
            if rename(new, target, NO_REPLACE):
                return
            if rename(new, target, EXCHANGE):
                with open(new, "rb") as file:
                    self.taken.add(int(TAG.search(file.read())[1]))
                return os.unlink(new)
        self.failures.append("%s cannot be put" % name)

    def work(self, count, seconds):
        for _ in range(count):
            time.sleep(self.chance.uniform(0, seconds / count))
            self.put(self.chance.choice(NAMES))


class Case:
    def __init__(self, bench, seeds, originals, others, change, outputs, chance):
        self.bench, self.originals, self.others, self.change, self.chance = bench, originals, others, change, chance
        self.where = "originals: %s, others: %s, on-change: %s, %d outputs" % (originals, others, change, outputs)
        self.top = bench.folder("replacements")
        self.kept = os.path.join(self.top, "originals")
        self.outs = [os.path.join(self.top, "out%d" % number if number else "out") for number in range(outputs)]
        folder = "originals: %s\nothers: %s\non-change: %s\nretire-after: 1s" % (originals, others, change)
        if originals == "move":
            folder += "\noriginals-folder: %s" % self.kept
        if outputs > 1:
            folder += "\noutputs:" + "".join("\n  - path: %s" % out for out in self.outs)
        self.setup = Setup(bench, "replacements", settle="100ms", scan="1h", folder=folder, top=self.top)
        if outputs > 1:
            with open(self.setup.config) as file:
                text = file.read()
            with open(self.setup.config, "w") as file:
                file.write(text.replace("    output: %s\n" % self.setup.output, ""))
        self.killed = 0
        self.user = User(self.top, self.setup.source, seeds, chance)

    def run(self, kills):
        for _ in range(kills):
            for name in self.chance.sample(NAMES, 3):
                self.user.put(name)
            user = threading.Thread(target=self.user.work, args=(self.chance.randrange(6), 1.5))
            user.start()
            self.kill()
            user.join()
            if not self.judge("after a kill", False):
                return False
        daemon = self.setup.daemon()
        wait_until(lambda: not self.wrong(True), 20, 0.5)
        daemon.stop()
        self.setup.reprocess()
        return self.judge("at the end", True)

    def kill(self):
        """Kills a run at a call, or a daemon or a run at any moment; the run while a call takes long, in which a user can act."""
        call, position = self.chance.choice(CALLS), int(self.chance.paretovariate(0.7))
        strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e"]
        way = self.chance.choice(["call", "call", "daemon", "delay"])
        self.told = "%s, %s %d" % (way, call, position)
        if way == "call":
            ended = self.setup.reprocess(prefix=strace + ["inject=%s:signal=KILL:when=%d" % (call, position)])
            self.killed += ended.returncode not in (0, 1)
            return
        if way == "daemon":
            daemon = self.setup.daemon()
            time.sleep(self.chance.uniform(0.1, 2.0))
            daemon.kill()
            self.killed += 1
            return
        side = self.chance.choice(["enter", "exit"])
        run = subprocess.Popen(
            strace + ["inject=%s:delay_%s=400000:when=%d+" % (call, side, position), self.bench.program("upright"),
                      "reprocess", "--quiet", "--config", self.setup.config],
            start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            run.wait(self.chance.uniform(0.3, 6.0))
        except subprocess.TimeoutExpired:
            self.killed += 1
            # With its workers; the tracer would hold them.
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()

    def places(self):
        """The numbers in each folder, with their paths."""
        found = []
        for top in [self.setup.source] + self.outs + [self.kept]:
            here = {}
            for name, path in (files(top) if os.path.isdir(top) else {}).items():
                number = number_in(path)
                if number is not None:
                    here.setdefault(number, []).append(name)
            found.append(here)
        return found

    def wrong(self, is_end):
        drop, *outs, kept = self.places()
        aside = [name for name in os.listdir(self.setup.source) if name.startswith(".upright-")]
        hidden_tags = {number_in(os.path.join(self.setup.source, name)) for name in aside}
        wrong = list(self.user.failures)
        for here, top in zip([drop] + outs + [kept], [self.setup.source] + self.outs + [self.kept]):
            for number, names in here.items():
                if number == 0:
                    wrong.append("%s is nobody's: %s" % (names, top))
                elif len(names) > 1:
                    wrong.append("%d is twice in %s: %s" % (number, os.path.basename(top), names))
        for number, name in self.user.dropped.items():
            places = "in the drop folder %s, in the outputs %s, kept %s, hidden %s" % (
                drop.get(number), [out.get(number) for out in outs], kept.get(number), number in hidden_tags)
            is_out = all(number in out for out in outs if out is outs[0] or name.endswith(("jpg", "png")))
            stays = number in drop or number in hidden_tags
            if number in self.user.taken:
                if number in drop:
                    wrong.append("%d (%s), which its user took away, is back: %s" % (number, name, places))
                continue
            if not stays and not (number in kept and is_out if self.originals == "move" and (
                    self.others != "move" or not name.endswith("pdf")) else is_out) and not (
                        self.others == "move" and number in outs[0]):
                wrong.append("%d (%s) is lost: %s" % (number, name, places))
            if not is_end:
                continue
            is_picture = name.endswith(("jpg", "png"))
            if is_picture and not is_out and self.change != "reject":
                wrong.append("%d (%s) is not delivered: %s" % (number, name, places))
            if is_picture and self.originals == "keep" and not (number in drop and number not in kept):
                wrong.append("%d (%s) did not stay: %s" % (number, name, places))
            if is_picture and self.originals != "keep" and (number in drop or not is_out):
                wrong.append("%d (%s) did not leave: %s" % (number, name, places))
            if self.originals != "keep" and number in drop and number in outs[0]:
                wrong.append("%d (%s) is twice: %s" % (number, name, places))
        if is_end:
            for top in [self.setup.source] + self.outs + [self.kept]:
                wrong += ["hidden: %s" % path for path in hidden(top)] if os.path.isdir(top) else []
        return wrong

    def judge(self, where, is_end):
        wrong = self.wrong(is_end)
        for text in wrong[:4]:
            self.bench.fail("%s, %s (%s): %s" % (self.where, where, getattr(self, "told", ""), text))
        if is_end and not wrong and self.setup.verify() != 0:
            self.bench.fail("%s: journal verify fails" % self.where)
        return not self.bench.failures


def run(bench, pictures, seed):
    seeds = [data for suffix, data in pictures.seeds
             if suffix == ".jpg" and not re.search(rb"\d{4}:\d\d:\d\d \d\d:", data)]
    chance = random.Random(seed)
    cases = [(originals, others, change, outputs)
             for originals in ("keep", "move", "delete") for others in ("leave", "copy", "move")
             for change in ("reject", "replace", "version") for outputs in (1, 2)]
    if not bench.full:
        cases = chance.sample(cases, bench.size(quick=2, full=2))
    kills, done, dropped = bench.kills or bench.size(quick=3, full=20), 0, 0
    for settings in cases:
        case = Case(bench, seeds, *settings, chance)
        if not case.run(kills):
            print("    kept: %s" % case.top)
            return
        done, dropped = done + case.killed, dropped + len(case.user.dropped)
        shutil.rmtree(case.top)
    bench.tell("%d kills, with %d files put by rename, in %d settings" % (done, dropped, len(cases)))
