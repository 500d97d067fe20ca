"""Reads what a data set holds from the beginnings of its pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import UprightError
from ..normalizer import Normalizer
from ..report import Description
from .manifest import Entry, read_manifest
from .store import MissingError, PlaceError, ReadRefusedError, Store, StoreError, open_store

#: One row per picture.
SCAN_SCHEMA: pa.Schema = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("size", pa.int64()),
        pa.field("etag", pa.string()),
        pa.field("type", pa.string(), nullable=False),
        pa.field("orientation", pa.int8()),
        pa.field("width", pa.int32()),
        pa.field("height", pa.int32()),
        pa.field("latitude", pa.float64()),
        pa.field("longitude", pa.float64()),
        pa.field("make", pa.string()),
        pa.field("model", pa.string()),
        pa.field("captured", pa.string()),
        pa.field("frames", pa.int32()),
        pa.field("complete", pa.bool_(), nullable=False),
        pa.field("reason", pa.string()),
    ]
)

#: How many bytes of a picture are read first, and how many if these do not reach the dimensions.
START_BYTES, MORE_BYTES = 1 << 16, 1 << 20

#: The largest file that is read whole.
MOST_BYTES = 1 << 28

#: The types whose metadata come before the picture. Files of others are read whole.
_AHEAD = ("public.jpeg", "com.compuserve.gif", "public.png")

_ROWS = 10_000


@dataclass(slots=True)
class Scanned:
    """Totals of a scan.

    Attributes:
        pictures: The number of rows.
        turned: How many of them have an orientation from 2 to 8.
        failed: How many could not be read.
        read: The bytes that were read.
        size: The bytes of all files.
        types: The number of files for each type.
        orientations: The number of pictures for each orientation; those without one count as 0.
    """

    pictures: int = 0
    turned: int = 0
    failed: int = 0
    read: int = 0
    size: int = 0
    types: dict[str, int] = field(default_factory=dict)
    orientations: dict[int, int] = field(default_factory=dict)

    def add(self, row: dict[str, Any], read: int) -> None:
        """Count a row."""
        self.pictures += 1
        self.turned += (row["orientation"] or 1) > 1
        self.failed += bool(row["reason"])
        self.read += read
        self.size += row["size"] or 0
        self.types[row["type"]] = self.types.get(row["type"], 0) + 1
        orientation = row["orientation"] or 0
        self.orientations[orientation] = self.orientations.get(orientation, 0) + 1


def scan(
    manifest: str | Iterable[Entry],
    source: str,
    table: str | Path,
    *,
    transfers: int = 32,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> Scanned:
    """Read type, size, orientation, dimensions, position and camera of pictures into a Parquet file.

    Of each JPEG, GIF and PNG the first 64 KB are read, and of those that are longer before their dimensions, 1 MB.
    Other pictures of up to 256 MB are read whole, since their metadata can be at their end. The table has the columns
    that a manifest needs (``source``, ``size``, ``etag``).

    Args:
        manifest: See :func:`upright.batch.plan`.
        source: The base URL of the pictures.
        table: The Parquet file to write.
        transfers: Requests at a time.
        progress: Called with the number of pictures so far.
        options: Arguments of :func:`open_store`.

    Raises:
        ManifestError: The manifest cannot be read.
        AccessError: The store refuses.
    """
    store = open_store(source, **options)
    entries = read_manifest(manifest, source, **options) if isinstance(manifest, str) else iter(manifest)
    totals = Scanned()
    partial = Path(f"{table}.partial")
    with (
        Normalizer() as normalizer,
        ThreadPoolExecutor(transfers) as threads,
        pq.ParquetWriter(partial, SCAN_SCHEMA, compression="zstd") as writer,
    ):
        while rows := list(threads.map(lambda entry: _row(entry, store, normalizer), islice(entries, _ROWS))):
            for row, read in rows:
                totals.add(row, read)
            writer.write_table(pa.Table.from_pylist([row for row, _ in rows], schema=SCAN_SCHEMA))
            if progress:
                progress(totals.pictures)
    partial.replace(table)
    return totals


def _row(entry: Entry, store: Store, normalizer: Normalizer) -> tuple[dict[str, Any], int]:
    """Read one picture, and count the bytes that were read."""
    found: Description | None = None
    reason: str | None = None
    read, complete = 0, True
    size, etag = entry.size, entry.etag
    try:
        for count in (START_BYTES, MORE_BYTES, MOST_BYTES):
            start = store.start(entry.key, count)
            read += len(start.data)
            size, etag = start.size, start.tag
            found = normalizer.describe(bytes(start.data), name=entry.key)
            complete = start.size is None or len(start.data) >= start.size
            ahead = found.type in _AHEAD and found.width is not None
            if complete or ahead or not found.handled:
                # A PNG can have its Exif behind its picture.
                complete = complete or found.type != "public.png" or found.orientation is not None
                break
        reason = found.reason if found and complete and found.handled else None
    except MissingError:
        reason = "no such object"
    except (PlaceError, StoreError, ReadRefusedError, UprightError) as error:
        reason = str(error)
    row = {
        "source": f"{store.url}/{entry.key}",
        "size": size,
        "etag": etag,
        "type": found.type if found else "public.data",
        **{name: getattr(found, name, None) for name in _DESCRIBED},
        "complete": complete,
        "reason": reason,
    }
    return row, read


_DESCRIBED = ("orientation", "width", "height", "latitude", "longitude", "make", "model", "captured", "frames")
