"""Reads manifests: lists of pictures with their sizes."""

from __future__ import annotations

import csv
import gzip
import io
import json
import logging
import math
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus

from ..edits import check_edits, check_position
from .store import FILE_TAG, MissingError, Store, normalized, open_store, plain_tag

SOURCE_COLUMNS = ("source", "key", "path", "url")
COLUMNS = (*SOURCE_COLUMNS, "size", "etag", "sha256", "latitude", "longitude", "altitude", "edits")

#: How the names of manifests end. What has another name is a folder or a bucket, which is listed.
NAMES = ("/manifest.json", ".parquet", ".jsonl", ".jsonl.gz", ".ndjson", ".csv", ".csv.gz")

_DIGEST = re.compile("[0-9a-f]{64}")

_log = logging.getLogger("upright.batch")


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
        etag: The store's ETag of the picture, without quotes; ``None`` if the manifest does not give it.
        sha256: The digest of its bytes, in lower-case hexadecimal; ``None`` if the manifest does not give it.
    """

    key: str
    size: int | None = None
    position: tuple[float, ...] | None = None
    edits: Mapping[str, Any] | None = None
    etag: str | None = None
    sha256: str | None = None

    def to_json(self) -> str:
        """Return the entry as a line of a shard."""
        line: dict[str, Any] = {"key": self.key, "size": self.size}
        if self.position is not None:
            line["position"] = list(self.position)
        if self.edits is not None:
            line["edits"] = self.edits
        if self.etag is not None:
            line["etag"] = self.etag
        if self.sha256 is not None:
            line["sha256"] = self.sha256
        return json.dumps(line, ensure_ascii=False, separators=(",", ":"))

    def check(self) -> None:
        """Check the key, the size, the digest, the position and the form of the edits.

        Raises:
            ValueError: The message says what was expected and what was found.
        """
        if not isinstance(self.key, str) or not all(part not in ("", ".", "..") for part in self.key.split("/")):
            raise ValueError(f"expected the key of a picture, without empty parts, . and .., found {self.key!r}")
        try:
            self.key.encode()
        except UnicodeEncodeError:
            raise ValueError(f"expected a key in UTF-8, found {self.key!r}") from None
        if "\0" in self.key:
            raise ValueError(f"expected a key without NUL, found {self.key!r}")
        if self.size is not None and (not isinstance(self.size, int) or self.size < 0):
            raise ValueError(f"size: expected a whole number of bytes, found {self.size!r}")
        if self.etag is not None and not (
            isinstance(self.etag, str) and self.etag.isascii() and self.etag.isprintable()
        ):
            raise ValueError(f"etag: expected the ETag of the picture, found {self.etag!r}")
        if self.sha256 is not None and not (isinstance(self.sha256, str) and _DIGEST.fullmatch(self.sha256)):
            raise ValueError(f"sha256: expected 64 lower-case hexadecimal digits, found {self.sha256!r}")
        try:
            if self.position is not None:
                check_position(self.position)
            if self.edits is not None:
                check_edits(self.edits)
        except TypeError as error:
            raise ValueError(str(error)) from error

    @classmethod
    def from_json(cls, text: str) -> Entry:
        """Read a line of a shard."""
        line = json.loads(text)
        position = line.get("position")
        return cls(
            line["key"],
            line["size"],
            tuple(position) if position else None,
            line.get("edits"),
            line.get("etag"),
            line.get("sha256"),
        )


def read_manifest(manifest: str, source: str, **options: Any) -> Iterator[Entry]:
    """Read the pictures of a manifest, one at a time.

    Args:
        manifest: A path or URL: ``.csv`` with a header (also ``.csv.gz``), ``.jsonl``, ``.parquet``, or the
            ``manifest.json`` of an S3 Inventory. Columns: ``source`` (or ``key``, ``path``, ``url``), and if known
            ``size`` (bytes), ``etag``, ``sha256``, ``latitude``, ``longitude``, ``altitude``, ``edits`` (JSON).
            Others are not read. Anything else is a folder or a prefix, which is listed; hidden files are left out.
        source: The base URL of the pictures. A source of the manifest is a key below it, or a URL that starts with it;
            keys are not percent-encoded.
        options: Arguments of :func:`open_store`.

    Raises:
        ManifestError: There is no manifest, or it is malformed. The message names the row.
    """
    return _entries(_rows(manifest, options), manifest, normalized(source))


def is_manifest(manifest: str) -> bool:
    """Whether a path or URL is that of a manifest, by its name, and not a place that is listed."""
    return normalized(manifest).endswith(NAMES)


def _rows(manifest: str, options: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if not is_manifest(manifest):
        yield from _listed(open_store(manifest, **options))
        return
    folder, name = normalized(manifest).rsplit("/", 1)
    store = open_store(folder, **options)
    try:
        if name == "manifest.json":
            yield from _inventory(store, name, folder, options)
        elif name.endswith(".parquet"):
            yield from _parquet(store.get(name), COLUMNS)
        elif name.endswith((".jsonl", ".jsonl.gz", ".ndjson")):
            yield from _json_lines(_text(store.get(name), name))
        else:
            yield from _csv(_text(store.get(name), name))
    except MissingError as error:
        raise ManifestError(f"{manifest}: expected a manifest, found no such file ({error})") from error
    except ManifestError as error:
        raise ManifestError(f"{manifest}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, OSError, csv.Error, zlib.error) as error:
        # Not UTF-8, NUL in a CSV, a gzip or Parquet file that is cut, an inventory without its members.
        raise ManifestError(f"{manifest}: expected a manifest in the format of its name, found {error!r}") from error


def _listed(store: Store) -> Iterator[Mapping[str, Any]]:
    empty = True
    for key, head in store.listed(""):
        if any(part.startswith(".") for part in key.split("/")) or (head.size == 0 and key.endswith("/")):
            continue
        try:
            Entry(key).check()
        except ValueError as error:
            # One name ends no plan, and no store could give the picture.
            _log.warning("%s: a file is left out: %s; rename it", store.url, error)
            continue
        empty = False
        # The tag of a file is not the ETag of an object that the file is a copy of.
        tag = None if (head.tag or "").startswith(FILE_TAG) else head.tag
        yield {"source": f"{store.url}/{key}", "size": head.size, "etag": tag}
    if empty:
        raise ManifestError(
            f"{store.url}: expected a folder or a bucket with pictures, or a manifest, found neither; the names of "
            f"manifests end in {', '.join(NAMES)}"
        )


def entries_of(rows: Iterable[Mapping[str, Any]], source: str) -> Iterator[Entry]:
    """Read pictures from rows, with the columns of :func:`read_manifest`."""
    return _entries(rows, "the rows", normalized(source))


def _text(data: bytes, name: str) -> io.TextIOWrapper:
    stream: Any = io.BytesIO(data)
    return io.TextIOWrapper(gzip.GzipFile(fileobj=stream) if name.endswith(".gz") else stream, "utf-8-sig", newline="")


def _csv(text: Iterable[str]) -> Iterator[Mapping[str, Any]]:
    for number, row in enumerate(csv.DictReader(text), 1):
        if None in row:
            raise ManifestError(
                f"row {number}: expected as many values as columns, found {row[None]} in addition; "
                "quote values that contain commas"
            )
        yield row


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


def _parquet(data: bytes, known: Collection[str] = ()) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    columns = [name for name in file.schema_arrow.names if name in known]
    for batch in file.iter_batches(columns=columns or None, use_threads=False):
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
            rows = (
                {"Bucket": row["bucket"], "Key": row["key"], "Size": row.get("size"), "ETag": row.get("e_tag")}
                for row in rows
            )
        else:
            rows = csv.DictReader(_text(data.get(part), part), fieldnames=columns)
            rows = ({**row, "Key": unquote_plus(row["Key"])} for row in rows)
        for row in rows:
            if row.get("IsDeleteMarker") == "true" or row.get("IsLatest") == "false":
                continue
            if row["Key"].endswith("/"):
                continue  # A folder, as consoles create them.
            yield {"source": f"s3://{row['Bucket']}/{row['Key']}", "size": row.get("Size"), "etag": row.get("ETag")}


def _entries(rows: Iterable[Mapping[str, Any]], manifest: str, source: str) -> Iterator[Entry]:
    for number, row in enumerate(rows, 1):
        column = next((name for name in SOURCE_COLUMNS if row.get(name)), None)
        if column is None:
            expected, found = ", ".join(SOURCE_COLUMNS), ", ".join(map(str, row))
            raise ManifestError(f"{manifest}, row {number}: expected a value in {expected}, found columns {found}")
        try:
            entry = Entry(
                _key(row[column], source),
                _size(row.get("size")),
                _position(row),
                _edits(row),
                plain_tag(_text_of(row, "etag")),
                (_text_of(row, "sha256") or "").lower() or None,
            )
            entry.check()
        except ValueError as error:
            raise ManifestError(f"{manifest}, row {number}: {error}") from error
        yield entry


def _key(value: Any, source: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected the source as text, found {value!r}")
    key = normalized(value) if value.startswith("file://") else value
    prefix = source.rstrip("/") + "/"
    if key.startswith(prefix):
        return key[len(prefix) :]
    if "://" in key or key.startswith("/"):
        raise ValueError(f"{value} is not below the source {source}")
    return key.removeprefix("./")


def _size(value: Any) -> int | None:
    if value in (None, ""):
        return None
    try:
        size = int(value)
        if size == value or isinstance(value, str):
            return size
    except (TypeError, ValueError, OverflowError):
        pass
    raise ValueError(f"size: expected a whole number of bytes, or nothing, found {value!r}")


def _text_of(row: Mapping[str, Any], name: str) -> str | None:
    value = row.get(name)
    if value in (None, ""):
        return None
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected text, or nothing, found {value!r}")
    return value


def _position(row: Mapping[str, Any]) -> tuple[float, ...] | None:
    names = ("latitude", "longitude", "altitude")
    found = {name: row[name] for name in names if row.get(name) not in (None, "")}
    if not found:
        return None
    missing = [name for name in names[:2] if name not in found]
    if missing:
        raise ValueError(f"{missing[0]}: expected a number beside {', '.join(found)}, found nothing")
    numbers = []
    for name, value in found.items():
        try:
            numbers.append(float(value))
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{name}: expected a number, found {value!r}") from None
        if not math.isfinite(numbers[-1]):
            raise ValueError(f"{name}: expected a number, or nothing if it is not known, found {value!r}")
    return tuple(numbers)


def _edits(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
    edits = row.get("edits")
    if not edits:
        return None
    try:
        read = json.loads(edits) if isinstance(edits, str) else edits
    except ValueError as error:
        raise ValueError(f"edits: expected an object in JSON, found {edits!r} ({error})") from error
    if not isinstance(read, dict):
        raise ValueError(f"edits: expected an object, found {type(read).__name__}")
    return read
