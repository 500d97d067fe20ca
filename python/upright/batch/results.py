"""The table of results."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .plan import Plan
from .schema import SCHEMA, from_parquet
from .store import MissingError, Store, open_store

#: Up to this number of shards, :func:`status` reads the end of each result; of larger plans only their names.
CHECKED_SHARDS = 10_000


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
    found = {key for key, _ in store.listed(made.results)}
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
        sizes = table.column("bytes").to_pylist()
        self.source_bytes += sum(each["source"] or 0 for each in sizes)
        self.output_bytes += sum(each["output"] or 0 for each in sizes)

    def to_json(self) -> dict[str, Any]:
        """Return the object that ``upright-batch merge --json`` prints."""
        return {
            "rows": self.rows,
            "outcomes": self.outcomes,
            "seconds": round(self.seconds, 3),
            "bytes": {"source": self.source_bytes, "output": self.output_bytes},
        }


def kept_tables(work: str, made: Plan, **options: Any) -> Iterator[pa.Table]:
    """Read the results that the plan has taken over."""
    store = open_store(work, **options)
    for number in range(made.kept_tables):
        try:
            yield from_parquet(store.get(made.kept_key(number)))
        except (MissingError, pa.ArrowException, OSError, ValueError, KeyError) as error:
            raise DamagedError(
                f"{store.url}/{made.kept_key(number)}: expected results that the plan has taken over, found: {error}; "
                "plan again with --force"
            ) from error


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
        count = 0

        def add(table: pa.Table, what: str, expected: set[str] | None) -> int:
            sources = table.column("source").to_pylist()
            # A container has a row for each of its pictures.
            found = set(zip(sources, table.column("member").to_pylist(), strict=True))
            if len(found) != len(sources) or (expected is not None and set(sources) != expected):
                raise IncompleteError(
                    f"{what}: expected one row for each of {len(expected or found)} pictures, found "
                    f"{len(sources)} rows of {len(set(sources))} pictures"
                )
            merged.add(table)
            if writer is not None:
                writer.write_table(table)
            return len(set(sources))

        last = None
        for number, table in enumerate(kept_tables(work, made, **options)):
            count += add(table, f"table {number} of the results that were taken over", None)
            # A container can begin in one table and end in the next.
            sources = table.column("source")
            count -= last is not None and sources[0].as_py() == last
            last = sources[-1].as_py()
        for shard, table in enumerate(tables(work, made, **options)):
            entries = made.entries(work, shard, **options)
            count += add(table, f"shard {shard}", {f"{made.source}/{entry.key}" for entry in entries})
        if count != made.pictures:
            raise IncompleteError(f"{work}: expected {made.pictures} pictures in the shards, found {count}")
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
    for table in chain(kept_tables(work, made, **options), tables(work, made, **options)):
        yield from table.to_pylist()
