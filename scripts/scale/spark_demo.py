#!/usr/bin/env python3
"""Turns pictures from one bucket into another with Spark and an S3 server on loopback, and prints the outcomes."""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from pictures import pictures
from server import s3_server, upload
from session import PYTHON, session

sys.path.insert(0, str(PYTHON))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=2000, help="the number of pictures to make in addition to fixtures/samples")
    parser.add_argument("--shard-seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    import upright.spark

    with s3_server() as variables, tempfile.TemporaryDirectory() as folder:
        print(f"uploading fixtures/samples and {arguments.pictures:,} generated pictures to s3://pictures/in")
        manifest = Path(folder) / "manifest.jsonl"
        rows = upload("s3://pictures/in", pictures(arguments.pictures))
        manifest.write_text("".join(json.dumps(row) + "\n" for row in rows))
        print("starting Spark: local-cluster, two executors")
        spark = session(variables)
        try:
            for run in ("first", "second"):
                start = time.monotonic()
                work = f"s3://work/{run}"
                results = upright.spark.normalize(
                    spark, str(manifest), "s3://upright/out", source="s3://pictures/in", work=work,
                    shard_seconds=arguments.shard_seconds,
                ).persist()
                count = results.count()
                seconds = time.monotonic() - start
                print(f"\nthe {run} run: {count:,} pictures in {seconds:.1f} s ({count / seconds:.0f}/s)")
                results.groupBy("outcome", "orientation").count().orderBy("outcome", "orientation").show(50)
        finally:
            spark.stop()


if __name__ == "__main__":
    main()
