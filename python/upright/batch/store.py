"""Storage of pictures and results: an object store or a folder, with conditional writes and retries."""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast
from urllib.parse import unquote, urlsplit

#: The metadata key of an output's SHA-256. An ETag is not a digest.
DIGEST = "upright-sha256"

#: The bytes of an object: in memory, or mapped.
Bytes = bytes | mmap.mmap

#: How the tags of files begin. An ETag of a manifest says nothing about a copy of the object in a folder.
FILE_TAG = "file:"


class StoreError(RuntimeError):
    """A store failed for a transient reason until the retries ended."""


class PlaceError(ValueError):
    """A URL or a key that no store has."""


class AccessError(RuntimeError):
    """A store refuses: credentials or permissions are missing, or it does not support a request."""


class ReadRefusedError(AccessError):
    """A store refuses to read one object. S3 answers so for a missing object if the bucket must not be listed."""


class ConflictError(OSError):
    """Concurrent writes of one object; retried."""


class MissingError(FileNotFoundError):
    """There is no such object."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """An object as it came.

    Attributes:
        data: Its bytes.
        tag: What tells its versions apart: the ETag without quotes, or a file's time and size. ``None`` if unknown.
        size: The size of the object according to the store; that of ``data`` unless a part was read or bytes were lost.
    """

    data: Bytes
    tag: str | None
    size: int


@dataclass(frozen=True, slots=True)
class Head:
    """What a store says about an object without its bytes.

    Attributes:
        size: Bytes.
        tag: See :class:`Fetched`.
        about: Its own metadata, without the prefixes of the stores.
    """

    size: int
    tag: str | None
    about: Mapping[str, str]


class Store(Protocol):
    """A folder of objects, which have keys below it."""

    url: str

    def get(self, key: str) -> bytes:
        """Read an object; :class:`MissingError` if there is none, :class:`StoreError` if the store fails."""

    def fetch(self, key: str, *, unless: str | None = None, spooled: bool = False) -> Fetched | None:
        """Read an object with its tag; ``None`` if its tag is ``unless``, without reading its bytes.

        ``spooled``: into a temporary file without a name, whose bytes are mapped, instead of into memory.
        """

    def start(self, key: str, count: int) -> Fetched:
        """Read at most the first ``count`` bytes of an object."""

    def head(self, key: str) -> Head | None:
        """What the store says about an object; ``None`` if the key has none."""

    def put_new(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> str | None:
        """Write an object durably if the key has none; otherwise return the existing object's digest.

        ``about`` becomes metadata of the object, beside its digest. A folder keeps none.
        """

    def replace(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> None:
        """Write an object durably, and replace an existing one."""

    def sha256(self, key: str) -> str | None:
        """The digest of an object; ``None`` if the key has none."""

    def listed(self, prefix: str) -> Iterator[tuple[str, Head]]:
        """The keys below a prefix, and what the list says of them: not the objects' own metadata."""

    def tail(self, key: str, count: int) -> bytes:
        """The last bytes of an object."""

    def remove(self, key: str) -> None:
        """Remove an object, if there is one."""

    def local_path(self, key: str) -> str | None:
        """The file of an object; ``None`` if the store is not a folder."""


def open_store(url: str, *, patience: float = 180.0, **options: Any) -> Store:
    """Open a store by its URL.

    Args:
        url: ``s3://bucket/prefix``, ``gs://…``, ``az://…``, ``file:///folder`` or a path. Credentials, region and
            endpoint come from the environment (``AWS_…``, ``GOOGLE_…``, ``AZURE_…``), as for the vendors' own tools.
        patience: How many seconds to retry a failing store, with growing delays.
        options: Other arguments of :func:`obstore.store.from_url`.

    Raises:
        PlaceError: No store has such a URL.
    """
    place = normalized(url)
    if "://" not in place:
        from .folder import Folder

        return Folder(Path(place))
    from .objects import Objects

    return Objects(place, patience=patience, **options)


def normalized(url: str) -> str:
    """Return a URL without a trailing slash, or an absolute path."""
    if url.startswith("file://"):
        parts = urlsplit(url)
        if parts.netloc not in ("", "localhost") or not parts.path:
            raise PlaceError(f"{url}: expected file:///FOLDER, with three slashes and an absolute path")
        # Not parts.path: a name can contain ? and #.
        url = unquote(url.removeprefix("file://").removeprefix(parts.netloc))
    if "://" not in url:
        if not url:
            raise PlaceError("expected a URL or a path, found none")
        return str(Path(url).absolute())
    if url.endswith("://"):
        raise PlaceError(f"{url}: expected a bucket after the scheme, found none")
    return url.rstrip("/")


def mapped(file: BinaryIO) -> Bytes:
    """Return the bytes of a file without reading them; the file can be closed."""
    file.flush()
    return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if file.seek(0, os.SEEK_END) else b""


def spool() -> BinaryIO:
    """Return a file without a name, in the folder of temporary files (``TMPDIR``)."""
    return cast(BinaryIO, tempfile.TemporaryFile(prefix="upright-"))


def is_inside(inner: str, outer: str) -> bool:
    """Whether a URL equals another one or is below it."""
    inner, outer = (_followed(normalized(place)) for place in (inner, outer))
    return inner == outer or inner.startswith(outer.rstrip("/") + "/")


def _followed(place: str) -> str:
    """Return a path without symbolic links and ``..``."""
    return place if "://" in place else os.path.realpath(place)


def plain_tag(tag: str | None) -> str | None:
    """Return an ETag without quotes and without the sign of weak ones; ``None`` if there is none."""
    return (tag or "").strip().removeprefix("W/").strip('"') or None
