"""Plays the programs that put files into a drop folder: each writes the files of a shot in its own way, in pieces with pauses, in
any order. A program that is given a time sets it when the file is written, as most do."""

import hashlib
import os
import random
import threading
import time

from shots import shot

TIME = 1_500_000_000
NAMES = (
    "rsync", "cp", "smb", "nfs", "ftp", "browser", "scanner", "folder", "manager", "phone", "sync", "sparse")


class Dropped:
    """A file that was dropped: the digest of its bytes, and the shot that it is of."""

    def __init__(self, data, shot, folder, name):
        self.sha256 = hashlib.sha256(data).hexdigest()
        self.is_picture = name == shot.picture
        self.picture = shot.picture and folder + shot.picture
        self.output = folder + shot.outputs[name]
        # A film that only its content identifier ties to its picture can be passed on before that comes.
        self.is_loose = shot.outputs[name] != name


class Writers:
    """Writes shots into a folder until it is told to stop; each file is in `written` before it has its name."""

    def __init__(self, top, outside, pictures, seed, largest, names=()):
        self.top, self.outside, self.largest = top, outside, largest
        self.pictures = []
        for path in pictures:
            with open(path, "rb") as file:
                self.pictures.append(file.read())
        self.chance = random.Random(seed)
        self.written = {}
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.number = 0
        self.failures = []
        self.kinds = [getattr(self, name) for name in names or NAMES]

    def start(self, threads=3):
        self.stop.clear()
        self.threads = [threading.Thread(target=self.work) for _ in range(threads)]
        for thread in self.threads:
            thread.start()

    def end(self):
        self.stop.set()
        for thread in self.threads:
            thread.join()

    def work(self):
        while not self.stop.is_set():
            with self.lock:
                chance = random.Random(self.chance.random())
                kind = self.kinds[self.number % len(self.kinds)]
                self.number += 1
                stem = "w%05d" % self.number
            try:
                kind(chance, stem)
            except OSError as error:
                # What a program meets in a folder that only it writes to, it would tell its user.
                self.failures.append("%s, %s: %s" % (kind.__name__, stem, error))

    # What the programs have in common.

    def shot(self, chance, stem):
        return shot(chance, stem, self.pictures, self.largest)

    @staticmethod
    def order(chance, dropped):
        names = list(dropped.files)
        chance.shuffle(names)
        return [(name, dropped.files[name]) for name in names]

    def done(self, folder, dropped, names=None):
        with self.lock:
            for name in names or dropped.files:
                self.written[folder + name] = Dropped(dropped.files[name], dropped, folder, name)

    @staticmethod
    def pieces(chance, data, count=4):
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(count - 1))
        return [(a, data[a:b]) for a, b in zip([0] + cuts, cuts + [len(data)])]

    @staticmethod
    def pause(chance):
        time.sleep(chance.choice([0, 0.01, 0.05, chance.uniform(0, 0.4)]))

    def grow(self, chance, path, data):
        with open(path, "wb") as file:
            for _, piece in self.pieces(chance, data):
                file.write(piece)
                file.flush()
                self.pause(chance)

    @staticmethod
    def retime(path):
        """Sets a time. The product can have taken the file by then."""
        try:
            os.utime(path, (TIME, TIME))
        except FileNotFoundError:
            pass

    def each(self, chance, stem, write):
        """Has a program write the files of a shot one after the other, into the drop folder or a folder in it."""
        folder = chance.choice(["", "", "in/"])
        os.makedirs(os.path.join(self.top, folder), exist_ok=True)
        dropped = self.shot(chance, stem)
        for name, data in self.order(chance, dropped):
            write(os.path.join(self.top, folder + name), data, lambda: self.done(folder, dropped, [name]))
            self.pause(chance)

    # The programs.

    def rsync(self, chance, stem):
        """A hidden name with a random end, then the time, then the name."""
        def write(path, data, done):
            folder, base = os.path.split(path)
            part = os.path.join(folder, ".%s.%06x" % (base, chance.randrange(1 << 24)))
            self.grow(chance, part, data)
            os.utime(part, (TIME, TIME))
            done()
            os.rename(part, path)
        self.each(chance, stem, write)

    def cp(self, chance, stem):
        """cp -r and -a: folders first, files under their names, times and modes at the end."""
        folder = os.path.join(self.top, stem)
        os.mkdir(folder, 0o700)
        for index in range(chance.randrange(1, 4)):
            dropped = self.shot(chance, "f%d" % index)
            for name, data in self.order(chance, dropped):
                path = os.path.join(folder, name)
                self.done(stem + "/", dropped, [name])
                self.grow(chance, path, data)
                self.retime(path)
        os.chmod(folder, 0o755)

    def smb(self, chance, stem):
        """The size first, pieces in any order, times afterwards by another request."""
        def write(path, data, done):
            done()
            with open(path, "wb") as file:
                file.truncate(len(data))
                pieces = self.pieces(chance, data)
                chance.shuffle(pieces)
                for offset, piece in pieces:
                    os.pwrite(file.fileno(), piece, offset)
                    self.pause(chance)
            self.retime(path)
        self.each(chance, stem, write)

    def nfs(self, chance, stem):
        """Reserved room, writes, a commit, and times from another request."""
        def write(path, data, done):
            done()
            with open(path, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, len(data))
                for offset, piece in self.pieces(chance, data):
                    os.pwrite(file.fileno(), piece, offset)
                    self.pause(chance)
                os.fsync(file.fileno())
            self.retime(path)
        self.each(chance, stem, write)

    def ftp(self, chance, stem):
        """An upload that breaks off, and goes on where it stopped."""
        def write(path, data, done):
            done()
            cut = chance.randrange(1, len(data))
            with open(path, "wb") as file:
                file.write(data[:cut])
            self.pause(chance)
            with open(path, "ab") as file:
                file.write(data[cut:])
        self.each(chance, stem, write)

    def browser(self, chance, stem):
        def write(path, data, done):
            part = path + chance.choice([".crdownload", ".part"])
            self.grow(chance, part, data)
            done()
            os.rename(part, path)
        self.each(chance, stem, write)

    def scanner(self, chance, stem):
        """Writes the pages, then goes back to the start."""
        def write(path, data, done):
            done()
            with open(path, "wb") as file:
                file.write(b"\0" * 9 + data[9:])
                file.flush()
                self.pause(chance)
                file.seek(0)
                file.write(data[:9])
        self.each(chance, stem, write)

    def folder(self, chance, stem):
        """A folder that is moved in as a whole."""
        outside = os.path.join(self.outside, stem)
        os.makedirs(outside)
        for index in range(chance.randrange(1, 4)):
            dropped = self.shot(chance, "m%d" % index)
            for name, data in dropped.files.items():
                with open(os.path.join(outside, name), "wb") as file:
                    file.write(data)
            self.done(stem + "/", dropped)
        os.rename(outside, os.path.join(self.top, stem))

    def manager(self, chance, stem):
        """A file manager that moves a file in from another file system: a copy under its name, and its old time."""
        def write(path, data, done):
            done()
            with open(path, "wb") as file:
                file.write(data)
                os.utime(file.fileno(), (TIME, TIME))
        self.each(chance, stem, write)

    def phone(self, chance, stem):
        """A phone's app, by WebDAV: an empty file that reserves the name, and then the bytes, all at once."""
        def write(path, data, done):
            done()
            with open(path, "wb"):
                pass
            self.pause(chance)
            with open(path, "wb") as file:
                file.write(data)
        self.each(chance, stem, write)

    def sync(self, chance, stem):
        """A program that keeps folders equal: all files under temporary names, then all names."""
        folder = chance.choice(["", "in/"])
        os.makedirs(os.path.join(self.top, folder), exist_ok=True)
        dropped = self.shot(chance, stem)
        parts = []
        for name, data in self.order(chance, dropped):
            part = os.path.join(self.top, folder, ".syncthing.%s.tmp" % name)
            self.grow(chance, part, data)
            self.retime(part)
            parts.append((name, part))
        for name, part in parts:
            self.done(folder, dropped, [name])
            os.rename(part, os.path.join(self.top, folder, name))
            self.pause(chance)

    def sparse(self, chance, stem):
        """cp --sparse and torrents: the last byte first, and the rest in blocks."""
        def write(path, data, done):
            done()
            with open(path, "wb") as file:
                os.pwrite(file.fileno(), data[-1:], len(data) - 1)
                for offset, piece in self.pieces(chance, data):
                    os.pwrite(file.fileno(), piece, offset)
                    self.pause(chance)
        self.each(chance, stem, write)
