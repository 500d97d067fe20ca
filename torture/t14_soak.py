"""T14: many small files through one daemon. Memory may not grow by 1 MB an hour, nor the number of descriptors."""

import os
import time

from pictures import Pictures
from product import Setup

NAME = "T14"
TITLE = "soak"
ONLY_FULL = True


def slope(points):
    """Least squares, in MB an hour, of (seconds, KiB)."""
    count = len(points)
    middle = sum(x for x, _ in points) / count
    height = sum(y for _, y in points) / count
    below = sum((x - middle) ** 2 for x, _ in points) or 1
    return sum((x - middle) * (y - height) for x, y in points) / below * 3600 / 1024


def run(bench):
    count = bench.size(quick=2_000, full=1_000_000)
    batch = 500
    pictures = Pictures(bench.root)
    setup = Setup(bench, "soak", settle="100ms", scan="1h")
    daemon = setup.daemon()
    began = time.monotonic()
    memory, descriptors = [], []
    for first in range(0, count, batch):
        folder = os.path.join(setup.source, "b%06d" % first)
        os.makedirs(folder)
        pictures.fill(folder, batch, first=first)
        out = os.path.join(setup.output, "b%06d" % first)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if os.path.isdir(out) and sum(not name.startswith(".") for name in os.listdir(out)) >= batch:
                break
            time.sleep(0.05)
        else:
            bench.fail("batch %d did not come out" % first)
            break
        for top in (folder, out):
            for name in os.listdir(top):
                os.unlink(os.path.join(top, name))
        os.rmdir(folder)
        if not daemon.is_running:
            bench.fail("the daemon ended by itself")
            break
        memory.append((time.monotonic() - began, daemon.resident()))
        descriptors.append(daemon.descriptors())
    took = time.monotonic() - began
    if daemon.is_running and daemon.stop() != 0:
        bench.fail("the daemon did not end well")
    # The first third fills caches and pools.
    steady = memory[len(memory) // 3:]
    grows = slope(steady) if len(steady) > 2 else 0
    if took > 1800 and grows > 1:
        bench.fail("memory grew by %.2f MB an hour" % grows)
    if descriptors and max(descriptors[len(descriptors) // 3:]) > descriptors[len(descriptors) // 3] + 4:
        bench.fail("descriptors grew from %d to %d" % (descriptors[len(descriptors) // 3], max(descriptors)))
    if memory:
        bench.tell("%d pictures in %d s; %d MiB at the end, slope %.2f MB an hour%s; at most %d descriptors" % (
            count, took, memory[-1][1] >> 10, grows, "" if took > 1800 else " (too short a run to judge it)",
            max(descriptors)))
