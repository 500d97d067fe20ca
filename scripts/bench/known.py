"""Measures what files that are already done cost: `reprocess --config`, the daemon's start, and a scan.

The journal's rows are copies of the row of one real picture, and the files are as large as that picture and its output but
empty on the disk, so that a million of them fit anywhere: a file that is done is not read.
"""
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from daemon import configured
from measuring import timed

TICKS = os.sysconf("SC_CLK_TCK")
# How many rows are written at a time.
BATCH = 10_000
NOT_COPIED = {"id"}


def make(session, top, config, picture, count, per_folder):
    """Fills the drop folder with `count` files that the journal knows, `per_folder` in each folder; one in five is a sidecar."""
    drop, out = os.path.join(top, "drop"), os.path.join(top, "out")
    shutil.copyfile(picture, os.path.join(drop, "first.jpg"))
    with open(os.path.join(drop, "first.AAE"), "w") as file:
        file.write("edits")
    subprocess.run([session.upright, "reprocess", "--config", config, "--quiet"], check=True)
    database = sqlite3.connect(os.path.join(top, "state", "journal.sqlite"))
    database.row_factory = sqlite3.Row
    models = {os.path.splitext(row["source"])[1]: dict(row) for row in database.execute("SELECT * FROM pictures")}
    columns = [column for column in models[".jpg"] if column not in NOT_COPIED]
    insertion = f"INSERT INTO pictures ({', '.join(columns)}) VALUES ({', '.join('?' for _ in columns)})"
    rows = []
    for number in range(count):
        member = number % 5 == 4
        model = models[".AAE" if member else ".jpg"]
        stem = f"{number // per_folder:06}/IMG_{number - member:07}"
        name = stem + (".AAE" if member else ".jpg")
        if number % per_folder == 0:
            for folder in drop, out:
                os.mkdir(os.path.join(folder, os.path.dirname(name)))
        source, output = os.path.join(drop, name), os.path.join(out, name)
        for path, size in (source, model["size"]), (output, model["output_size"]):
            with open(path, "wb") as file:
                file.truncate(size)
        status = os.stat(source)
        row = {**model, "source": source, "output": output, "device": status.st_dev, "inode": status.st_ino,
               "modified": status.st_mtime_ns, "changed": status.st_ctime_ns,
               "picture": os.path.join(drop, stem + ".jpg") if member else None,
               "report": model["report"].replace("first", stem)}
        rows.append([row[column] for column in columns])
        if len(rows) == BATCH or number == count - 1:
            with database:
                database.executemany(insertion, rows)
            rows = []
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


class Daemon:
    """A running daemon, whose processor time is read from the kernel."""

    def __init__(self, session, config):
        self.process = subprocess.Popen(
            [session.upright, "watch", "--config", config, "--log-format", "json"], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def used(self):
        """The seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def idle(self):
        """Waits until the daemon has used no processor time for two seconds, and returns what it has used so far."""
        last, since = self.used(), time.monotonic()
        while time.monotonic() - since < 2:
            time.sleep(0.1)
            now = self.used()
            if now - last > 0.015:
                last, since = now, time.monotonic()
        return self.used()

    def peak(self):
        """The largest resident memory so far, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+) kB", file.read()).group(1)) << 10

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait() != 0:
            sys.exit("bench: the daemon failed")


def configured_daemon(session, name):
    """The folder and configuration of a daemon that can be asked for a scan."""
    top, config = configured(session, name)
    with open(config) as file:
        text = file.read()
    with open(config, "w") as file:
        file.write(text.replace("listen: off", f"listen: 'unix:{top}/socket'"))
    return top, config


def measured(session, config):
    """The processor seconds of a run, a start and a scan, and the peak memory in bytes of the run and the daemon."""
    run = timed([session.upright, "reprocess", "--config", config, "--quiet"])
    daemon = Daemon(session, config)
    time.sleep(1)
    start = daemon.idle()
    subprocess.run([session.upright, "queue", "rescan", "--config", config], check=True, stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    scan = daemon.idle() - start
    peak = daemon.peak()
    daemon.end()
    return {"`reprocess --config`": run.cpu, "start": start, "scan": scan}, {"run": run.peak * (1 << 20), "daemon": peak}


def rows_of(config):
    """How many rows the journal has, and how many of them were worked on during the measurements."""
    with open(config) as file:
        state = re.search(r"^state: (.*)$", file.read(), re.MULTILINE).group(1)
    database = sqlite3.connect(os.path.join(state, "journal.sqlite"))
    return database.execute("SELECT count(*), max(finished) - min(finished) FROM pictures").fetchone()


def work_k(session, folder):
    pictures = os.path.join(folder, "h")
    picture = os.path.join(pictures, sorted(os.listdir(pictures))[0])
    known(session, picture, session.known)


def known(session, picture, counts, per_folder=200):
    session.say("\n## (k) files that are done\n\nProcessor time for each file that is in the journal and has not changed, and "
                f"additional peak memory for each; {per_folder} files in a folder, of which one in five is a sidecar.\n")
    top, config = configured_daemon(session, "known-1")
    make(session, top, config, picture, 1, per_folder)
    alone, least = measured(session, config)
    for count in counts:
        top, config = configured_daemon(session, f"known-{count}")
        make(session, top, config, picture, count, per_folder)
        used, peak = measured(session, config)
        rows, span = rows_of(config)
        if rows != count + 2 or span > 1_000:
            sys.exit("bench: files that are done were worked on again")
        times = "; ".join(f"{name} {(used[name] - alone[name]) * 1e6 / count:.1f} µs" for name in used)
        memory = "; ".join(f"{name} {max(peak[name] - least[name], 0) / count:.0f} bytes" for name in peak)
        session.say(f"- {count:,} files: {times}; memory: {memory}")
        shutil.rmtree(top)
