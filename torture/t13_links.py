"""T13: an attacker who can write to the drop and output folders constantly swaps folders and files for links. Nothing outside the
configured folders may be read into an output, and nothing outside them may be written, moved or removed."""

import os
import random
import threading
import time

from checker import digests, files
from pictures import Pictures
from product import Setup

NAME = "T13"
TITLE = "links and races"

MARK = b"\xff\xfe\x00\x08SECRET"
MORE = "    rejected: {top}/rejected\n    originals: move\n    originals-folder: {top}/originals\n"


class Attack:
    """Threads that interfere until they are stopped."""

    def __init__(self):
        self.ended = threading.Event()
        self.turns = 0
        self.threads = []

    def start(self, act, *arguments):
        def loop():
            chance = random.Random(len(self.threads))
            while not self.ended.is_set():
                try:
                    act(chance, *arguments)
                    self.turns += 1
                except OSError:
                    pass
                time.sleep(chance.random() * 0.008)
        thread = threading.Thread(target=loop)
        self.threads.append(thread)
        thread.start()

    def end(self):
        self.ended.set()
        for thread in self.threads:
            thread.join()


def swap_folder(chance, path, target):
    """Replaces a folder by a link to another place for some milliseconds."""
    os.rename(path, path + ".aside")
    try:
        os.symlink(target, path)
        time.sleep(chance.random() * 0.008)
        os.unlink(path)
    finally:
        os.rename(path + ".aside", path)


def swap_file(chance, path, data, target):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    if chance.random() < 0.5:
        os.symlink(target, path)
    else:
        with open(path, "xb") as file:
            file.write(data)


def drop(chance, folder, numbers, pictures):
    """Writes into the folder itself, never through a link, so that the test itself does no harm."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        name, data = pictures.make(next(numbers))
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, dir_fd=descriptor)
        os.write(file, data)
        os.close(file)
    finally:
        os.close(descriptor)


def run(bench):
    seconds = bench.size(quick=6, full=300)
    pictures = Pictures(bench.root)
    secrets = bench.folder("secrets")
    for name in pictures.fill(secrets, 24):
        with open(os.path.join(secrets, name), "r+b") as file:
            data = file.read()
            # After the signature: readers of each type skip it or stop there, and a copy contains it.
            file.seek(0)
            file.write(data[:2] + MARK + data[2:] if data[:2] == b"\xff\xd8" else data + MARK)
    before = digests(secrets)
    setup = Setup(bench, "links", settle="20ms", scan="1s")
    with open(setup.config) as file:
        text = file.read()
    with open(setup.config, "w") as file:
        file.write(text.replace("state:", MORE.format(top=setup.top) + "state:", 1))
    for top in (setup.source, setup.output, os.path.join(setup.top, "originals")):
        os.makedirs(os.path.join(top, "sub"), exist_ok=True)
    daemon = setup.daemon()
    time.sleep(0.5)
    attack = Attack()
    numbers = iter(range(1 << 30))
    attack.start(swap_folder, os.path.join(setup.source, "sub"), secrets)
    attack.start(swap_folder, os.path.join(setup.output, "sub"), secrets)
    attack.start(swap_folder, os.path.join(setup.top, "originals", "sub"), secrets)
    attack.start(drop, os.path.join(setup.source, "sub"), numbers, pictures)
    for number in range(3):
        name, data = pictures.make(number)
        attack.start(swap_file, os.path.join(setup.source, "f" + name), data, os.path.join(secrets, name))
    time.sleep(seconds)
    attack.end()
    time.sleep(1)
    if not daemon.is_running:
        bench.fail("the daemon ended unexpectedly")
    elif daemon.stop() != 0:
        bench.fail("the daemon did not exit cleanly")
    if digests(secrets) != before:
        bench.fail("a folder outside the configured ones was written to")
    made = files(setup.output)
    for top in (setup.output, os.path.join(setup.top, "originals"), os.path.join(setup.top, "rejected")):
        for name, path in files(top).items():
            if not os.path.islink(path):
                with open(path, "rb") as file:
                    if MARK in file.read():
                        bench.fail("%s contains data from outside the configured folders" % name)
    if not made:
        bench.fail("no picture was delivered")
    bench.tell("%d swaps and drops in %d s; %d pictures were delivered" % (attack.turns, seconds, len(made)))
