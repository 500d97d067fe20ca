"""T14: very many events, then many small files through one daemon. Neither its memory nor the number of its descriptors may
grow with them. Caches and pools fill in the first half, so the test judges the second."""

import collections
import os
import time

from bench import wait_until
from pictures import Pictures
from product import Setup

NAME = "T14"
TITLE = "soak"

# Bytes of growth per picture in the second half, and per event: less than the smallest leak (a name and a number), more than
# the noise of an allocator.
MOST_PER_PICTURE = 64
MOST_PER_EVENT = 100
# Each worker, started by the first pictures, has a socket.
MOST_LEFT_OPEN = 8
# The number of folders that are processed at once, so that the daemon never has to wait for the next.
BATCHES_UNDER_WAY = 4
# Fewer pictures only fill the caches (the journal's has 2 MiB) and prove nothing.
FEWEST = 40_000


def slope(points):
    """The slope by least squares, in MB per hour, of points (seconds, KiB)."""
    count = len(points)
    middle = sum(x for x, _ in points) / count
    height = sum(y for _, y in points) / count
    below = sum((x - middle) ** 2 for x, _ in points) or 1
    return sum((x - middle) * (y - height) for x, y in points) / below * 3600 / 1024


def mean(values):
    return sum(values) / len(values)


def growth(values):
    """The growth in KiB from the first to the last tenth of the second half."""
    tenth = max(1, len(values) // 10)
    half = len(values) // 2
    return mean(values[-tenth:]) - mean(values[half:half + tenth])


def flood(bench, setup, daemon):
    """Renames a hidden file back and forth, which wakes the daemon each time without work."""
    turns = bench.size(quick=20_000, full=100_000)
    names = [os.path.join(setup.source, ".hidden%d" % number) for number in range(2)]
    open(names[0], "wb").close()

    def rename(count):
        for number in range(count):
            os.rename(names[number % 2], names[1 - number % 2])
            time.sleep(0.0002)
    rename(turns // 2 & ~1)
    time.sleep(0.5)
    before = daemon.private()
    rename(turns & ~1)
    time.sleep(0.5)
    grown = daemon.private() - before
    if grown * 1024 > turns * MOST_PER_EVENT:
        bench.fail("%d notifications made the memory grow by %d KiB" % (turns, grown))
    os.unlink(names[0])
    bench.tell("%d notifications: memory grew by %d KiB" % (turns, grown))


class Batches:
    """Folders of small pictures in progress: some wait while others are read, as during a busy upload."""

    def __init__(self, setup, size):
        self.setup, self.size = setup, size
        self.pictures = Pictures(setup.bench.root)
        self.under_way = collections.deque()

    def drop(self, first):
        name = "b%07d" % first
        folder = os.path.join(self.setup.source, name)
        os.makedirs(folder)
        self.pictures.fill(folder, self.size, first=first)
        self.under_way.append(name)

    def take(self, seconds=120):
        """Waits until the oldest is delivered, and removes its source and output. Returns its name if it was not delivered."""
        name = self.under_way.popleft()
        folders = [os.path.join(top, name) for top in (self.setup.source, self.setup.output)]

        def is_out():
            return os.path.isdir(folders[1]) and sum(
                not entry.startswith(".") for entry in os.listdir(folders[1])) >= self.size
        if not wait_until(is_out, seconds, 0.05):
            return name
        for folder in folders:
            for entry in os.listdir(folder):
                os.unlink(os.path.join(folder, entry))
        os.rmdir(folders[0])
        return None


def run(bench):
    count = bench.size(quick=2_000, full=1_000_000)
    batch = 500
    setup = Setup(bench, "soak", settle="100ms", scan="1h")
    daemon = setup.daemon()
    time.sleep(1)
    flood(bench, setup, daemon)
    idle = daemon.descriptors()
    began = time.monotonic()
    memory, descriptors = [], []
    batches = Batches(setup, batch)
    for first in range(0, count, batch):
        late = None
        batches.drop(first)
        while len(batches.under_way) > (BATCHES_UNDER_WAY if first + batch < count else 0):
            late = batches.take()
            if late:
                break
            memory.append((time.monotonic() - began, daemon.private()))
            descriptors.append(daemon.descriptors())
        if late:
            bench.fail("batch %s was not delivered" % late)
            break
        if not daemon.is_running:
            bench.fail("the daemon ended unexpectedly")
            break
    took = time.monotonic() - began
    # The last outputs become visible shortly before they are closed.
    left = idle
    if daemon.is_running:
        wait_until(lambda: daemon.descriptors() <= idle + MOST_LEFT_OPEN, 10)
        left = daemon.descriptors()
    if daemon.is_running and daemon.stop() != 0:
        bench.fail("the daemon did not exit cleanly")
    if not memory:
        return
    steady = memory[len(memory) // 2:]
    rises = slope(steady) if len(steady) > 2 else 0
    grown = growth([size for _, size in memory])
    share = grown * 1024 / (len(steady) * batch)
    judged = count >= FEWEST
    if judged and share > MOST_PER_PICTURE:
        bench.fail("memory grew by %d KiB in the second half, %.0f bytes per picture" % (grown, share))
    if took > 3600 and rises > 1:
        bench.fail("memory grew by %.2f MB per hour" % rises)
    # The number of open pictures varies; a leaked descriptor remains when all pictures are delivered.
    if left > idle + MOST_LEFT_OPEN:
        bench.fail("%d descriptors before the pictures, %d after them" % (idle, left))
    bench.tell(
        "%d pictures in %d s; %d MiB of anonymous memory at the end; growth in the second half %.0f bytes per picture, %.2f MB "
        "per hour%s; %d descriptors before and %d after, at most %d" % (
            count, took, memory[-1][1] >> 10, share, rises, "" if judged else " (too few pictures to judge it)",
            idle, left, max(descriptors)))
