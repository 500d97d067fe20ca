"""Storage of pictures and results: an object store or a folder, with conditional writes and retries."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import random
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

import obstore
from obstore import exceptions
from obstore.store import from_url

T = TypeVar("T")

#: The metadata key of an output's SHA-256. An ETag is not a digest.
DIGEST = "upright-sha256"


#: Codes of S3, GCS and Azure for a missing bucket.
NO_BUCKET = ("NoSuchBucket", "ContainerNotFound")


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


class Store(Protocol):
    """A folder of objects, which have keys below it."""

    url: str

    def get(self, key: str) -> bytes:
        """Read an object; :class:`MissingError` if there is none, :class:`StoreError` if the store fails."""

    def put_new(self, key: str, data: bytes, sha256: str) -> str | None:
        """Write an object durably if the key has none; otherwise return the existing object's digest."""

    def replace(self, key: str, data: bytes, sha256: str) -> None:
        """Write an object durably, and replace an existing one."""

    def sha256(self, key: str) -> str | None:
        """The digest of an object; ``None`` if the key has none."""

    def keys(self, prefix: str) -> Iterator[str]:
        """The keys below a prefix."""

    def tail(self, key: str, count: int) -> bytes:
        """The last bytes of an object."""

    def remove(self, key: str) -> None:
        """Remove an object, if there is one."""

    def local_path(self, key: str) -> Path | None:
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
        return Folder(Path(place))
    try:
        return Objects(place, patience=patience, **options)
    except (exceptions.BaseError, ValueError) as error:
        raise PlaceError(
            f"{url}: expected s3://BUCKET/…, gs://BUCKET/…, az://CONTAINER/…, file:///FOLDER or a path: {error}"
        ) from error


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


def is_inside(inner: str, outer: str) -> bool:
    """Whether a URL equals another one or is below it."""
    inner, outer = (_followed(normalized(place)) for place in (inner, outer))
    return inner == outer or inner.startswith(outer.rstrip("/") + "/")


def _followed(place: str) -> str:
    """Return a path without symbolic links and ``..``."""
    return place if "://" in place else os.path.realpath(place)


def retrying(work: Callable[[], T], what: str, patience: float) -> T:
    """Retry after transient failures (5xx, 409, a lost connection) until the time is over."""
    end = time.monotonic() + patience
    pause = 0.1
    while True:
        try:
            return work()
        except (exceptions.AlreadyExistsError, exceptions.NotFoundError, FileNotFoundError):
            raise
        except (
            exceptions.NotSupportedError,
            exceptions.PermissionDeniedError,
            exceptions.UnauthenticatedError,
            exceptions.UnknownConfigurationKeyError,
        ) as error:
            raise AccessError(f"{what}: the store refuses the request: {error}") from error
        except ValueError as error:
            # obstore has no keys with control characters.
            raise PlaceError(f"{what!r}: {error}") from error
        except (exceptions.BaseError, OSError) as error:
            left = end - time.monotonic()
            if left <= 0:
                raise StoreError(f"{what}: the store failed for {patience:.0f} s; the last error: {error}") from error
            time.sleep(min(pause * random.uniform(0.5, 1.5), left))
            pause = min(pause * 2, 10.0)


class Objects:
    """An object store."""

    def __init__(self, url: str, *, patience: float = 180.0, **options: Any) -> None:
        """Open it, without a request."""
        from datetime import timedelta

        self.url = normalized(url)
        self._patience = patience
        retries: Any = {"max_retries": 3, "retry_timeout": timedelta(seconds=15)}
        self._store: Any = from_url(self.url, retry_config=retries, **options)

    def get(self, key: str) -> bytes:
        """Read an object."""
        try:
            return retrying(lambda: bytes(obstore.get(self._store, key).bytes()), f"{self.url}/{key}", self._patience)
        except (exceptions.NotFoundError, FileNotFoundError) as error:
            # Only the code in the response tells a missing bucket, without which every object is missing.
            if any(f"<Code>{code}</Code>" in str(error) for code in NO_BUCKET):
                raise AccessError(f"{self.url}: expected a bucket, found none") from error
            raise MissingError(f"{self.url}/{key}: no such object") from error
        except AccessError as error:
            if isinstance(error.__cause__, exceptions.PermissionDeniedError):
                raise ReadRefusedError(str(error)) from error
            raise

    def put_new(self, key: str, data: bytes, sha256: str) -> str | None:
        """Write an object if the key has none (``If-None-Match: *``); otherwise return the existing digest."""

        def put() -> str | None:
            try:
                self._put(key, data, sha256, mode="create")
            except exceptions.AlreadyExistsError:
                there = self.sha256(key)
                if there is None:
                    # 409: another writer has not succeeded, or the object has been removed.
                    raise ConflictError(f"{self.url}/{key}: conflicting writes") from None
                return there
            return None

        return retrying(put, f"{self.url}/{key}", self._patience)

    def replace(self, key: str, data: bytes, sha256: str) -> None:
        """Write an object, and replace an existing one."""
        self._put(key, data, sha256, mode="overwrite")

    def _put(self, key: str, data: bytes, sha256: str, mode: Any) -> None:
        attributes: dict[Any, str] = {DIGEST: sha256}

        def put() -> None:
            # In one request: not every store supports conditional multipart uploads.
            try:
                obstore.put(self._store, key, data, mode=mode, attributes=attributes, use_multipart=False)
            except (exceptions.NotFoundError, FileNotFoundError) as error:
                raise AccessError(f"{self.url}: expected a bucket, found none") from error

        retrying(put, f"{self.url}/{key}", self._patience)

    def sha256(self, key: str) -> str | None:
        """Return the digest in an object's metadata; without one, the digest of its bytes."""

        def head() -> Any:
            return obstore.get(self._store, key, options={"head": True}).attributes

        try:
            attributes = retrying(head, f"{self.url}/{key}", self._patience)
        except (exceptions.NotFoundError, FileNotFoundError):
            return None
        kept = attributes.get(DIGEST)
        return str(kept) if kept else hashlib.sha256(self.get(key)).hexdigest()

    def keys(self, prefix: str) -> Iterator[str]:
        """List the keys below a prefix."""
        pages = obstore.list(self._store, prefix)

        def page() -> list[str] | None:
            found = next(pages, None)
            return None if found is None else [str(each["path"]) for each in found]

        while (keys := retrying(page, self.url, self._patience)) is not None:
            yield from keys

    def tail(self, key: str, count: int) -> bytes:
        """Read the last bytes of an object."""

        def read() -> bytes:
            # Azure has no requests for the last bytes.
            size = obstore.head(self._store, key)["size"]
            return bytes(obstore.get_range(self._store, key, start=max(size - count, 0), end=size)) if size else b""

        try:
            return retrying(read, f"{self.url}/{key}", self._patience)
        except (exceptions.NotFoundError, FileNotFoundError) as error:
            raise MissingError(f"{self.url}/{key}: no such object") from error

    def remove(self, key: str) -> None:
        """Remove an object, if there is one."""
        with contextlib.suppress(exceptions.NotFoundError, FileNotFoundError):
            retrying(lambda: obstore.delete(self._store, key), f"{self.url}/{key}", self._patience)

    def local_path(self, key: str) -> Path | None:
        """Return ``None``: an object is not a file."""
        return None


