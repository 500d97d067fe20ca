"""Plays the programs that put files into a drop folder: each writes one file or one folder in its own way, in pieces with
pauses. A program that is given a time sets it when the file is written, as most do."""

import os
import random
import struct
import threading
import time

TIME = 1_500_000_000


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


def video(chance, size, kind=b"isom"):
    """A film with its index before or after its data."""
    head = box(b"ftyp", kind + b"\0\0\0\0" + kind)
    parts = [box(b"mdat", chance.randbytes(size)), box(b"moov", chance.randbytes(64))]
    if chance.random() < 0.5:
        parts.reverse()
    return head + b"".join(parts)


def document(chance, size):
    return b"%PDF-1.4\n" + chance.randbytes(size).replace(b"%", b"x") + b"\n%%EOF\n"


def tiff(chance, size):
    """A camera's TIFF with one strip."""
    entries = struct.pack("<HHII", 0x111, 4, 1, 38) + struct.pack("<HHII", 0x117, 4, 1, size)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 2) + entries + b"\0\0\0\0" + chance.randbytes(size)


OTHERS = {
    ".mp4": lambda chance, size: video(chance, size), ".mov": lambda chance, size: video(chance, size, b"qt  "),
    ".pdf": document, ".tif": tiff, ".txt": lambda chance, size: b"line\n" * max(1, size // 5),
}


class Writers:
    """Writes files into a folder until it is told to stop; each file that is written whole is in `written`."""

    def __init__(self, top, outside, pictures, seed, largest):
        self.top, self.outside, self.largest = top, outside, largest
        self.pictures = [open(path, "rb").read() for path in pictures]
        self.chance = random.Random(seed)
        self.written = {}
        self.lock = threading.Lock()
        self.stop = threading.Event()
        self.number = 0
        self.kinds = [
            self.rsync, self.copy, self.smb, self.nfs, self.ftp, self.browser, self.scanner, self.folder, self.manager]

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
                number = self.number
            kind(chance, "w%05d" % number)

    def content(self, chance):
        """The bytes of a file, and its extension."""
        if chance.random() < 0.4:
            return chance.choice(self.pictures), ".jpg"
        suffix = chance.choice(sorted(OTHERS))
        return OTHERS[suffix](chance, chance.randrange(100, self.largest)), suffix

    def pieces(self, chance, data, count=4):
        cuts = sorted(chance.randrange(len(data) + 1) for _ in range(count - 1))
        return [(a, data[a:b]) for a, b in zip([0] + cuts, cuts + [len(data)])]

    def pause(self, chance):
        time.sleep(chance.choice([0, 0.01, 0.05, chance.uniform(0, 0.4)]))

    def done(self, name, data):
        with self.lock:
            self.written[name] = data

    def place(self, chance, name):
        """A path in the drop folder or a folder in it."""
        folder = chance.choice(["", "", "in/"])
        os.makedirs(os.path.join(self.top, folder), exist_ok=True)
        return folder + name

    # The programs.

    def rsync(self, chance, stem):
        """A hidden name with a random end, then the time, then the name."""
        data, suffix = self.content(chance)
        name = self.place(chance, stem + suffix)
        folder, base = os.path.split(os.path.join(self.top, name))
        part = os.path.join(folder, ".%s.%06x" % (base, chance.randrange(1 << 24)))
        self.grow(chance, part, data)
        os.utime(part, (TIME, TIME))
        self.done(name, data)
        os.rename(part, os.path.join(folder, base))

    def grow(self, chance, path, data):
        with open(path, "wb") as file:
            for _, piece in self.pieces(chance, data):
                file.write(piece)
                file.flush()
                self.pause(chance)

    def copy(self, chance, stem):
        """cp -r and -a: folders first, files under their names, times and modes at the end."""
        folder = os.path.join(self.top, stem)
        os.mkdir(folder, 0o700)
        for index in range(chance.randrange(1, 4)):
            data, suffix = self.content(chance)
            name = "%s/f%d%s" % (stem, index, suffix)
            path = os.path.join(self.top, name)
            self.done(name, data)
            self.grow(chance, path, data)
            self.retime(path)
        os.chmod(folder, 0o755)

    def retime(self, path):
        """Sets a time. The product can have taken the file by then."""
        try:
            os.utime(path, (TIME, TIME))
        except FileNotFoundError:
            pass

    def smb(self, chance, stem):
        """The size first, pieces in any order, times afterwards by another request."""
        data, suffix = self.content(chance)
        name = self.place(chance, stem + suffix)
        path = os.path.join(self.top, name)
        self.done(name, data)
        with open(path, "wb") as file:
            file.truncate(len(data))
            pieces = self.pieces(chance, data)
            chance.shuffle(pieces)
            for offset, piece in pieces:
                os.pwrite(file.fileno(), piece, offset)
                self.pause(chance)
        self.retime(path)

    def nfs(self, chance, stem):
        """Reserved room, writes, a commit, and times from another request."""
        data, suffix = self.content(chance)
        name = self.place(chance, stem + suffix)
        path = os.path.join(self.top, name)
        self.done(name, data)
        with open(path, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, len(data))
            for offset, piece in self.pieces(chance, data):
                os.pwrite(file.fileno(), piece, offset)
                self.pause(chance)
            os.fsync(file.fileno())
        self.retime(path)

    def ftp(self, chance, stem):
        """An upload that breaks off, and goes on where it stopped."""
        data, suffix = self.content(chance)
        if suffix == ".txt":
            suffix, data = ".pdf", document(chance, 5_000)
        name = self.place(chance, stem + suffix)
        path = os.path.join(self.top, name)
        self.done(name, data)
        cut = chance.randrange(1, len(data))
        with open(path, "wb") as file:
            file.write(data[:cut])
        self.pause(chance)
        with open(path, "ab") as file:
            file.write(data[cut:])

    def browser(self, chance, stem):
        data, suffix = self.content(chance)
        name = self.place(chance, stem + suffix)
        path = os.path.join(self.top, name)
        part = path + chance.choice([".crdownload", ".part"])
        self.grow(chance, part, data)
        self.done(name, data)
        os.rename(part, path)

    def scanner(self, chance, stem):
        """Writes the pages, then goes back to the start."""
        data = document(chance, chance.randrange(100, self.largest))
        name = self.place(chance, stem + ".pdf")
        self.done(name, data)
        with open(os.path.join(self.top, name), "wb") as file:
            file.write(b"\0" * 9 + data[9:])
            file.flush()
            self.pause(chance)
            file.seek(0)
            file.write(data[:9])

    def folder(self, chance, stem):
        """A folder that is moved in as a whole."""
        outside = os.path.join(self.outside, stem)
        os.makedirs(outside)
        files = {}
        for index in range(chance.randrange(1, 4)):
            data, suffix = self.content(chance)
            files["%s/m%d%s" % (stem, index, suffix)] = data
            with open(os.path.join(outside, "m%d%s" % (index, suffix)), "wb") as file:
                file.write(data)
        for name, data in files.items():
            self.done(name, data)
        os.rename(outside, os.path.join(self.top, stem))

    def manager(self, chance, stem):
        """A file manager that moves a file in from another file system: a copy under its name, and its old time."""
        data, suffix = self.content(chance)
        name = self.place(chance, stem + suffix)
        path = os.path.join(self.top, name)
        self.done(name, data)
        with open(path, "wb") as file:
            file.write(data)
            os.utime(file.fileno(), (TIME, TIME))
