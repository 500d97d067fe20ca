"""Ray: a manifest becomes a Dataset of results."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._shards import planned, run_task, tasks
from .batch.plan import Plan

if TYPE_CHECKING:
    import pyarrow as pa
    import ray.data


class ShardRunner:
    """Processes shards: a callable class for ``map_batches``, whose actors keep their workers."""

    def __init__(
        self,
        work: str,
        jobs: int | None = 1,
        environment: dict[str, str] | None = None,
        options: Any = None,
        plan: Plan | None = None,
    ) -> None:
        """Take the arguments of :func:`normalize`."""
        os.environ.update(environment or {})
        self._work, self._jobs, self._options = work, jobs, options or {}
        self._plan = plan or Plan.load(work, **self._options)

    def __call__(self, batch: dict[str, Any]) -> pa.Table:
        """Process the shards in the column ``shard`` and return their results."""
        import pyarrow as pa

        return pa.concat_tables(
            [run_task(self._work, self._plan, int(task), self._jobs, self._options) for task in batch["shard"]]
        )


def normalize(
    manifest: str | None,
    output: str | None,
    *,
    source: str | None,
    work: str,
    concurrency: int | tuple[int, int] = 1,
    jobs: int | None = 1,
    environment: dict[str, str] | None = None,
    options: dict[str, Any] | None = None,
    **planning: Any,
) -> ray.data.Dataset:
    """Normalize the pictures of a manifest in actors.

    Tasks are shards and can safely run twice: see :func:`upright.spark.normalize`, which has the same arguments. Ray's
    checkpoints are not needed: a shard that has results is not processed again.

    Args:
        manifest: See :func:`upright.batch.read_manifest`; ``None`` for the plan in ``work``.
        output: The base URL of the outputs.
        source: The base URL of the pictures.
        work: The URL of the folder for shards and results.
        concurrency: The number of actors, or the minimum and the maximum.
        jobs: Pictures at a time in an actor, and the number of processors that it requests.
        environment: Variables that actors need for the store.
        options: Arguments of :func:`upright.batch.open_store`.
        planning: ``shard_seconds``, ``cost``, ``config``, ``unchanged``, ``column``, ``boxes``, ``labelled``,
            ``damaged`` and ``since`` of :func:`upright.batch.plan`.
    """
    import ray.data

    made = planned(manifest, source, output, work, {**planning, "options": options or {}})
    rows = ray.data.from_items([{"shard": task} for task in tasks(made)], override_num_blocks=len(tasks(made)))
    return rows.map_batches(
        ShardRunner,
        batch_size=1,
        batch_format="numpy",
        concurrency=concurrency,
        num_cpus=jobs or 1,
        fn_constructor_args=(work, jobs, environment, options, made),
    )
