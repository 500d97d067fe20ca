"""The table of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .delivery import Delivery
from .plan import Plan
from .store import MissingError, Store, open_store

#: Up to this number of shards, :func:`status` reads the end of each result; of larger plans only their names.
CHECKED_SHARDS = 10_000

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
        pa.field("width", pa.int32()),
        pa.field("height", pa.int32()),
        pa.field("matrix", pa.list_(pa.float64())),
        pa.field("source_etag", pa.string()),
        pa.field("options", pa.string()),
        pa.field("member", pa.string()),
        pa.field("shard", pa.int32(), nullable=False),
    ]
)


def row_of(delivery: Delivery, shard: int) -> dict[str, Any]:
    """Return the row of a picture."""
    report = delivery.report
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
        "width": delivery.width,
        "height": delivery.height,
        "matrix": None if delivery.turn is None else list(delivery.turn.matrix),
        "source_etag": delivery.etag,
        "options": delivery.options,
        "member": delivery.member,
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
    # Arrow's own memory and no thread, for the same reason.
    stream = pa.BufferOutputStream()
    stream.write(data)
    table = pq.read_table(pa.BufferReader(stream.getvalue()), use_threads=False, pre_buffer=False)
    return with_columns(table)


def with_columns(table: pa.Table) -> pa.Table:
    """Give a table all columns of :data:`SCHEMA`. Results of earlier versions lack some, which are null then."""
    for column in SCHEMA:
        if column.name not in table.column_names and column.nullable:
            table = table.append_column(column, pa.nulls(table.num_rows, column.type))
    return table.select(SCHEMA.names).cast(SCHEMA)


def read_results(store: Store, made: Plan, shard: int) -> pa.Table:
    """Read the results of a shard.

    Raises:
        MissingError: It has none.
        DamagedError: They are not the Parquet file that :func:`to_parquet` writes.
    """
    key = made.result_key(shard)
    data = store.get(key)
    try:
        return from_parquet(data)
    except (pa.ArrowException, OSError, ValueError, KeyError) as error:
        raise DamagedError(
            f"{store.url}/{key}: expected the results of shard {shard} as a Parquet file, found {len(data)} bytes that "
            f"are not ({error}); run the shard again: it replaces them"
        ) from error


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of a plan.

    Attributes:
        shards: The number of shards.
        done: The number of shards that have results.
        missing: The numbers of the first thousand shards that have none, or damaged ones.
        pictures: The number of pictures in the plan.
        damaged: The numbers of the first thousand shards whose results are damaged.
    """

    shards: int
    done: int
    missing: tuple[int, ...]
    pictures: int
    damaged: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every shard has results."""
        return self.done == self.shards


def status(work: str, **options: Any) -> Status:
    """Return the progress of a plan, from the results in its work folder.

    Results of other plans do not count. Results that are cut count as missing, up to :data:`CHECKED_SHARDS` shards.
    """
    made = Plan.load(work, **options)
    store = open_store(work, **options)
    found = set(store.keys(made.results))
    present = [shard for shard in range(made.shards) if made.result_key(shard) in found]

    def whole(shard: int) -> bool:
        try:
            return store.tail(made.result_key(shard), 4) == b"PAR1"
        except MissingError:
            return False

    damaged: set[int] = set()
    if made.shards <= CHECKED_SHARDS:
        with ThreadPoolExecutor(16) as threads:
            damaged = {shard for shard, good in zip(present, threads.map(whole, present), strict=True) if not good}
    done = set(present) - damaged
    missing = tuple(islice((shard for shard in range(made.shards) if shard not in done), 1000))
    return Status(made.shards, len(done), missing, made.pictures, tuple(sorted(damaged)[:1000]))


class IncompleteError(RuntimeError):
    """The results do not have exactly one row for each picture."""


class DamagedError(IncompleteError):
    """The results of a shard cannot be read."""


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


def tables(work: str, made: Plan, **options: Any) -> Iterator[pa.Table]:
    """Read the results of all shards.

    Raises:
        IncompleteError: A shard has none, or damaged ones.
    """
    store = open_store(work, **options)
    for shard in range(made.shards):
        try:
            yield read_results(store, made, shard)
        except MissingError as error:
            raise IncompleteError(
                f"shard {shard} has no results: expected {store.url}/{made.result_key(shard)}; run the shard first"
            ) from error


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
        for shard, table in enumerate(tables(work, made, **options)):
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
        if merged.rows != made.pictures:
            raise IncompleteError(f"{work}: expected {made.pictures} pictures in the shards, found {merged.rows}")
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
    for table in tables(work, made, **options):
        yield from table.to_pylist()
