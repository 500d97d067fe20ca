"""Reads manifests: lists of pictures with their sizes."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from .store import Store, normalized, open_store

SOURCE_COLUMNS = ("source", "key", "path", "url")


class ManifestError(ValueError):
    """A manifest cannot be read; the message says what was expected, what was found, and where."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One picture of a manifest.

    Attributes:
        key: Its key below the source URL.
        size: Its size in bytes; ``None`` if the manifest does not give it.
        position: Degrees north, degrees east and, if known, metres above sea level; written if it has none.
        edits: The member ``edits`` of a worker's request.
    """

    key: str
    size: int | None = None
    position: tuple[float, ...] | None = None
    edits: Mapping[str, Any] | None = None

    def to_json(self) -> str:
        """Return the entry as a line of a shard."""
        line: dict[str, Any] = {"key": self.key, "size": self.size}
        if self.position is not None:
            line["position"] = list(self.position)
        if self.edits is not None:
            line["edits"] = self.edits
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Entry:
        """Read a line of a shard."""
        line = json.loads(text)
        position = line.get("position")
        return cls(line["key"], line["size"], tuple(position) if position else None, line.get("edits"))


def read_manifest(manifest: str, source: str, **options: Any) -> Iterator[Entry]:
    """Read the pictures of a manifest, one at a time.

    Args:
        manifest: A path or URL: ``.csv`` with a header (also ``.csv.gz``), ``.jsonl``, ``.parquet``, or the
            ``manifest.json`` of an S3 Inventory. Columns: ``source`` (or ``key``, ``path``, ``url``), and if known
            ``size`` (bytes), ``latitude``, ``longitude``, ``altitude``, ``edits`` (JSON).
        source: The base URL of the pictures. A source of the manifest is a key below it, or a URL that starts with it.
        options: Arguments of :func:`open_store`.

    Raises:
        ManifestError: The manifest is malformed. The message names the place.
    """
    folder, name = normalized(manifest).rsplit("/", 1)
    store = open_store(folder, **options)
    if name == "manifest.json":
        rows = _inventory(store, name, folder, options)
    elif name.endswith(".parquet"):
        rows = _parquet(store.get(name))
    elif name.endswith((".jsonl", ".jsonl.gz", ".ndjson")):
        rows = _json_lines(_text(store.get(name), name))
    elif name.endswith((".csv", ".csv.gz")):
        rows = _csv(_text(store.get(name), name))
    else:
        raise ManifestError(f"{manifest}: expected .csv, .jsonl, .parquet or the manifest.json of an S3 Inventory")
    return _entries(rows, manifest, normalized(source))


def entries_of(rows: Iterable[Mapping[str, Any]], source: str) -> Iterator[Entry]:
    """Read pictures from rows, with the columns of :func:`read_manifest`."""
    return _entries(rows, "the rows", normalized(source))


def _text(data: bytes, name: str) -> io.TextIOWrapper:
    stream: Any = io.BytesIO(data)
    return io.TextIOWrapper(gzip.GzipFile(fileobj=stream) if name.endswith(".gz") else stream, "utf-8", newline="")


def _csv(text: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    yield from csv.DictReader(text)


def _json_lines(text: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    for number, line in enumerate(text, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError as error:
            raise ManifestError(f"line {number}: expected a JSON object: {error}") from error
        if not isinstance(row, dict):
            raise ManifestError(f"line {number}: expected a JSON object, found {type(row).__name__}")
        yield row


def _parquet(data: bytes) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    for batch in pq.ParquetFile(pa.BufferReader(data)).iter_batches():
        yield from batch.to_pylist()


def _inventory(store: Store, name: str, folder: str, options: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """S3 Inventory: the data is in ``data/`` next to the manifest's folder, in the inventory's own bucket."""
    about = json.loads(store.get(name))
    form, columns = about.get("fileFormat"), [column.strip() for column in about.get("fileSchema", "").split(",")]
    if form not in ("CSV", "Parquet"):
        raise ManifestError(f"{folder}/{name}: expected an S3 Inventory in CSV or Parquet, found {form}")
    data = open_store(f"{folder.rsplit('/', 1)[0]}/data", **options)
    for file in about["files"]:
        part = file["key"].rsplit("/", 1)[1]
        if form == "Parquet":
            rows: Iterable[Mapping[str, Any]] = _parquet(data.get(part))
            rows = ({"Bucket": row["bucket"], "Key": row["key"], "Size": row.get("size")} for row in rows)
        else:
            rows = csv.DictReader(_text(data.get(part), part), fieldnames=columns)
            rows = ({**row, "Key": unquote_plus(row["Key"])} for row in rows)
        for row in rows:
            if row.get("IsDeleteMarker") == "true" or row.get("IsLatest") == "false":
                continue
            yield {"source": f"s3://{row['Bucket']}/{row['Key']}", "size": row.get("Size")}


def _entries(rows: Iterable[Mapping[str, Any]], manifest: str, source: str) -> Iterator[Entry]:
    for number, row in enumerate(rows, 1):
        column = next((name for name in SOURCE_COLUMNS if row.get(name)), None)
        if column is None:
            expected, found = ", ".join(SOURCE_COLUMNS), ", ".join(map(str, row))
            raise ManifestError(f"{manifest}, row {number}: expected a value in {expected}, found columns {found}")
        key = str(row[column])
        if key.startswith(source + "/"):
            key = key[len(source) + 1 :]
        elif "://" in key or key.startswith("/"):
            raise ManifestError(f"{manifest}, row {number}: {key} is not below the source {source}")
        if not key or key.endswith("/") or ".." in key.split("/"):
            raise ManifestError(f"{manifest}, row {number}: expected the key of a picture, found {key!r}")
        try:
            size = int(row["size"]) if row.get("size") not in (None, "") else None
            yield Entry(key, size, _position(row), _edits(row))
        except (TypeError, ValueError) as error:
            raise ManifestError(f"{manifest}, row {number}: {error}") from error


def _position(row: Mapping[str, Any]) -> tuple[float, ...] | None:
    values = [row.get(name) for name in ("latitude", "longitude", "altitude")]
    if values[0] in (None, "") or values[1] in (None, ""):
        return None
    return tuple(float(value) for value in values if value not in (None, ""))


def _edits(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
    edits = row.get("edits")
    if not edits:
        return None
    read = json.loads(edits) if isinstance(edits, str) else edits
    if not isinstance(read, dict):
        raise ValueError(f"edits: expected an object, found {type(read).__name__}")
    return read
