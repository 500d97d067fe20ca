"""Counts results: what was done, and what it cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from ..turn import Turn


@dataclass(frozen=True, slots=True)
class Prices:
    """List prices in US dollars: S3 Standard and a vCPU of c7i in us-east-1 in 2025.

    Attributes:
        core_hour: An hour of a processor.
        gets: A thousand GETs or HEADs.
        puts: A thousand PUTs.
        gigabyte_month: A GB of the outputs, for a month.
    """

    core_hour: float = 0.0446
    gets: float = 0.0004
    puts: float = 0.005
    gigabyte_month: float = 0.023


@dataclass(slots=True)
class Summary:
    """What results say.

    Attributes:
        pictures: The number of rows.
        outcomes: Their outcomes.
        types: Their types.
        before: The orientations of the sources; pictures without one count as 0.
        after: The orientations of the outputs: 1 for those that were turned.
        reasons: The most frequent reasons of pictures that are not delivered.
        seconds: Processor seconds, as far as the results have them: the elapsed time of each picture.
        source_bytes: Bytes of the sources.
        output_bytes: Bytes of the outputs.
        gets: Pictures that were read: rows with a digest of the source that are not ``current``.
        puts: Pictures that were put.
        cost: US dollars for the processor and the requests of these pictures, and for a month of the outputs.
    """

    pictures: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    before: Counter[int] = field(default_factory=Counter)
    after: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    source_bytes: int = 0
    output_bytes: int = 0
    gets: int = 0
    puts: int = 0
    cost: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``upright-batch report --json`` prints."""
        return {
            "pictures": self.pictures,
            "outcomes": dict(self.outcomes),
            "types": dict(self.types),
            "before": {str(key): count for key, count in sorted(self.before.items())},
            "after": {str(key): count for key, count in sorted(self.after.items())},
            "reasons": dict(self.reasons.most_common(10)),
            "seconds": round(self.seconds, 3),
            "bytes": {"source": self.source_bytes, "output": self.output_bytes},
            "gets": self.gets,
            "puts": self.puts,
            "cost": {name: round(value, 6) for name, value in self.cost.items()},
        }


_COLUMNS = ("source", "output", "outcome", "type", "orientation", "reason", "seconds", "bytes", "sha256", "matrix",
            "width", "height", "member")  # fmt: skip


def report(tables: Iterable[pa.Table], prices: Prices | None = None) -> Summary:
    """Summarize results.

    Args:
        tables: The results, as :func:`upright.batch.tables.tables_of` reads them.
        prices: The prices for the cost.
    """
    found, prices = Summary(), prices or Prices()
    containers: set[str] = set()
    for table in tables:
        for row in table.select(_COLUMNS).to_pylist():
            _add(found, row, containers)
    found.gets += len(containers)
    found.puts += len(containers)
    found.cost = {
        "processor": found.seconds / 3600 * prices.core_hour,
        "gets": found.gets / 1000 * prices.gets,
        "puts": found.puts / 1000 * prices.puts,
        "storedMonth": found.output_bytes / 1e9 * prices.gigabyte_month,
    }
    return found


def _add(found: Summary, row: dict[str, Any], containers: set[str]) -> None:
    found.pictures += 1
    outcome, orientation = row["outcome"], row["orientation"] or 0
    found.outcomes[outcome] += 1
    found.types[row["type"]] += 1
    found.before[orientation] += 1
    found.after[_after(row, orientation)] += 1
    if outcome in ("rejected", "ignored"):
        found.reasons[row["reason"] or outcome] += 1
    found.seconds += row["seconds"]
    found.source_bytes += row["bytes"]["source"] or 0
    # A picture that was skipped is stored once.
    stored = row["output"] is not None and row["output"] != row["source"]
    found.output_bytes += (row["bytes"]["output"] or 0) if stored else 0
    if row["member"] is not None:
        containers.add(row["source"])
        return
    found.gets += row["sha256"]["source"] is not None and outcome != "current"
    found.puts += stored and outcome in ("normalized", "unchanged")


def _after(row: dict[str, Any], orientation: int) -> int:
    turn = Turn.of(row["matrix"], row["width"], row["height"])
    return 1 if turn is not None and turn.moves else orientation
