#!/usr/bin/env python3
"""Kills Spark's executors while they work, with speculation on, and checks the results.

Every source must have one result, no object can be written twice, every output must equal that of `upright reprocess`, and a
second run must find everything current. The script kills only processes that it has started.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import obstore
from obstore.store import from_url
from pictures import pictures
from server import s3_server, upload, versions
from session import PYTHON, session

sys.path.insert(0, str(PYTHON))


def descendants(root):
    """The descendants of a process, as pairs of id and command line."""
    children = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append((int(entry.name), (entry / "cmdline").read_bytes()))
            except (OSError, IndexError, ValueError):
                continue
    found, left = [], [root]
    while left:
        for identifier, command in children.get(left.pop(), []):
            found.append((identifier, command))
            left.append(identifier)
    return found


class Killer(threading.Thread):
    """Kills an executor with SIGKILL whenever a few more shards are done, so that work proceeds on slow machines too."""

    def __init__(self, results, every, seed):
        super().__init__(daemon=True)
        self.results, self.every, self.random = results, every, random.Random(seed)
        self.stopped, self.killed = threading.Event(), 0

    def run(self):
        done = 0
        while not self.stopped.wait(0.5):
            found = sum(len(page) for page in obstore.list(self.results))
            if found < done + self.every:
                continue
            done = found
            # In the middle of a shard, not at its end.
            self.stopped.wait(self.random.uniform(0, 2))
            # Kill only executors that have a Python process: one that is still starting would lose nothing.
            executors = [
                pid for pid, command in descendants(os.getpid())
                if b"CoarseGrainedExecutorBackend" in command
                and any(b"pyspark" in below for _, below in descendants(pid))
            ]
            if executors and not self.stopped.is_set():
                os.kill(self.random.choice(executors), signal.SIGKILL)
                self.killed += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pictures", type=int, default=20_000, help="the number of pictures to make in addition to fixtures/samples")
    parser.add_argument("--workers", type=int, default=2, help="Spark's workers, one core each")
    parser.add_argument("--kill-every", type=int, default=10, metavar="N", help="kill an executor whenever N more shards are done")
    parser.add_argument("--shard-seconds", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    import upright.spark
    from upright import batch
    from upright._programs import program

    with s3_server() as variables, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = dict(pictures(arguments.pictures))
        rows = upload("s3://pictures/in", made.items())
        manifest = folder / "manifest.jsonl"
        manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
        spark = session(variables, workers=arguments.workers, speculation=True)
        places = {"source": "s3://pictures/in", "shard_seconds": arguments.shard_seconds}
        killer = Killer(from_url("s3://work/a/results"), arguments.kill_every, arguments.seed)
        try:
            spark.range(1).count()
            killer.start()
            start = time.monotonic()
            results = upright.spark.normalize(spark, str(manifest), "s3://upright/out", work="s3://work/a", **places)
            table = results.select("source", "outcome").collect()
            seconds = time.monotonic() - start
            killer.stopped.set()
            killer.join()
            again = upright.spark.normalize(spark, str(manifest), "s3://upright/out", work="s3://work/b", **places)
            second = Counter(row["outcome"] for row in again.select("outcome").collect())
        finally:
            spark.stop()
        merged = batch.merge("s3://work/a", folder / "all.parquet")

        for key, content in made.items():
            path = folder / "in" / key
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        command = [str(program()), "reprocess", str(folder / "in"), "--output", str(folder / "expected"), "--quiet"]
        subprocess.run(command, check=False)
        expected = {p.relative_to(folder / "expected").as_posix(): p.read_bytes()
                    for p in (folder / "expected").rglob("*") if p.is_file()}
        store = from_url("s3://upright/out")
        unlike = [key for key, content in expected.items() if bytes(obstore.get(store, key).bytes()) != content]
        counts = versions(variables, "upright")
        first = Counter(row["outcome"] for row in table)
        checks = {
            f"{killer.killed} executors were killed": killer.killed > 0,
            "every source has one result": sorted(row["source"] for row in table) == sorted(f"s3://pictures/in/{k}" for k in made),
            "the merged table has as many rows as there are pictures": merged.rows == len(made),
            "every output equals that of reprocess": not unlike,
            "there is no other output": {key.removeprefix("out/") for key in counts} == set(expected),
            "no object was written twice": set(counts.values()) == {1},
            "no shard has two results": set(versions(variables, "work").values()) == {1},
            "a second run finds everything current": set(second) <= {"current", "ignored", "rejected"}
            and second["current"] == len(expected),
        }
        print(f"{len(made):,} pictures in {seconds:.0f} s; first run {dict(first)}, second run {dict(second)}")
        for text, holds in checks.items():
            print(("ok    " if holds else "FAILED") + " " + text)
        print(f"{sum(checks.values())} passed, {len(checks) - sum(checks.values())} failed")
        sys.exit(0 if all(checks.values()) else 1)


if __name__ == "__main__":
    main()
