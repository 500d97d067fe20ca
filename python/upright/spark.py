"""Spark: a manifest becomes a DataFrame of results."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._shards import planned, run_shard

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

#: The columns of the results; those of :data:`upright.batch.SCHEMA`.
SCHEMA = (
    "source string not null, output string, outcome string not null, reason string not null, type string not null, "
    "orientation tinyint, turns array<string> not null, "
    "changes array<struct<what: string, before: string, after: string>> not null, warnings array<string> not null, "
    "source_sha256 string, output_sha256 string, source_bytes bigint, output_bytes bigint, seconds double not null, "
    "latitude double, longitude double, captured string, captured_offset string, shard int not null"
)


def normalize(
    spark: SparkSession,
    manifest: str | None,
    output: str | None,
    *,
    source: str | None,
    work: str,
    jobs: int | None = 1,
    environment: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **planning: Any,
) -> DataFrame:
    """Normalize the pictures of a manifest, each by the executors, into an object store or a shared folder.

    A task works on one shard and may run twice: speculation, retries and executors that die give no result twice and
    replace no object. Pictures do not go through Spark; results do. A shard that failed for a reason that may pass
    fails its task, which Spark tries again (``spark.task.maxFailures``).

    The DataFrame is lazy, and each action runs its tasks again, which find their results. Write it, or ``persist``.

    Args:
        spark: A session.
        manifest: As :func:`upright.batch.read_manifest` takes it; ``None`` for the plan in ``work``.
        output: The URL that outputs come out below.
        source: The URL that pictures lie below.
        work: The URL of the folder for shards and results.
        jobs: Pictures at a time in a task; with Spark's default of one core a task, 1.
        environment: Variables that executors need for the store.
        options: What :func:`upright.batch.open_store` takes.
        planning: ``shard_seconds``, ``cost`` and ``config`` of :func:`upright.batch.plan`.

    Returns:
        One row a picture, with the columns of :data:`SCHEMA`.
    """
    options = options or {}
    made = planned(manifest, source, output, work, {**planning, "options": options})
    variables = dict(environment or {})

    def work_on(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        os.environ.update(variables)
        for batch in batches:
            for shard in batch.column("shard").to_pylist():
                yield from run_shard(work, shard, jobs, options).table.to_batches()

    # One task a shard: a slice each.
    shards = spark.sparkContext.parallelize([(shard,) for shard in range(made.shards)], max(made.shards, 1))
    numbers = spark.createDataFrame(shards, "shard int")
    return numbers.mapInArrow(work_on, SCHEMA)