def _failure(path: str, error: OSError) -> StoreError | PlaceError:
    """Tell names that cannot exist from failures that can pass."""
    if error.errno in (errno.ENAMETOOLONG, errno.EISDIR, errno.ENOTDIR, errno.ELOOP):
        return PlaceError(f"{path}: {error.strerror}")
    return StoreError(f"{path}: {error.strerror}")


class Folder:
    """A folder of a file system. Writes survive a power cut."""

    def __init__(self, path: Path) -> None:
        """Take a folder; the first write creates it."""
        self._path = path
        self.url = str(path)

    def local_path(self, key: str) -> Path:
        """Return the file of a key, which is inside the folder."""
        parts = key.split("/")
        if ".." in parts or "" in parts or "\0" in key:
            raise PlaceError(f"expected a relative path inside {self.url}, found {key!r}")
        return self._path / key

    def get(self, key: str) -> bytes:
        """Read a file."""
        try:
            return self.local_path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as error:
            raise MissingError(f"{self.url}/{key}: no such file") from error
        except OSError as error:
            raise _failure(f"{self.url}/{key}", error) from error

    def check(self) -> None:
        """Check that the folder exists."""
        if not self._path.is_dir():
            raise StoreError(f"{self._path}: expected a folder, found none; is its file system mounted?")

    def put_new(self, key: str, data: bytes, sha256: str) -> str | None:
        """Write a file durably if the name has none; otherwise return the existing file's digest."""
        return None if self._write(key, data, os.link) else self.sha256(key) or ""

    def replace(self, key: str, data: bytes, sha256: str) -> None:
        """Write a file durably, and replace an existing one."""
        self._write(key, data, os.replace)

    def _write(self, key: str, data: bytes, publish: Callable[[Path, Path], None]) -> bool:
        target = self.local_path(key)
        hidden = target.parent / f".upright-{secrets.token_hex(8)}.partial"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                with hidden.open("wb") as file:
                    # As upright's own hidden files: it removes unlocked ones, which killed processes have left.
                    with contextlib.suppress(OSError):
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                    publish(hidden, target)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    hidden.unlink()
            folder = os.open(target.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
        except FileExistsError:
            return False
        except OSError as error:
            raise _failure(str(target), error) from error
        return True

    def sha256(self, key: str) -> str | None:
        """Return the digest of a file."""
        try:
            return hashlib.sha256(self.get(key)).hexdigest()
        except MissingError:
            return None

    def keys(self, prefix: str) -> Iterator[str]:
        """List the files below a folder."""
        root = self._path / prefix
        for path in sorted(root.rglob("*")):
            if path.is_file() and not path.name.startswith(".upright-"):
                yield path.relative_to(self._path).as_posix()

    def tail(self, key: str, count: int) -> bytes:
        """Read the last bytes of a file."""
        path = self.local_path(key)
        try:
            with path.open("rb") as file:
                file.seek(max(path.stat().st_size - count, 0))
                return file.read(count)
        except FileNotFoundError as error:
            raise MissingError(f"{path}: no such file") from error
        except OSError as error:
            raise _failure(str(path), error) from error

    def remove(self, key: str) -> None:
        """Remove a file, if there is one, and its folder, if it is empty."""
        path = self.local_path(key)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"{path}: {error}") from error
        with contextlib.suppress(OSError):
            path.parent.rmdir()
