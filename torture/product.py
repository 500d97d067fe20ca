"""Runs the product: configurations, one-shot runs and the daemon."""

import json
import os
import signal
import subprocess

from bench import run, wait_until

CONFIGURATION = """folders:
  - source: {source}
    output: {output}
    settle: {settle}
    scan-interval: {scan}
{folder}state: {state}
{more}
"""


class Setup:
    """A source, an output and a state folder with their configuration."""

    def __init__(self, bench, name, source=None, settle="300ms", scan="2s", more="", top=None, folder=""):
        self.bench = bench
        self.top = top or bench.folder(name)
        self.source = source or os.path.join(self.top, "drop")
        self.output = os.path.join(self.top, "out")
        self.state = os.path.join(self.top, "state")
        for path in (self.source, self.output, self.state):
            os.makedirs(path, exist_ok=True)
        self.config = os.path.join(self.top, "pipeline.yaml")
        with open(self.config, "w") as file:
            file.write(CONFIGURATION.format(
                source=self.source, output=self.output, state=self.state, settle=settle, scan=scan, more=more,
                folder="".join("    %s\n" % line for line in folder.splitlines())))

    def reprocess(self, prefix=(), **options):
        """Processes the whole drop folder once, with the journal."""
        command = list(prefix) + [self.bench.program("upright"), "reprocess", "--config", self.config, "--json"]
        options.setdefault("timeout", 600)
        return run(command, **options)

    def verify(self):
        """The exit status of `upright journal verify`."""
        return run([self.bench.program("upright"), "journal", "verify", "--config", self.config]).returncode

    def retry(self):
        """Has the daemon try again what it gave up on."""
        return run([self.bench.program("upright"), "queue", "retry", "--all", "--config", self.config]).returncode

    def daemon(self, prefix=(), **options):
        return Daemon(self, prefix, **options)


def reports(result):
    """The JSON lines of a run."""
    found = []
    for line in result.stdout.decode(errors="replace").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            pass
    return found


class Daemon:
    """`upright watch`, with its log in a file."""

    def __init__(self, setup, prefix=(), **options):
        self.setup = setup
        self.log = os.path.join(setup.top, "log")
        self.file = open(self.log, "ab")
        self.is_run_by_another = bool(prefix)
        self.process = subprocess.Popen(
            list(prefix) + [setup.bench.program("upright"), "watch", "--config", setup.config],
            stdout=self.file, stderr=self.file, **options)

    @property
    def is_running(self):
        return self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.file.close()

    def stop(self, seconds=60):
        """Asks it to end; returns its exit status, or None if it did not end.

        A daemon that has just been started is asked when it handles the signal, which would end it before."""
        wait_until(lambda: not self.is_running or self.handles(signal.SIGTERM), 10, 0.005)
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return None
        finally:
            self.file.close()

    def handles(self, number):
        """Whether it has a handler for a signal; taken for granted of a program that runs it, such as strace."""
        if self.is_run_by_another:
            return True
        with open("/proc/%d/status" % self.process.pid) as file:
            lines = dict(line.split(":", 1) for line in file)
        # For a moment, the process still has the name and the handlers of the one that started it.
        return lines["Name"].strip() == "upright" and int(lines["SigCgt"], 16) >> (number - 1) & 1 == 1

    def resident(self):
        """Resident memory in KiB, without its workers."""
        return self.status("VmRSS")

    def private(self):
        """Anonymous memory in KiB, without the pages of programs and libraries."""
        return self.status("RssAnon")

    def status(self, name):
        with open("/proc/%d/status" % self.process.pid) as file:
            for line in file:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
        return 0

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def await_outputs(self, count, seconds):
        def there():
            return sum(len([n for n in names if not n.startswith(".")])
                       for _, _, names in os.walk(self.setup.output)) >= count
        # Listing many files must not take processor time from the daemon.
        return wait_until(there, seconds, max(0.1, count / 20_000))
