"""Manifests of many pictures, cut into shards that any scheduler can run, and can run twice.

``plan`` cuts a manifest, ``run`` processes one shard, ``status``, ``merge`` and ``rows`` read the results. The command
``upright-batch`` does the same.
"""

from ..turn import Turn
from .manifest import Entry, ManifestError, entries_of, read_manifest
from .plan import Cost, Plan, PlanError, plan
from .results import DamagedError, IncompleteError, Merged, Status, merge, rows, status
from .run import DeferredError, ShardResult, run
from .schema import SCHEMA
from .store import AccessError, PlaceError, StoreError, open_store

__all__ = [
    "SCHEMA",
    "AccessError",
    "Cost",
    "DamagedError",
    "DeferredError",
    "Entry",
    "IncompleteError",
    "ManifestError",
    "Merged",
    "PlaceError",
    "Plan",
    "PlanError",
    "ShardResult",
    "Status",
    "StoreError",
    "Turn",
    "entries_of",
    "merge",
    "open_store",
    "plan",
    "read_manifest",
    "rows",
    "run",
    "status",
]
