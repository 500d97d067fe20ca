"""T3: power cuts on a loop-mounted file system, which lose unsynced data. Every output that was reported as done must exist,
and none may be partial. M1 shows that the test fails without each fsync."""

import ctypes
import fcntl
import json
import os
import random
import select
import shutil
import subprocess
import time

from bench import Skip, run as run_command
from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T3"
TITLE = "power cuts"

SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2
UNMOUNT = ctypes.CDLL(None, use_errno=True).umount2


class Disk:
    """A file system in a file, with simulated power cuts."""

    def __init__(self, bench, kind):
        bench.need_root()
        bench.need("mkfs." + kind, "losetup")
        self.image = os.path.join(bench.scratch, kind + ".img")
        self.mount_point = bench.folder("mount-" + kind)
        self.kind = kind
        with open(self.image, "wb") as file:
            file.truncate(400 << 20)
        force = {"ext4": ["-F"], "xfs": ["-f"]}[kind]
        if run_command(["mkfs." + kind, "-q"] + force + [self.image]).returncode != 0:
            raise Skip("mkfs.%s failed" % kind)
        self.mount()

    def mount(self):
        if run_command(["mount", "-o", "loop", self.image, self.mount_point]).returncode != 0:
            raise Skip("loop devices cannot be mounted on this machine")

    def unmount(self):
        for _ in range(100):
            if run_command(["umount", self.mount_point]).returncode == 0:
                return
            time.sleep(0.05)
        UNMOUNT(self.mount_point.encode(), 2)

    def cut_power(self):
        folder = os.open(self.mount_point, os.O_RDONLY)
        fcntl.ioctl(folder, SHUTDOWN, NO_LOG_FLUSH.to_bytes(4, "little"))
        os.close(folder)


def cut_once(bench, disk, source, chance, names, prefix=(), environment=None, lines=None):
    """Runs, cuts the power after a random number of pictures was reported, and mounts again. Returns the reports."""
    top = os.path.join(disk.mount_point, "work")
    shutil.rmtree(top, ignore_errors=True)
    os.makedirs(top)
    os.sync()
    setup = Setup(bench, "power", source=source, top=top)
    os.sync()
    process = subprocess.Popen(
        list(prefix) + [bench.program("upright"), "reprocess", "--config", setup.config, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    told = []
    wanted = chance.randint(1, max(1, names - 1)) if lines is None else lines
    pending = b""
    deadline = time.monotonic() + 60
    while len(told) < wanted and time.monotonic() < deadline:
        if not select.select([process.stdout], [], [], 1)[0]:
            continue
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            break
        *whole, pending = (pending + piece).split(b"\n")
        told += [json.loads(line) for line in whole if line.startswith(b"{")]
    disk.cut_power()
    process.kill()
    process.wait()
    process.stdout.close()
    disk.unmount()
    disk.mount()
    return setup, told


def lost(setup, told):
    """The outputs that were reported as done and do not exist."""
    bad = []
    for line in told:
        if line.get("outcome") in ("normalized", "unchanged") and line.get("output"):
            name = os.path.relpath(line["output"], setup.output)
            if not os.path.exists(os.path.join(setup.output, name)):
                bad.append("%s was reported as done and is gone" % name)
    return bad


def run(bench):
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    count = 40
    pictures.fill(calm.source, count)
    if calm.reprocess().returncode != 0:
        return bench.fail("the undisturbed run failed")
    reference = Reference(bench, calm.source, calm.output)
    cuts = bench.size(quick=4, full=100)
    done = []
    for kind in ("ext4", "xfs"):
        try:
            disk = Disk(bench, kind)
        except Skip as reason:
            done.append("%s not run (%s)" % (kind, reason))
            continue
        try:
            chance = random.Random(3)
            for number in range(cuts):
                setup, told = cut_once(bench, disk, calm.source, chance, count)
                where = "%s, cut %d" % (kind, number)
                for text in lost(setup, told):
                    bench.fail("%s: %s" % (where, text))
                reference.judge(setup.output, where)
                again = setup.reprocess()
                if again.returncode != 0:
                    bench.fail("%s: the run after it ended with %d" % (where, again.returncode))
                if not reference.judge(setup.output, where + ", then run again", complete=True):
                    break
            done.append("%d on %s" % (cuts, kind))
        finally:
            disk.unmount()
    if all("not run" in text for text in done):
        raise Skip("; ".join(done))
    bench.tell("%d pictures each; power cuts: %s" % (count, ", ".join(done)))
