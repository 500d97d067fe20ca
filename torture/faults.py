"""Cases of T17: a daemon that works, a fault, and the end of the fault."""

import json
import os
import socket
import time

from bench import run as run_command, wait_until
from checker import hidden

SECONDS = 10
MORE = "retry: {attempts: 3, delay: 100ms}\nlimits: {free-space: 0}"


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
            # A folder that cannot be watched any longer is not ready either, before the check finds out why.
            wait_until(lambda: folder_state(setup).get("pausedReason"), SECONDS)
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


def daemon_says(daemon):
    with open(daemon.log) as file:
        text = file.read()
    return any(words in text for words in (
        "is paused: ", "no work progresses: ", "no thread can be started: ", "no folder is watched yet: "))


def logs(daemon, text):
    with open(daemon.log) as file:
        return text in file.read()
