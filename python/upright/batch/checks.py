"""Compares what came from a store with what the manifest says."""

from __future__ import annotations

import hashlib

from .manifest import Entry
from .store import FILE_TAG, Fetched, Store, StoreError

#: How often an object is read whose bytes are not those of the manifest.
READINGS = 3


class OtherPictureError(StoreError):
    """The object that came is not the one in the manifest: another size, ETag or digest."""


def read_checked(entry: Entry, source: Store, unless: str | None = None, *, spooled: bool = False) -> Fetched | None:
    """Read an object, and compare it with what the manifest says of it; ``None`` if its tag is ``unless``.

    Raises:
        OtherPictureError: It has another size, ETag or digest, also when it is read again.
    """
    reading = 0
    while True:
        fetched = source.fetch(entry.key, unless=unless, spooled=spooled)
        if fetched is None:
            return None
        sha256 = hashlib.sha256(fetched.data).hexdigest() if entry.sha256 else None
        try:
            compare(entry, f"{source.url}/{entry.key}", len(fetched.data), fetched.tag, sha256)
            if len(fetched.data) != fetched.size:
                raise OtherPictureError(
                    f"{source.url}/{entry.key}: expected the {fetched.size} bytes that the store announced, "
                    f"found {len(fetched.data)}"
                )
        except OtherPictureError:
            reading += 1
            if reading == READINGS:
                raise
            continue
        return fetched


def compare(entry: Entry, name: str, size: int | None, tag: str | None, sha256: str | None) -> None:
    """Compare an object with what the manifest says of it. What is ``None`` is not known, and not compared.

    Raises:
        OtherPictureError: They differ.
    """
    # The ETag of an object says nothing about a file, nor the other way round.
    comparable = tag is not None and entry.etag is not None
    comparable = comparable and (tag or "").startswith(FILE_TAG) == (entry.etag or "").startswith(FILE_TAG)
    for what, expected, found in (
        ("bytes", entry.size, size),
        ("ETag", entry.etag, tag if comparable else None),
        ("SHA-256", entry.sha256, sha256),
    ):
        if expected is not None and found is not None and expected != found:
            raise OtherPictureError(
                f"{name}: expected {what} {expected} as in the manifest, found {found}; if the picture was replaced "
                "since the manifest was made, plan with a new manifest"
            )
