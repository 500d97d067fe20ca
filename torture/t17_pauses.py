"""T17: faults of a whole folder, of the process and of the machine. Each must pause the folder within 10 s, with the reason in the
log, the status and /readyz. Nothing may be rejected, and the daemon must continue when the fault is gone."""

import json
import os
import resource
import shutil
import signal
import socket
import threading
import time

from bench import run as run_command, wait_until
from checker import Reference, hidden
from pictures import Pictures
from product import Setup

NAME = "T17"
TITLE = "pauses: permissions, read-only, unmounted, full, no descriptors, no processes"
SECONDS = 10
NOBODY = 65534


class Ask:
    """One request to the status socket."""

    def __init__(self, setup, path):
        self.status, self.body = 0, ""
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(8)
                client.connect(os.path.join(setup.state, "status.sock"))
                client.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path.encode())
                answer = b""
                while piece := client.recv(65536):
                    answer += piece
            head, _, body = answer.partition(b"\r\n\r\n")
            self.status, self.body = int(head.split()[1]), body.decode()
        except (OSError, IndexError, ValueError):
            pass


def folder_state(setup):
    try:
        return json.loads(Ask(setup, "/status").body)["folders"][0]
    except (ValueError, KeyError, IndexError):
        return {}


class Case:
    """A daemon that has delivered a few pictures, then a fault, then the end of the fault."""

    def __init__(self, bench, reference, name, kind, setup, wait_for_start=True, logged="is paused: ", **options):
        self.bench, self.reference, self.name, self.kind, self.setup = bench, reference, name, kind, setup
        self.options = options
        self.wait_for_start = wait_for_start
        self.logged = logged

    def fail(self, text):
        log = ""
        try:
            with open(os.path.join(self.setup.top, "log")) as file:
                log = file.read()[-600:]
        except OSError:
            pass
        self.bench.fail("%s: %s; end of the log: %s" % (self.name, text, log))

    def run(self, begin, end, pictures, count=3, prefix=()):
        setup = self.setup
        daemon = setup.daemon(prefix=prefix, **self.options)
        try:
            if self.wait_for_start and not wait_until(lambda: Ask(setup, "/readyz").status == 200, 30):
                return self.fail("not ready before the fault")
            begin(daemon)
            pictures(count)
            began = time.monotonic()
            ready = wait_until(lambda: Ask(setup, "/readyz").status == 503, SECONDS)
            took = time.monotonic() - began
            if not ready:
                return self.fail("expected 503 from /readyz after %d s, found: %s" % (SECONDS, Ask(setup, "/readyz").body))
            reason = folder_state(setup).get("pausedReason") or {}
            if reason.get("kind") not in self.kind:
                self.fail("expected a pause for %s, found %r" % (self.kind, reason))
            with open(daemon.log) as file:
                if self.logged not in file.read():
                    self.fail("expected %r in the log" % self.logged)
            # Longer than all attempts after a transient failure of a picture (with retry.delay: 100ms).
            time.sleep(self.bench.size(quick=2, full=12))
            end(daemon)
            if not wait_until(lambda: Ask(setup, "/readyz").status == 200, 30):
                return self.fail("not ready after the fault: %s" % Ask(setup, "/readyz").body)
            expected = len(self.reference.outputs)
            if not daemon.await_outputs(expected, 30):
                self.fail("some pictures are not delivered after the fault")
            if not daemon.is_running:
                return self.fail("the daemon ended")
            # The name can be visible before the journal has the record.
            if not wait_until(lambda: self.waiting() == 0, 15):
                self.fail("files still wait after the fault")
            if self.outcomes().get("rejected", 0):
                self.fail("pictures were rejected: %s" % self.outcomes())
            self.reference.judge(setup.output, self.name, complete=False)
            left = [path for path in hidden(setup.output) if not path.endswith("/.upright")]
            if left:
                self.fail("temporary files remain: %s" % left[:3])
            self.bench.tell("%s: paused after %.1f s, %s" % (self.name, took, reason.get("kind")))
        finally:
            daemon.stop()

    def status(self):
        result = run_command([
            self.bench.program("upright"), "status", "--json", "--config", self.setup.config])
        try:
            return json.loads(result.stdout)
        except ValueError:
            return {}

    def outcomes(self):
        return self.status().get("outcomes", {})

    def waiting(self):
        return self.status().get("waiting", 0)


