"""Uploads by another user that stall: every way in which a file can look finished before it is. Part of T18.

The daemon runs as one user, the uploads as another, so that the kernel grants the daemon no lease on them. It is killed while
they stall. At the end each picture is in exactly one place, its output is that of the whole picture, and no upload has written
into a file that was deleted."""

import json
import os
import signal
import struct
import time
import traceback

from bench import run as run_command, wait_until
from checker import digests, files
from pictures import number_jpeg
from product import Setup

SERVICE, UPLOADER = 65534, 65533
#: Longer than the daemon waits for the end of a file that nobody is known to write to (30 s), again after a kill.
STALL = 42
VIDEO = struct.pack(">I4s4sI", 16, b"ftyp", b"mp42", 0) + struct.pack(">I4s", 8 + 60_000, b"mdat") + bytes(range(240)) * 250


def motion_photo(jpeg):
    """A JPEG whose XMP announces a video after it, and the video."""
    xmp = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
           b'<rdf:Description rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" '
           b'GCamera:MicroVideoOffset="%d"/></rdf:RDF></x:xmpmeta>' % len(VIDEO))
    payload = b"http://ns.adobe.com/xap/1.0/\0" + xmp
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(payload) + 2) + payload + jpeg[2:], VIDEO


def write_slowly(descriptor, parts):
    """Writes parts at their offsets, with pauses; fails if the file has lost its name meanwhile."""
    for pause, offset, data in parts:
        time.sleep(pause)
        os.pwrite(descriptor, data, offset)
    if os.fstat(descriptor).st_nlink == 0:
        raise AssertionError("the file was deleted while it was written")
    os.close(descriptor)


def create(path):
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)


def stalled(path, data, stall):
    half = len(data) // 2
    write_slowly(create(path), [(0, 0, data[:half]), (stall, half, data[half:])])


def continued(path, data, stall):
    half = len(data) // 2
    write_slowly(create(path), [(0, 0, data[:half])])
    time.sleep(stall)
    write_slowly(os.open(path, os.O_WRONLY), [(0, half, data[half:])])


def video_later(path, data, stall):
    start = data.rindex(VIDEO)
    write_slowly(create(path), [(0, 0, data[:start]), (6, start, data[start:start + 9_000]),
                                (stall, start + 9_000, data[start + 9_000:])])


def video_after_close(path, data, stall):
    start = data.rindex(VIDEO)
    write_slowly(create(path), [(0, 0, data[:start])])
    time.sleep(stall)
    write_slowly(os.open(path, os.O_WRONLY), [(0, start, data[start:])])


def sparse(path, data, stall):
    third = len(data) // 3
    descriptor = create(path)
    os.ftruncate(descriptor, len(data))
    write_slowly(descriptor, [(0, 2 * third, data[2 * third:]), (1, 0, data[:third]), (stall, third, data[third:2 * third])])


def zeroed(path, data, stall):
    """As a sparse file, with zeros in place of the hole."""
    third = len(data) // 3
    descriptor = create(path)
    os.pwrite(descriptor, bytes(len(data)), 0)
    write_slowly(descriptor, [(0, 2 * third, data[2 * third:]), (1, 0, data[:third]), (stall, third, data[third:2 * third])])


def two_writers(path, data, stall):
    half = len(data) // 2
    first, second = create(path), os.open(path, os.O_WRONLY)
    os.pwrite(second, data[half:half + 100], half)
    write_slowly(first, [(0, 0, data[:half])])
    write_slowly(second, [(stall, half, data[half:])])


def renamed_open(path, data, stall):
    hidden = os.path.join(os.path.dirname(path), "." + os.path.basename(path))
    half = len(data) // 2
    descriptor = create(hidden)
    os.pwrite(descriptor, data[:half], 0)
    os.rename(hidden, path)
    write_slowly(descriptor, [(stall, half, data[half:])])


def plain(path, data, _stall):
    write_slowly(create(path), [(0, 0, data)])


WAYS = [stalled, continued, video_later, video_after_close, sparse, zeroed, two_writers, renamed_open, plain]


class Uploads:
    """The uploads into one drop folder, each in a process of its own."""

    def __init__(self, setup, contents, stall):
        self.setup, self.contents, self.stall = setup, contents, stall
        self.processes = {}

    def start(self):
        for (name, data), way in zip(self.contents.items(), WAYS):
            child = os.fork()
            if child == 0:
                try:
                    os.setgroups([])
                    os.setgid(UPLOADER)
                    os.setuid(UPLOADER)
                    os.umask(0o022)
                    way(os.path.join(self.setup.source, name), data, self.stall)
                    os._exit(0)
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
            self.processes[child] = name

    def failed(self):
        """Waits for the uploads; returns the names of those that failed."""
        return [name for child, name in self.processes.items() if os.waitpid(child, 0)[1] != 0]

    def kill(self):
        for child in self.processes:
            try:
                os.kill(child, signal.SIGKILL)
            except OSError:
                pass


def contents_of(bench):
    """A picture for each way, by name: a photograph whose halves and thirds end in its scan, and span several blocks."""
    with open(os.path.join(bench.root, "fixtures", "samples", "photo.jpg"), "rb") as file:
        photo = file.read()
    found = {}
    for number, way in enumerate(WAYS):
        data = number_jpeg(photo, number)
        if way in (video_later, video_after_close):
            data = b"".join(motion_photo(data))
        found["%s.jpg" % way.__name__] = data
    return found


