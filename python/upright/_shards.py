"""Code shared by the adapters for Spark and Ray: a manifest becomes a plan, a task processes a shard."""

from __future__ import annotations

import atexit
import hashlib
from itertools import islice
from typing import Any

import pyarrow as pa

from .batch.plan import Plan, plan
from .batch.results import kept_tables
from .batch.run import normalizer_for, run
from .normalizer import Normalizer

#: The arguments of :func:`upright.batch.plan` that the adapters take.
PLANNING = ("shard_seconds", "cost", "config", "unchanged", "column", "boxes", "labelled", "damaged", "since")

_pools: dict[str, tuple[Any, Normalizer]] = {}


def planned(manifest: str | None, source: str | None, output: str | None, work: str, arguments: dict[str, Any]) -> Plan:
    """Make the plan of a manifest, or read the plan in the work folder."""
    if manifest is None:
        return Plan.load(work, **arguments.get("options", {}))
    if source is None or output is None:
        raise ValueError("a manifest needs source and output; without a manifest, the plan in the work folder is used")
    made = {name: value for name, value in arguments.items() if name in PLANNING}
    return plan(manifest, source, output, work, **made, **arguments.get("options", {}))


def pool_of(made: Plan, work: str, jobs: int | None) -> Normalizer:
    """Return this process' pool for a configuration; processes of an engine run many shards."""
    key = hashlib.sha256(f"{jobs} {made.config}".encode()).hexdigest()
    if key not in _pools:
        context = normalizer_for(made, work, jobs=jobs)
        _pools[key] = (context, context.__enter__())
    return _pools[key][1]


def close_pools() -> None:
    """End the workers of this process' pools."""
    while _pools:
        _pools.popitem()[1][0].__exit__(None, None, None)


def tasks(made: Plan) -> range:
    """The tasks of a plan: its shards, and as negative numbers the tables of results that it has taken over."""
    return range(-made.kept_tables, made.shards)


def run_task(work: str, made: Plan, task: int, jobs: int | None, options: dict[str, Any]) -> pa.Table:
    """Process a shard in a task of an engine, for the driver's plan, also if the work folder has another by now."""
    if task < 0:
        return next(islice(kept_tables(work, made, **options), -task - 1, None))
    return run(work, task, plan=made, normalizer=pool_of(made, work, jobs), **options).table


atexit.register(close_pools)
