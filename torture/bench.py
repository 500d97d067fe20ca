"""Shared by the tests of the torture suite: locations, sizes, results."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time


class Skip(Exception):
    """The machine cannot run this test; the text gives the reason."""


class Bench:
    def __init__(self, root, build, full, scale, seeds, first_mutation):
        self.root = root
        self.build = build
        self.full = full
        self.scale = scale
        self.seeds = seeds
        self.first_mutation = first_mutation
        self.writers, self.kills, self.seed = [], 0, 20
        self.scratch = tempfile.mkdtemp(prefix="upright-torture-")
        self.findings = os.path.join(root, ".build", "torture-findings")
        os.makedirs(self.findings, exist_ok=True)
        self.failures = []
        self.notes = []

    # Results.

    def fail(self, text):
        self.failures.append(text)
        print("    FAILED: " + text, flush=True)

    def tell(self, text):
        self.notes.append(text)
        print("    " + text, flush=True)

    def size(self, quick, full):
        """A number of items: `quick` in the tests, `full` in `make torture`, multiplied by --scale."""
        return max(1, int((full if self.full else quick) * self.scale))

    # Locations.

    def program(self, name):
        path = os.path.join(self.build, name)
        if not os.access(path, os.X_OK):
            raise Skip("expected %s, which is not built" % path)
        return path

    def folder(self, name):
        """A new empty folder."""
        path = os.path.join(self.scratch, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def extra_seeds(self):
        found = []
        for top in self.seeds:
            for folder, _, names in os.walk(top):
                found += [os.path.join(folder, name) for name in names]
        return found

    @staticmethod
    def limit_memory(size):
        return lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size))

    def need(self, *commands):
        for command in commands:
            if shutil.which(command) is None:
                raise Skip("%s is not installed" % command)

    def need_root(self):
        if os.geteuid() != 0:
            raise Skip("only root can run it")

    def end(self):
        shutil.rmtree(self.scratch, ignore_errors=True)


def wait_until(condition, seconds, step=0.02):
    """Waits for a condition; returns whether it became true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(step)
    return bool(condition())


def run(command, **options):
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(command, **options)


def fail_hard(text):
    print(text, file=sys.stderr)
    sys.exit(2)
