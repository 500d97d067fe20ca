"""An object store: S3, GCS, Azure."""

from __future__ import annotations

import contextlib
import hashlib
import random
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, TypeVar

import obstore
from obstore import exceptions
from obstore.store import from_url

from .store import (
    DIGEST,
    AccessError,
    Bytes,
    ConflictError,
    Fetched,
    Head,
    MissingError,
    PlaceError,
    ReadRefusedError,
    StoreError,
    mapped,
    normalized,
    plain_tag,
    spool,
)
from .usage import STOPPING, USAGE

T = TypeVar("T")

#: The most keys that a store gives in one answer.
LIST_KEYS = 1000

#: Codes of S3, GCS and Azure for a missing bucket.
NO_BUCKET = ("NoSuchBucket", "ContainerNotFound")


def retrying(work: Callable[[], T], what: str, patience: float) -> T:
    """Retry after transient failures (5xx, 409, a lost connection) until the time is over."""
    end = time.monotonic() + patience
    pause = 0.1
    while True:
        try:
            return work()
        except (
            exceptions.AlreadyExistsError,
            exceptions.NotFoundError,
            exceptions.NotModifiedError,
            FileNotFoundError,
        ):
            raise
        except (
            exceptions.NotSupportedError,
            exceptions.PermissionDeniedError,
            exceptions.UnauthenticatedError,
            exceptions.UnknownConfigurationKeyError,
        ) as error:
            raise AccessError(f"{what}: the store refuses the request: {_said(error)}") from error
        except ValueError as error:
            # obstore has no keys with control characters.
            raise PlaceError(f"{what!r}: {error}") from error
        except (exceptions.BaseError, OSError) as error:
            left = end - time.monotonic()
            if left <= 0:
                raise StoreError(
                    f"{what}: the store failed for {patience:.0f} s; the last error: {_said(error)}"
                ) from error
            USAGE.retry()
            if STOPPING.wait(min(pause * random.uniform(0.5, 1.5), left)):
                raise StoreError(f"{what}: the job is stopped while the store fails: {_said(error)}") from error
            pause = min(pause * 2, 10.0)


def _said(error: Exception) -> str:
    """What an error says, without the fields of obstore's objects."""
    return str(error).split("\n\nDebug source", 1)[0].strip()


def _spooled(found: Any) -> Bytes:
    """Read an object into a file without a name, piece by piece."""
    with spool() as file:
        for piece in found.stream():
            file.write(piece)
        return mapped(file)


class Objects:
    """An object store."""

    def __init__(self, url: str, *, patience: float = 180.0, **options: Any) -> None:
        """Open it, without a request."""
        self.url = normalized(url)
        self._patience = patience
        retries: Any = {"max_retries": 3, "retry_timeout": timedelta(seconds=15)}
        try:
            self._store: Any = from_url(self.url, retry_config=retries, **options)
        except (exceptions.BaseError, ValueError) as error:
            raise PlaceError(
                f"{url}: expected s3://BUCKET/…, gs://BUCKET/…, az://CONTAINER/…, file:///FOLDER or a path: "
                f"{_said(error)}"
            ) from error

    def get(self, key: str) -> bytes:
        """Read an object."""
        return bytes(self._read(key, {}).data)

    def fetch(self, key: str, *, unless: str | None = None, spooled: bool = False) -> Fetched | None:
        """Read an object, unless it has a certain tag (``If-None-Match``)."""
        try:
            return self._read(key, {"if_none_match": f'"{unless}"'} if unless else {}, spooled)
        except exceptions.NotModifiedError:
            return None

    def start(self, key: str, count: int) -> Fetched:
        """Read the first bytes of an object."""
        return self._read(key, {"range": (0, count)})

    def _read(self, key: str, request: Any, spooled: bool = False) -> Fetched:
        def read() -> Fetched:
            USAGE.request("GET")
            try:
                found = obstore.get(self._store, key, options=request) if request else obstore.get(self._store, key)
                data = _spooled(found) if spooled else bytes(found.bytes())
                return Fetched(data, plain_tag(found.meta["e_tag"]), found.meta["size"])
            except exceptions.GenericError:
                # 416: an empty object has no first byte.
                if "range" in request and obstore.head(self._store, key)["size"] == 0:
                    return Fetched(b"", None, 0)
                raise

        try:
            return retrying(read, f"{self.url}/{key}", self._patience)
        except (exceptions.NotFoundError, FileNotFoundError) as error:
            # Only the code in the response tells a missing bucket, without which every object is missing.
            if any(f"<Code>{code}</Code>" in str(error) for code in NO_BUCKET):
                raise AccessError(f"{self.url}: expected a bucket, found none") from error
            raise MissingError(f"{self.url}/{key}: no such object") from error
        except AccessError as error:
            if isinstance(error.__cause__, exceptions.PermissionDeniedError):
                raise ReadRefusedError(str(error)) from error
            raise

    def head(self, key: str) -> Head | None:
        """Read an object's metadata."""

        def head() -> Head:
            USAGE.request("HEAD")
            found = obstore.get(self._store, key, options={"head": True})
            about = {str(name): str(value) for name, value in found.attributes.items()}
            return Head(found.meta["size"], plain_tag(found.meta["e_tag"]), about)

        try:
            return retrying(head, f"{self.url}/{key}", self._patience)
        except (exceptions.NotFoundError, FileNotFoundError):
            return None

    def put_new(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> str | None:
        """Write an object if the key has none (``If-None-Match: *``); otherwise return the existing digest."""

        def put() -> str | None:
            try:
                self._put(key, data, sha256, about, mode="create")
            except exceptions.AlreadyExistsError:
                there = self.sha256(key)
                if there is None:
                    # 409: another writer has not succeeded, or the object has been removed.
                    raise ConflictError(f"{self.url}/{key}: conflicting writes") from None
                return there
            return None

        return retrying(put, f"{self.url}/{key}", self._patience)

    def replace(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None = None) -> None:
        """Write an object, and replace an existing one."""
        self._put(key, data, sha256, about, mode="overwrite")

    def _put(self, key: str, data: Bytes, sha256: str, about: Mapping[str, str] | None, mode: Any) -> None:
        attributes: dict[Any, str] = {DIGEST: sha256, **(about or {})}

        def put() -> None:
            # In one request: not every store supports conditional multipart uploads.
            USAGE.request("PUT")
            try:
                obstore.put(self._store, key, data, mode=mode, attributes=attributes, use_multipart=False)
            except (exceptions.NotFoundError, FileNotFoundError) as error:
                raise AccessError(f"{self.url}: expected a bucket, found none") from error

        retrying(put, f"{self.url}/{key}", self._patience)

    def sha256(self, key: str) -> str | None:
        """Return the digest in an object's metadata; without one, the digest of its bytes."""
        head = self.head(key)
        if head is None:
            return None
        return head.about.get(DIGEST) or hashlib.sha256(self.get(key)).hexdigest()

    def listed(self, prefix: str) -> Iterator[tuple[str, Head]]:
        """List the objects below a prefix."""
        pages = obstore.list(self._store, prefix, chunk_size=LIST_KEYS)

        def page() -> Any:
            USAGE.request("LIST")
            return next(pages, None)

        try:
            while (found := retrying(page, self.url, self._patience)) is not None:
                for each in found:
                    yield str(each["path"]), Head(each["size"], plain_tag(each["e_tag"]), {})
        except (exceptions.NotFoundError, FileNotFoundError) as error:
            raise AccessError(f"{self.url}: expected a bucket, found none") from error

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

    def local_path(self, key: str) -> str | None:
        """Return ``None``: an object is not a file."""
        return None
