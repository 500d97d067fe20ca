"""T17: faults of a whole folder, of the process and of the machine. Each must pause the folder within 10 s, with the reason in the
log, the status and /readyz. Nothing may be rejected, and the daemon must continue when the fault is gone."""

import os
import resource
import signal
import threading

from bench import run as run_command
from checker import Reference
from devices import devices, names
from faults import MORE, Case, mount
from pictures import Pictures
from product import Setup
from shortages import clock, memory, threads, watches

NAME = "T17"
TITLE = "pauses: a failing device, permissions, read-only, unmounted, full; no inodes, descriptors, threads, memory, watches; clock set back"
NOBODY = 65534


def fill_inodes(folder):
    try:
        for number in range(1000):
            os.close(os.open(os.path.join(folder, ".ballast-%d" % number), os.O_CREAT | os.O_WRONLY))
    except OSError:
        pass


def free_inodes(folder):
    for name in os.listdir(folder):
        if name.startswith(".ballast-"):
            os.unlink(os.path.join(folder, name))


class Killer:
    """Kills every worker of a daemon as soon as it exists."""

    def begin(self, daemon):
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.work, args=(daemon,))
        self.thread.start()

    def work(self, daemon):
        while not self.stopped.wait(0.002):
            try:
                for task in os.listdir("/proc/%d/task" % daemon):
                    with open("/proc/%d/task/%s/children" % (daemon, task)) as file:
                        for child in file.read().split():
                            os.kill(int(child), signal.SIGKILL)
            except OSError:
                pass

    def end(self):
        self.stopped.set()
        self.thread.join()


def run(bench):
    bench.need_root()
    pictures = Pictures(bench.root)
    calm = Setup(bench, "calm")
    pictures.fill(calm.source, 6)
    if calm.reprocess().returncode != 0:
        return bench.fail("the undisturbed run failed")
    reference = Reference(bench, calm.source, calm.output)

    def setup(name, **options):
        options.setdefault("more", MORE)
        return Setup(bench, name, settle="50ms", scan="1h", **options)

    def filler(one):
        def fill(_count):
            pictures.fill(one.source, 6)
        return fill

    def unmount(path):
        run_command(["umount", "-l", path])

    # Permissions: the user nobody runs the daemon.
    one = setup("rights")
    run_command(["chown", "-R", "%d" % NOBODY, one.top])
    os.chmod(bench.scratch, 0o755)
    if run_command(["setpriv", "--reuid=%d" % NOBODY, "--clear-groups", bench.program("upright"), "--version"]).returncode == 0:
        Case(bench, reference, "chmod 555 of the output", ["output"], one, user=NOBODY).run(
            lambda _: os.chmod(one.output, 0o555), lambda _: os.chmod(one.output, 0o755), filler(one))

    # A volume that becomes read-only, full, and unmounted.
    one = setup("readonly")
    if mount(one.output, "size=64m"):
        try:
            Case(bench, reference, "read-only remount", ["output"], one).run(
                lambda _: run_command(["mount", "-o", "remount,ro", one.output]),
                lambda _: run_command(["mount", "-o", "remount,rw", one.output]), filler(one))
        finally:
            unmount(one.output)

    one = setup("full")
    if mount(one.output, "size=64m"):
        try:
            def fill_disk(_):
                ballast = os.open(os.path.join(one.output, ".ballast"), os.O_WRONLY | os.O_CREAT)
                try:
                    while True:
                        os.write(ballast, bytes(1 << 16))
                except OSError:
                    os.close(ballast)
            Case(bench, reference, "full disk", ["no-space"], one).run(
                fill_disk, lambda _: os.unlink(os.path.join(one.output, ".ballast")), filler(one))
        finally:
            unmount(one.output)

    one = setup("unmounted")
    image = os.path.join(one.top, "volume")
    os.makedirs(image)
    if run_command(["mount", "--bind", image, one.output]).returncode == 0:
        try:
            bare = []

            def come_back(_):
                bare.extend(os.listdir(one.output))
                run_command(["mount", "--bind", image, one.output])
            Case(bench, reference, "umount -l of the output", ["not-mounted"], one).run(
                lambda _: unmount(one.output), come_back, filler(one))
            if bare:
                bench.fail("umount -l of the output: %s was written to the bare mount point" % bare[:3])
        finally:
            unmount(one.output)

    one = setup("gone")
    image = os.path.join(one.top, "volume")
    os.makedirs(image)
    if run_command(["mount", "--bind", image, one.source]).returncode == 0:
        try:
            Case(bench, reference, "umount -l of the drop folder", ["not-mounted"], one).run(
                lambda _: unmount(one.source),
                lambda _: run_command(["mount", "--bind", image, one.source]),
                lambda count: pictures.fill(image, 6))
        finally:
            unmount(one.source)

    one = setup("inodes")
    if mount(one.output, "size=64m,nr_inodes=400"):
        try:
            Case(bench, reference, "no inodes", ["no-space"], one).run(
                lambda _: fill_inodes(one.output), lambda _: free_inodes(one.output), filler(one))
        finally:
            unmount(one.output)

    # Workers: killed while they start, and killed while they work, as the kernel does when memory is short.
    one = setup("starting")
    codec = os.path.join(one.top, "codec")

    def write_codec(line):
        with open(codec + ".new", "w") as file:
            file.write("#!/bin/sh\n%s\n" % line)
        os.chmod(codec + ".new", 0o755)
        os.rename(codec + ".new", codec)
    write_codec("kill -9 $$")
    real = bench.program("upright-codec")
    Case(bench, reference, "workers killed at startup", ["process"], one, wait_for_start=False,
         env=dict(os.environ, UPRIGHT_CODEC=codec)).run(
        lambda _: None, lambda _: write_codec('exec "%s" "$@"' % real), filler(one))

    one = setup("killed", more=MORE + "\njobs: 2")
    killer = Killer()
    Case(bench, reference, "workers killed at work", ["process"], one).run(
        lambda daemon: killer.begin(daemon.process.pid), lambda _: killer.end(), filler(one))

    threads(bench, reference, setup, filler)
    memory(bench, setup, filler)
    watches(bench, reference, setup, filler)
    clock(bench, reference, setup, filler)
    devices(bench, reference, pictures, MORE)
    names(bench, pictures)

    # The process: no descriptors. The test lowers the limit of the running process.
    one = setup("descriptors")
    limits = []

    def no_descriptors(daemon):
        limits.append(resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE))
        # Two descriptors remain, so that the status can still be queried.
        resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (daemon.descriptors() + 2, limits[0][1]))
    Case(bench, reference, "no descriptors", ["process"], one).run(
        no_descriptors, lambda daemon: resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, limits[0]), filler(one))
