"""Spark: a manifest becomes a DataFrame of results."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._shards import planned, run_task, tasks

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

#: The columns of the results; those of :data:`upright.batch.SCHEMA`.
SCHEMA = (
    "source string not null, output string, type string not null, outcome string not null, reason string, "
    "orientation tinyint, components array<struct<id: int, turn: string>> not null, "
    "changes array<struct<what: string, `from`: string, `to`: string>> not null, warnings array<string> not null, "
    "sha256 struct<source: string, output: string> not null, bytes struct<source: bigint, output: bigint> not null, "
    "seconds double not null, latitude double, longitude double, captured string, capturedOffset string, width int, "
    "height int, frames int, matrix array<double>, etag string, options string, member string, shard int not null"
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
    """Normalize the pictures of a manifest on the executors, into an object store or a shared folder.

    A task processes one shard and can safely run twice: speculation, retries and dying executors never duplicate a
    result or replace an object. Pictures do not pass through Spark; results do. A shard with a transient failure
    fails its task, which Spark retries (``spark.task.maxFailures``).

    The DataFrame is lazy. Each action runs its tasks again, which then find the existing results. Write or ``persist``
    the DataFrame.

    Args:
        spark: A session.
        manifest: See :func:`upright.batch.read_manifest`; ``None`` for the plan in ``work``.
        output: The base URL of the outputs.
        source: The base URL of the pictures.
        work: The URL of the folder for shards and results.
        jobs: Pictures at a time in a task; 1 fits Spark's default of one core per task.
        environment: Variables that executors need for the store.
        options: Arguments of :func:`upright.batch.open_store`.
        planning: ``shard_seconds``, ``cost``, ``config``, ``unchanged``, ``column``, ``boxes``, ``labelled``,
            ``damaged`` and ``since`` of :func:`upright.batch.plan`.

    Returns:
        One row per picture, with the columns of :data:`SCHEMA`.
    """
    options = options or {}
    made = planned(manifest, source, output, work, {**planning, "options": options})
    variables = dict(environment or {})

    def work_on(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        os.environ.update(variables)
        for batch in batches:
            for shard in batch.column("shard").to_pylist():
                yield from run_task(work, made, shard, jobs, options).to_batches()

    # One slice, and so one task, per shard.
    shards = spark.sparkContext.parallelize([(task,) for task in tasks(made)], max(len(tasks(made)), 1))
    numbers = spark.createDataFrame(shards, "shard int")
    return numbers.mapInArrow(work_on, SCHEMA)
