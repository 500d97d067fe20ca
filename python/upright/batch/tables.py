"""Reads results, wherever they are: in a work folder, or in a table of ``merge``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .plan import Plan
from .results import kept_tables, tables
from .schema import with_columns
from .store import MissingError, normalized, open_store


def tables_of(results: str, **options: Any) -> Iterator[pa.Table]:
    """Read results, a table of some thousand rows at a time.

    Args:
        results: The work folder of a plan, or a Parquet file.
        options: Arguments of :func:`open_store`.

    Raises:
        IncompleteError: A shard of the plan has no results.
        PlanError: There is no plan in the folder.
        ValueError: There is no such file, or it is no table of results.
    """
    if not results.endswith(".parquet"):
        made = Plan.load(results, **options)
        yield from chain(kept_tables(results, made, **options), tables(results, made, **options))
        return
    place = normalized(results)
    try:
        if "://" in place:
            folder, _, name = place.rpartition("/")
            file = pq.ParquetFile(pa.BufferReader(open_store(folder, **options).get(name)))
        else:
            file = pq.ParquetFile(place)
        for batch in file.iter_batches(use_threads=False):
            yield with_columns(pa.Table.from_batches([batch]))
    except (FileNotFoundError, MissingError) as error:
        raise ValueError(f"{results}: expected a table of results, found no such file") from error
    except (pa.ArrowException, KeyError, OSError) as error:
        raise ValueError(f"{results}: expected a table of results, found {error}") from error


def rows_of(results: str, **options: Any) -> Iterator[dict[str, Any]]:
    """Read results, one row at a time: see :func:`tables_of`."""
    for table in tables_of(results, **options):
        yield from table.to_pylist()
