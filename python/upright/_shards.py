"""Code shared by the adapters for Spark and Ray: a manifest becomes a plan, a task processes a shard."""

from __future__ import annotations

import atexit
import hashlib
from typing import Any

from .batch.plan import Plan, plan
from .batch.run import ShardResult, normalizer_for, run
from .normalizer import Normalizer

_pools: dict[str, tuple[Any, Normalizer]] = {}


def planned(manifest: str | None, source: str | None, output: str | None, work: str, arguments: dict[str, Any]) -> Plan:
    """Make the plan of a manifest, or read the plan in the work folder."""
    if manifest is None:
        return Plan.load(work, **arguments.get("options", {}))
    if source is None or output is None:
        raise ValueError("a manifest needs source and output; without a manifest, the plan in the work folder is used")
    made = {name: value for name, value in arguments.items() if name in ("shard_seconds", "cost", "config")}
    return plan(manifest, source, output, work, **made, **arguments.get("options", {}))


def pool_of(made: Plan, work: str, jobs: int | None) -> Normalizer:
    """Return this process' pool for a configuration; processes of an engine run many shards."""
    key = hashlib.sha256(f"{jobs} {made.config}".encode()).hexdigest()
    if key not in _pools:
        context = normalizer_for(made, work, jobs=jobs)
        _pools[key] = (context, context.__enter__())
        atexit.register(context.__exit__, None, None, None)
    return _pools[key][1]


def run_shard(work: str, made: Plan, shard: int, jobs: int | None, options: dict[str, Any]) -> ShardResult:
    """Process a shard in a task of an engine, for the driver's plan, also if the work folder has another by now."""
    return run(work, shard, plan=made, normalizer=pool_of(made, work, jobs), **options)
