"""T8: many files in a minute, a queue overflow, renames, slow writers, and folders created during a scan."""

import os
import threading
import time

from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T8"
TITLE = "watching under load"

QUEUE = "/proc/sys/fs/inotify/max_queued_events"


def small_queue():
    """Makes the kernel's queue overflow early; returns a function that restores it."""
    try:
        with open(QUEUE) as file:
            old = file.read()
        with open(QUEUE, "w") as file:
            file.write("64")
    except OSError:
        return None

    def restore():
        with open(QUEUE, "w") as file:
            file.write(old)
    return restore


def write_slowly(folder, name, data, seconds):
    with open(os.path.join(folder, name), "wb") as file:
        pieces = 10
        for index in range(pieces):
            file.write(data[len(data) * index // pieces:len(data) * (index + 1) // pieces])
            file.flush()
            time.sleep(seconds / pieces)


class Gauge(threading.Thread):
    """Samples the daemon's memory and descriptors while it works."""

    def __init__(self, daemon):
        super().__init__(daemon=True)
        self.watched = daemon
        self.memory, self.descriptors = [], []
        self.ended = threading.Event()

    def run(self):
        while not self.ended.wait(0.25):
            try:
                self.memory.append(self.watched.resident())
                self.descriptors.append(self.watched.descriptors())
            except OSError:
                return

    def end(self):
        self.ended.set()
        self.join()


# More than the queue, the caches and the pictures in progress can take, for any number of files.
MOST_MEMORY = 256 << 10
MOST_DESCRIPTORS = 384


def run(bench):
    count = bench.size(quick=1_000, full=100_000)
    pictures = Pictures(bench.root)
    # The queue length is a setting of the whole machine: only the full test changes it.
    restore = small_queue() if bench.full else None
    try:
        setup = Setup(bench, "load", settle="400ms", scan="5s")
        daemon = setup.daemon()
        time.sleep(0.5)
        gauge = Gauge(daemon)
        gauge.start()
        slow = []
        for number in range(5):
            name, data = pictures.make(10_000_000 + number)
            thread = threading.Thread(target=write_slowly, args=(setup.source, "slow-" + name, data, 3))
            thread.start()
            slow.append(thread)
        began = time.monotonic()
        for number in range(count):
            # A third each: written in place, renamed from a temporary name, in new folders.
            name, data = pictures.make(number)
            way = number % 3
            if way == 2:
                folder = os.path.join(setup.source, "new%d" % (number % 50), "deep%d" % (number // 5_000))
                os.makedirs(folder, exist_ok=True)
            else:
                folder = setup.source
            path = os.path.join(folder, name)
            with open(path + ".part" if way == 1 else path, "wb") as file:
                file.write(data)
            if way == 1:
                os.rename(path + ".part", path + ".tmp")
                os.rename(path + ".tmp", path)
        dropping = time.monotonic() - began
        for thread in slow:
            thread.join()
        total = count + len(slow)
        began = time.monotonic()
        if not daemon.await_outputs(total, 120 + count / 50):
            bench.fail("some of %d pictures are not delivered" % total)
        took = time.monotonic() - began
        # After another scan nothing may have changed.
        time.sleep(6)
        gauge.end()
        if max(gauge.memory, default=0) > MOST_MEMORY:
            bench.fail("the daemon used %d MiB of memory" % (max(gauge.memory) >> 10))
        if max(gauge.descriptors, default=0) > MOST_DESCRIPTORS:
            bench.fail("the daemon had %d descriptors open" % max(gauge.descriptors))
        if daemon.stop() != 0:
            bench.fail("the daemon did not exit cleanly")
    finally:
        if restore:
            restore()
    calm = Setup(bench, "calm", source=setup.source)
    if calm.reprocess(timeout=600 + count / 20).returncode != 0:
        return bench.fail("the undisturbed run failed")
    Reference(bench, calm.source, calm.output).judge(setup.output, "after the load", complete=True)
    bench.tell("%d pictures dropped in %d s, delivered %d s later%s; at most %d MiB of memory and %d descriptors" % (
        total, dropping, took, ", with a queue of 64 events" if restore else "",
        max(gauge.memory, default=0) >> 10, max(gauge.descriptors, default=0)))
