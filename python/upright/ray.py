"""Ray: a manifest becomes a Dataset of results."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._shards import planned, run_shard

if TYPE_CHECKING:
    import pyarrow as pa
    import ray.data


class ShardRunner:
    """Works on shards: a callable class for ``map_batches``, whose actors keep their workers."""

    def __init__(
        self, work: str, jobs: int | None = 1, environment: dict[str, str] | None = None, options: Any = None
    ) -> None:
        """Take what :func:`normalize` takes."""
        os.environ.update(environment or {})
        self._work, self._jobs, self._options = work, jobs, options or {}

    def __call__(self, batch: dict[str, Any]) -> pa.Table:
        """Work on the shards of the column ``shard``; give their results."""
        import pyarrow as pa

        results = [run_shard(self._work, int(shard), self._jobs, self._options) for shard in batch["shard"]]
        return pa.concat_tables([result.table for result in results])


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

    Tasks are shards, and may run twice: see :func:`upright.spark.normalize`, whose arguments these are. Ray's own
    checkpoints are not needed: a shard that has results is not worked on again.

    Args:
        manifest: As :func:`upright.batch.read_manifest` takes it; ``None`` for the plan that is in ``work``.
        output: The URL that outputs come out below.
        source: The URL that pictures lie below.
        work: The URL of the folder for shards and results.
        concurrency: How many actors; or the fewest and the most.
        jobs: Pictures at a time in an actor, and the processors that it asks for.
        environment: Variables that actors need for the store.
        options: What :func:`upright.batch.open_store` takes.
        planning: ``shard_seconds``, ``cost`` and ``config`` of :func:`upright.batch.plan`.
    """
    import ray.data

    made = planned(manifest, source, output, work, {**planning, "options": options or {}})
    rows = ray.data.from_items([{"shard": shard} for shard in range(made.shards)], override_num_blocks=made.shards)
    return rows.map_batches(
        ShardRunner,
        batch_size=1,
        batch_format="numpy",
        concurrency=concurrency,
        num_cpus=jobs or 1,
        fn_constructor_args=(work, jobs, environment, options),
    )
