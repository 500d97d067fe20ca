#!/usr/bin/env python3
"""Counts the requests of a first and of later runs at an S3 server on loopback, and multiplies them to many pictures.

The pictures are fixtures/samples under different names; the number of requests does not depend on their size. Requests for
sources and outputs are per picture, except the questions of a first run, which are per shard, as are requests for the work
folder. Prices: see docs/scale.md.
"""

import argparse
import json
import os
import sys
import tempfile
import threading
from collections import Counter
from http.server import ThreadingHTTPServer
from pathlib import Path

from server import free_port, s3_server, upload

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))

GET, PUT = 0.0004 / 1000, 0.005 / 1000
PRICES = {"GET": GET, "HEAD": GET, "PUT": PUT, "POST": PUT, "LIST": PUT, "DELETE": 0.0}


def counted(requests):
    """The requests by bucket and method. A GET of a bucket lists it."""
    found = Counter()
    for method, path in requests:
        bucket, _, key = path.lstrip("/").partition("?")[0].partition("/")
        found[bucket, "LIST" if method == "GET" and not key else method] += 1
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pictures", type=int, default=1000)
    parser.add_argument("--per-shard", type=int, default=628, help="pictures of a shard in the prices")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    from tests.proxy import Faulty
    from upright import batch
    from upright.batch.plan import Cost
    from upright.batch.store import open_store

    samples = [(ROOT / "fixtures" / "samples" / f"orientation-{n}.jpg").read_bytes() for n in range(1, 9)]
    rows = {}
    with s3_server() as variables, tempfile.TemporaryDirectory():
        pictures = [(f"{n:07}.jpg", samples[n % 8]) for n in range(arguments.pictures + 1)]
        upload("s3://pictures/in", pictures)
        store = open_store("s3://pictures/in")
        heads = {key: store.head(key) for key, _ in pictures}
        port = free_port()
        Faulty.target = variables["AWS_ENDPOINT_URL"].removeprefix("http://")
        server = ThreadingHTTPServer(("127.0.0.1", port), Faulty)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        os.environ["AWS_ENDPOINT_URL"] = f"http://127.0.0.1:{port}"
        entries = [batch.Entry(key, heads[key].size, etag=heads[key].tag) for key, _ in pictures[:-1]]
        # 40 pictures in each shard.
        cost = {"cost": Cost(seconds=1.0, rate=1e12), "shard_seconds": 40.5}

        def run(name, work, listed, output="s3://upright/out", **more):
            Faulty.requests.clear()
            made = batch.plan(listed, "s3://pictures/in", output, f"s3://work/{work}", **cost, **more)
            for shard in range(made.shards):
                batch.run(f"s3://work/{work}", shard)
            merged = batch.merge(f"s3://work/{work}")
            rows[name] = (counted(list(Faulty.requests)), merged.outcomes)
            return made

        first = run("first run", "a", entries)
        run("second plan, ETags in the manifest", "b", entries)
        plain = [batch.Entry(entry.key, entry.size) for entry in entries]
        run("second plan, no ETags", "c", plain)
        more = [*entries, batch.Entry(pictures[-1][0], heads[pictures[-1][0]].size, etag=heads[pictures[-1][0]].tag)]
        run("--since, one picture added", "d", more, since="s3://work/a")
        run("first run, --unchanged skip", "e", entries, "s3://upright/skipped", unchanged="skip")
        server.shutdown()
    shards = first.shards
    table = []
    for name, (found, outcomes) in rows.items():
        # What is asked at the beginning of each shard, and everything for the work folder.
        per_shard = {method: count / shards for (bucket, method), count in found.items() if bucket == "work"}
        per_picture = Counter()
        for (bucket, method), count in found.items():
            if bucket != "work":
                if name.startswith("first") and method == "HEAD":
                    per_shard["HEAD"] = per_shard.get("HEAD", 0) + count / shards
                elif not name.startswith("--since"):
                    per_picture[method] += count / arguments.pictures
        dollars = {}
        for size in (1e6, 1e9):
            dollars[size] = sum(PRICES[method] * count * size for method, count in per_picture.items())
            dollars[size] += sum(PRICES[m] * count * size / arguments.per_shard for m, count in per_shard.items())
        table.append({
            "run": name, "outcomes": outcomes, "per_picture": dict(per_picture),
            "per_shard": {m: round(c, 2) for m, c in per_shard.items()}, "dollars": [dollars[1e6], dollars[1e9]],
            "sources": {m: c for (b, m), c in found.items() if b == "pictures"},
            "outputs": {m: c for (b, m), c in found.items() if b == "upright"},
        })
    if arguments.json:
        print(json.dumps(table))
        return
    print(f"{arguments.pictures:,} pictures in {shards} shards; prices with {arguments.per_shard} pictures in each shard")
    for row in table:
        shown = {kind: " ".join(f"{c} {m}" for m, c in sorted(row[kind].items())) or "none" for kind in ("sources", "outputs")}
        per_shard = " ".join(f"{c:g} {m}" for m, c in sorted(row["per_shard"].items()))
        print(f"{row['run']}: sources {shown['sources']}; outputs {shown['outputs']}; per shard {per_shard}; "
              f"10^6: ${row['dollars'][0]:.2f}, 10^9: ${row['dollars'][1]:,.0f}; {row['outcomes']}")


if __name__ == "__main__":
    main()