def judge(bench, where, setup, contents, wanted, originals):
    out, left = digests(setup.output), digests(setup.source)
    kept = digests(os.path.join(setup.top, "originals")) if originals == "move" else {}
    for name, data in contents.items():
        own = wanted["source"][name]
        if out.get(name) != wanted["output"][name]:
            bench.fail("%s: the output of %s is not that of the whole picture" % (where, name))
        places = [top for top in (left, kept) if top.get(name) == own]
        if originals != "delete" and len(places) != 1:
            bench.fail("%s: the original of %s is in %d places, expected one" % (where, name, len(places)))
        if name in left and left[name] != own:
            bench.fail("%s: what is left of %s has other bytes" % (where, name))
        if originals != "keep" and name in left:
            bench.fail("%s: the original of %s was not moved or deleted at last" % (where, name))


def run(bench):
    if os.geteuid() != 0:
        return
    os.chmod(bench.scratch, 0o755)
    contents = contents_of(bench)
    reference = Setup(bench, "stalls-reference")
    for name, data in contents.items():
        with open(os.path.join(reference.source, name), "wb") as file:
            file.write(data)
    if reference.reprocess().returncode != 0:
        return bench.fail("the undisturbed run of the stalled pictures failed")
    wanted = {"source": digests(reference.source), "output": digests(reference.output)}

    started = []
    for originals in ("keep", "move", "delete"):
        setup = Setup(bench, "stalls-" + originals)
        folder = "originals: %s\nretire-after: 50s" % originals
        if originals == "move":
            folder += "\noriginals-folder: %s" % os.path.join(setup.top, "originals")
        setup = Setup(bench, "stalls-" + originals, settle="300ms", scan="1h", folder=folder, top=setup.top)
        run_command(["chown", "-R", "%d" % SERVICE, setup.top])
        os.chmod(setup.source, 0o777)
        prefix = ["setpriv", "--reuid=%d" % SERVICE, "--clear-groups"]
        if run_command(prefix + [bench.program("upright"), "--version"]).returncode != 0:
            return
        uploads = Uploads(setup, contents, STALL)
        started.append([originals, setup, uploads, setup.daemon(prefix=prefix), prefix])
    try:
        time.sleep(2)
        for _, _, uploads, _, _ in started:
            uploads.start()
        # One kill while they stall, one when the stalled files have been taken, one when they are complete.
        for pause in (4, STALL - 5, 8):
            time.sleep(pause)
            for one in started:
                if not one[3].is_running:
                    with open(one[3].log) as file:
                        bench.fail("the daemon ended unexpectedly: %s" % file.read()[-300:])
                one[3].kill()
                one[3] = one[1].daemon(prefix=one[4])
        for originals, setup, uploads, daemon, _ in started:
            where = "stalled uploads, %s" % originals
            for name in uploads.failed():
                bench.fail("%s: the upload %s failed" % (where, name))

            def is_done():
                out = digests(setup.output)
                return out == wanted["output"] and (originals == "keep" or not files(setup.source))
            wait_until(is_done, 120, 0.5)
            judge(bench, where, setup, contents, wanted, originals)
            bench.tell("%s: %d uploads by another user" % (where, len(contents)))
    finally:
        for _, _, uploads, daemon, _ in started:
            uploads.kill()
            if daemon.is_running:
                daemon.kill()


def folders(bench, pictures):
    """Folders that get their rights at the end, as cp -a, tar xp and mv across file systems leave them, and originals in a
    folder that the daemon may not write to."""
    if os.geteuid() != 0:
        return
    os.chmod(bench.scratch, 0o755)
    setup = Setup(bench, "rights")
    setup = Setup(bench, "rights", settle="100ms", scan="1h", folder="originals: delete\nretire-after: 1s",
                  top=setup.top)
    run_command(["chown", "-R", "%d" % SERVICE, setup.top])
    prefix = ["setpriv", "--reuid=%d" % SERVICE, "--clear-groups"]
    if run_command(prefix + [bench.program("upright"), "--version"]).returncode != 0:
        return
    late = os.path.join(setup.source, "late", "below")
    os.makedirs(late)
    names = pictures.fill(late, 3)
    os.chmod(os.path.dirname(late), 0o700)
    daemon = setup.daemon(prefix=prefix)

    def state():
        answer = run_command([bench.program("upright"), "status", "--json", "--config", setup.config]).stdout
        return json.loads(answer or b"{}").get("folders", [{}])[0]

    def listed(stuck):
        command = [bench.program("upright"), "queue", "list", "--json", "--config", setup.config]
        return run_command(command + (["--state", "stuck"] if stuck else [])).stdout.count(b"\n")
    try:
        if not wait_until(lambda: state().get("unreadableFolders") == 1, 30, 0.2):
            bench.fail("the status does not count a folder that cannot be read")
        if listed(False) != 1:
            bench.fail("the queue does not list a folder that cannot be read")
        os.chmod(os.path.dirname(late), 0o755)
        if not wait_until(lambda: len(files(setup.output)) == len(names), 30, 0.2):
            bench.fail("a folder that became readable was not read")
        if not wait_until(lambda: state().get("stuckOriginals") == len(names), 30, 0.2):
            bench.fail("the status does not count the originals that cannot be deleted")
        if listed(True) != len(names):
            bench.fail("the queue does not list the originals that cannot be deleted")
        os.chmod(late, 0o777)
        if not wait_until(lambda: not files(setup.source), 30, 0.2):
            bench.fail("originals that can be deleted now were not deleted")
        if not wait_until(lambda: state().get("unreadableFolders") == 0 and state().get("stuckOriginals") == 0, 30, 0.2):
            bench.fail("the status still counts what is mended")
        bench.tell("folders of another user: read, and emptied, when their rights changed")
    finally:
        daemon.kill()