def mount(path, options):
    return run_command(["mount", "-t", "tmpfs", "-o", options, "none", path]).returncode == 0


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


class Group:
    """A control group with a limit (version 1, or a version 2 in which groups can be created)."""

    def __init__(self, controller, names):
        for top in ("/sys/fs/cgroup/" + controller, "/sys/fs/cgroup"):
            path = os.path.join(top, "upright-torture-%d" % os.getpid())
            try:
                os.mkdir(path)
            except OSError:
                continue
            for name in names:
                if os.path.exists(os.path.join(path, name)):
                    self.path, self.name = path, name
                    return
            os.rmdir(path)
        self.path = None

    def limit(self, most):
        self.write(self.name, most)

    def unlimit(self):
        self.write(self.name, -1 if self.name.endswith("_in_bytes") else "max")

    def enter(self):
        self.write("cgroup.procs", os.getpid())

    def write(self, name, value):
        with open(os.path.join(self.path, name), "w") as file:
            file.write(str(value))

    def remove(self):
        wait_until(lambda: not open(os.path.join(self.path, "cgroup.procs")).read(), 5)
        os.rmdir(self.path)


def threads(bench, reference, make, filler):
    """A daemon that can start hardly any threads or processes, from its start or later. It must report the fault, but not
    necessarily the folder."""
    group = Group("pids", ["pids.max"])
    if group.path is None:
        return bench.tell("no threads: not run, no control group can be created")
    counts = [3, 8] if not bench.full else list(range(1, 14))
    try:
        for most in counts:
            group.limit(most)
            starve_start(bench, reference, make("threads"), filler, "pids.max=%d" % most, lambda _: group.unlimit(),
                         preexec_fn=group.enter)
        for most in [1] if not bench.full else [1, 4, 8]:
            group.unlimit()
            one = make("fewer-%d" % most)
            Case(bench, reference, "pids.max=%d while it runs" % most, ["process"], one, logged="no work progresses: ",
                 preexec_fn=group.enter).run(
                lambda _: group.limit(most), lambda _: group.unlimit(), filler(one))
    finally:
        group.remove()
    bench.tell("no threads: pids.max %s" % ", ".join(map(str, counts)))


def starve_start(bench, reference, one, filler, name, end, **options):
    """A daemon that is started where it lacks something: it comes to work in time, or says what it lacks."""
    daemon = one.daemon(**options)
    try:
        filler(one)(0)
        told = wait_until(lambda: daemon_says(daemon), SECONDS, 0.2)
        done = daemon.await_outputs(len(reference.outputs), 0.1)
        if not daemon.is_running:
            return bench.fail("%s: the daemon ended" % name)
        if not done and not told:
            bench.fail("%s: nothing goes on, and nothing is said" % name)
        if not done and Ask(one, "/readyz").status == 200:
            bench.fail("%s: nothing goes on, and /readyz is 200" % name)
        end(daemon)
        if not daemon.await_outputs(len(reference.outputs), 40):
            bench.fail("%s: not every picture came out when there was enough again" % name)
        if not wait_until(lambda: Ask(one, "/readyz").status == 200, 20):
            bench.fail("%s: not ready when there was enough again" % name)
    finally:
        daemon.stop()
        one.empty()


def daemon_says(daemon):
    with open(daemon.log) as file:
        text = file.read()
    return any(words in text for words in (
        "is paused: ", "no work progresses: ", "no thread can be started: ", "no folder is watched yet: "))


MORE = "retry: {attempts: 3, delay: 100ms}\nlimits: {free-space: 0}"


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
    memory(bench, reference, setup, filler)
    watches(bench, reference, setup, filler)
    clock(bench, reference, setup, filler)

    # The process: no descriptors. The test lowers the limit of the running process.
    one = setup("descriptors")
    limits = []

    def no_descriptors(daemon):
        limits.append(resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE))
        # Two descriptors remain, so that the status can still be queried.
        resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (daemon.descriptors() + 2, limits[0][1]))
    Case(bench, reference, "no descriptors", ["process"], one).run(
        no_descriptors, lambda daemon: resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, limits[0]), filler(one))
