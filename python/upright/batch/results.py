"""The table of results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..report import Report
from .plan import Plan, result_key
from .store import MissingError, open_store

#: One row per picture.
SCHEMA: pa.Schema = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("output", pa.string()),
        pa.field("outcome", pa.string(), nullable=False),
        pa.field("reason", pa.string(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("orientation", pa.int8()),
        pa.field("turns", pa.list_(pa.string()), nullable=False),
        pa.field(
            "changes",
            pa.list_(pa.struct([("what", pa.string()), ("before", pa.string()), ("after", pa.string())])),
            nullable=False,
        ),
        pa.field("warnings", pa.list_(pa.string()), nullable=False),
        pa.field("source_sha256", pa.string()),
        pa.field("output_sha256", pa.string()),
        pa.field("source_bytes", pa.int64()),
        pa.field("output_bytes", pa.int64()),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("latitude", pa.float64()),
        pa.field("longitude", pa.float64()),
        pa.field("captured", pa.string()),
        pa.field("captured_offset", pa.string()),
        pa.field("shard", pa.int32(), nullable=False),
    ]
)


def row_of(report: Report, shard: int) -> dict[str, Any]:
    """Return the row of a report."""
    return {
        "source": report.source,
        "output": report.output,
        "outcome": report.outcome,
        "reason": report.reason,
        "type": report.type,
        "orientation": report.orientation,
        "turns": list(report.turns),
        "changes": [{"what": c.what, "before": c.before, "after": c.after} for c in report.changes],
        "warnings": list(report.warnings),
        "source_sha256": report.source_sha256,
        "output_sha256": report.output_sha256,
        "source_bytes": report.source_bytes,
        "output_bytes": report.output_bytes,
        "seconds": report.seconds,
        "latitude": report.latitude,
        "longitude": report.longitude,
        "captured": report.captured,
        "captured_offset": report.captured_offset,
        "shard": shard,
    }


def to_parquet(rows: Sequence[dict[str, Any]]) -> bytes:
    """Write rows as a Parquet file."""
    # Arrow's own stream: an Arrow thread that releases a Python object while the interpreter exits aborts the process.
    stream = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(list(rows), schema=SCHEMA), stream, compression="zstd")
    return bytes(stream.getvalue())


def from_parquet(data: bytes) -> pa.Table:
    """Read a Parquet file."""
    return pq.read_table(pa.BufferReader(data)).cast(SCHEMA)


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a plan.

    Attributes:
        shards: The number of shards.
        done: The number of shards that have results.
        missing: The numbers of the first thousand shards that have none.
        pictures: The number of pictures in the plan.
    """

    shards: int
    done: int
    missing: tuple[int, ...]
    pictures: int

    @property
    def complete(self) -> bool:
        """Whether every shard has results."""
        return self.done == self.shards


def status(work: str, **options: Any) -> Status:
    """Return the progress of a plan, from the results in its work folder."""
    made = Plan.load(work, **options)
    found = {key.rsplit("/", 1)[-1] for key in open_store(work, **options).keys("results")}
    missing = [shard for shard in range(made.shards) if result_key(shard).rsplit("/", 1)[-1] not in found]
    return Status(made.shards, made.shards - len(missing), tuple(missing[:1000]), made.pictures)


class IncompleteError(RuntimeError):
    """The results do not have exactly one row for each picture."""


@dataclass(slots=True)
class Merged:
    """Totals of the merged table.

    Attributes:
        rows: The number of rows.
        outcomes: The number of pictures for each outcome.
        seconds: The elapsed seconds of all pictures, added up.
        source_bytes: The bytes of all sources.
        output_bytes: The bytes of all outputs.
    """

    rows: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    source_bytes: int = 0
    output_bytes: int = 0

    def add(self, table: pa.Table) -> None:
        """Count a shard's rows."""
        self.rows += table.num_rows
        for outcome in table.column("outcome").to_pylist():
            self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        self.seconds += sum(table.column("seconds").to_pylist())
        self.source_bytes += sum(size or 0 for size in table.column("source_bytes").to_pylist())
        self.output_bytes += sum(size or 0 for size in table.column("output_bytes").to_pylist())


def tables(work: str, shards: Iterable[int], **options: Any) -> Iterator[pa.Table]:
    """Read the results of shards.

    Raises:
        IncompleteError: A shard has none.
    """
    store = open_store(work, **options)
    for shard in shards:
        try:
            yield from_parquet(store.get(result_key(shard)))
        except MissingError as error:
            raise IncompleteError(f"shard {shard} has no results: run it, then merge again") from error


def merge(work: str, target: str | Path | None = None, **options: Any) -> Merged:
    """Check that every picture has exactly one result, and write all results as one table.

    Args:
        work: The work folder.
        target: The Parquet file to write; ``None`` to count only.
        options: Arguments of :func:`open_store`.

    Raises:
        IncompleteError: A shard has no results, or a picture has none or two.
    """
    made = Plan.load(work, **options)
    merged = Merged()
    writer = pq.ParquetWriter(str(target) + ".partial", SCHEMA, compression="zstd") if target is not None else None
    try:
        for shard, table in enumerate(tables(work, range(made.shards), **options)):
            expected = [f"{made.source}/{entry.key}" for entry in made.entries(work, shard, **options)]
            found = table.column("source").to_pylist()
            if sorted(found) != sorted(expected):
                raise IncompleteError(
                    f"shard {shard}: expected one row for each of {len(expected)} pictures, found {len(found)} rows "
                    f"of {len(set(found))} pictures"
                )
            merged.add(table)
            if writer is not None:
                writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()
    if target is not None:
        Path(str(target) + ".partial").replace(target)
    return merged


def rows(work: str, **options: Any) -> Iterator[dict[str, Any]]:
    """Read the results of all shards, one row per picture, with the columns of :data:`SCHEMA`.

    Args:
        work: The work folder.
        options: Arguments of :func:`open_store`.

    Raises:
        IncompleteError: A shard has no results.
    """
    made = Plan.load(work, **options)
    for table in tables(work, range(made.shards), **options):
        yield from table.to_pylist()
