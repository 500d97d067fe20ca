"""What T17 takes from a daemon: threads, memory, inotify watches, and the right time."""

import os
import shutil
import struct

from bench import run as run_command, wait_until
from faults import MORE, SECONDS, Ask, Case, daemon_says, folder_state, logs, mount
from product import Setup


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
    """A daemon that lacks something from its start: it delivers in time, or reports what it lacks."""
    shutil.rmtree(one.top)
    one = Setup(bench, os.path.basename(one.top), settle="50ms", scan="1h", more=MORE)
    daemon = one.daemon(**options)
    try:
        filler(one)(0)
        told = wait_until(lambda: daemon_says(daemon), SECONDS, 0.2)
        done = daemon.await_outputs(len(reference.outputs), 0.1)
        if not daemon.is_running:
            return bench.fail("%s: the daemon ended" % name)
        if not done and not told:
            bench.fail("%s: no progress and no report" % name)
        if not done and Ask(one, "/readyz").status == 200:
            bench.fail("%s: no progress, and /readyz is 200" % name)
        end(daemon)
        if not daemon.await_outputs(len(reference.outputs), 40):
            bench.fail("%s: some pictures are not delivered although the limit is raised" % name)
        if not wait_until(lambda: Ask(one, "/readyz").status == 200, 20):
            bench.fail("%s: not ready although the limit is raised" % name)
        reference.judge(one.output, name, complete=False)
    finally:
        daemon.stop()


def large_png(path, side):
    """A small file that takes much memory."""
    run_command([os.path.join(os.path.dirname(__file__), "..", "scripts", "service-test", "large-png"), path, str(side)])


def memory(bench, make, filler):
    """Too little memory in a control group: the kernel ends decoders and not the daemon; what needs too much waits or is
    rejected with the reason, and the others come out."""
    group = Group("memory", ["memory.limit_in_bytes", "memory.max"])
    if group.path is None:
        return bench.tell("no memory: not run, no control group can be created")
    one = make("little-memory")
    daemon = one.daemon(preexec_fn=group.enter)
    try:
        if not wait_until(lambda: Ask(one, "/readyz").status == 200, 30):
            return bench.fail("no memory: not ready before the fault")
        group.limit(64 << 20)
        large = os.path.join(one.source, "large.png")
        large_png(large + ".part", 10_000)
        os.rename(large + ".part", large)
        if not wait_until(lambda: logs(daemon, "was killed"), 30):
            bench.fail("no memory: the log does not say that the decoder was killed")
        filler(one)(6)
        if not daemon.await_outputs(6, 40):
            bench.fail("no memory: pictures that need little of it did not come out")
        if not daemon.is_running:
            return bench.fail("no memory: the daemon ended")
        group.unlimit()
        run_command([bench.program("upright"), "queue", "retry", large, "--config", one.config])
        if not daemon.await_outputs(7, 60):
            bench.fail("no memory: not every picture came out when there was memory again")
        if not wait_until(lambda: Ask(one, "/readyz").status == 200, 20):
            bench.fail("no memory: not ready when there was memory again")
        bench.tell("no memory: a decoder was killed, the daemon was not")
    finally:
        group.unlimit()
        daemon.stop()
        group.remove()


def watches(bench, reference, make, filler):
    """No inotify watches or instances, limited in a user namespace of the daemon's own: the folder is polled, status says so,
    and it is watched again when the limit is raised."""
    for name, key in (("no watches", "max_inotify_watches"), ("no instances", "max_inotify_instances")):
        one = make(key)
        os.makedirs(os.path.join(one.source, "a", "b"))
        limit = "echo 0 >/proc/sys/user/%s || exit 77; exec \"$@\"" % key
        daemon = one.daemon(prefix=["unshare", "--user", "--map-root-user", "sh", "-c", limit, "sh"])
        try:
            if not wait_until(lambda: folder_state(one).get("polledReason"), SECONDS):
                if daemon.process.poll() == 77:
                    bench.tell("%s: not run, no user namespace" % name)
                    continue
                bench.fail("%s: status does not say that the folder is polled: %s" % (name, folder_state(one)))
            filler(one)(6)
            if not daemon.await_outputs(len(reference.outputs), 30):
                bench.fail("%s: a polled folder delivers nothing" % name)
            if not logs(daemon, "cannot watch "):
                bench.fail("%s: the log does not report it" % name)
            run_command(["nsenter", "--user", "--preserve-credentials", "--target", str(daemon.process.pid), "sh", "-c",
                         "echo 10000 >/proc/sys/user/%s" % key])
            if not wait_until(lambda: folder_state(one) and folder_state(one).get("polledReason") is None, 60, 0.5):
                bench.fail("%s: still polled although the limit is raised" % name)
            bench.tell("%s: polled, and watched again" % name)
        finally:
            daemon.stop()


def clock(bench, reference, make, filler):
    """The wall clock is set back by a day while a folder is paused, and by another one when the fault has passed: nothing waits
    for the old time."""
    one = make("clock")
    library, offset = os.path.join(one.top, "clock.so"), os.path.join(one.top, "offset")
    source = os.path.join(bench.root, "torture", "shim", "clock.c")
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None or run_command([compiler, "-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"]).returncode != 0:
        return bench.tell("clock: not run, the shim cannot be built")

    def set_clock(days):
        # In place: the shim has the file mapped.
        with open(offset, "r+b" if os.path.exists(offset) else "wb") as file:
            file.write(struct.pack("<q", days * 86_400))
    set_clock(0)
    if mount(one.output, "size=64m"):
        try:
            def begin(_):
                run_command(["mount", "-o", "remount,ro", one.output])
                set_clock(-1)

            def end(_):
                run_command(["mount", "-o", "remount,rw", one.output])
                set_clock(-2)
            Case(bench, reference, "clock set back", ["output"], one,
                 env=dict(os.environ, LD_PRELOAD=library, UPRIGHT_CLOCK=offset)).run(begin, end, filler(one))
        finally:
            run_command(["umount", "-l", one.output])
