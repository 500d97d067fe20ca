"""What an output says about its source, so that a second run reads and writes no picture."""

from __future__ import annotations

import functools
import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from .._version import __version__
from ..report import Report
from .containers import Damaged, container_of
from .delivery import Delivery
from .manifest import Entry
from .store import DIGEST, AccessError, Head, Store

#: Metadata of an output: the tag of its source, what else it depends on, and its result as JSON in ASCII.
ETAG, OPTIONS, REPORT = "upright-source-etag", "upright-options", "upright-report"

#: S3 keeps 2 KB of metadata.
MOST_METADATA = 1500

#: The extensions of outputs, and others of pictures, in place of which an output has that of its content.
_MADE = ("jpg", "png", "gif", "webp", "tif", "heic", "avif", "heif", "jxl")
_REPLACED = frozenset(
    (*_MADE, "jpeg", "jpe", "jfif", "jif", "jfi", "apng", "tiff", "hif", "heics", "heifs", "avci", "avifs", "bmp",
     "psd")
)  # fmt: skip

#: The members of a report that an output keeps. Changes and warnings are in the results of the run that made them.
_KEPT = (
    "type",
    "orientation",
    "source_sha256",
    "source_bytes",
    "output_bytes",
    "latitude",
    "longitude",
    "captured",
    "captured_offset",
    "width",
    "height",
    "frames",
    "matrix",
)


def container_options(column: str | None, boxes: Mapping[str, str], labelled: str, damaged: Damaged) -> list[Any]:
    """Return what the output of a container depends on besides the container and the configuration."""
    return [column, dict(boxes), labelled, *([] if damaged == "drop" else [damaged])]


def options_digest(config: str, entry: Entry, container: Sequence[Any] = ()) -> str:
    """Return a digest of what an output depends on besides its source: options, and the program's version.

    Another version may turn what this one ignores. ``container`` counts for containers only.
    """
    values = [__version__, config, entry.position, entry.edits]
    values += container if container_of(entry.key) else []
    return _plain_digest(config) if values == [__version__, config, None, None] else _digest(values)


@functools.lru_cache(maxsize=16)
def _plain_digest(config: str) -> str:
    """The digest of most pictures, which have only the configuration."""
    return _digest([__version__, config, None, None])


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]


def names_of(key: str) -> list[str]:
    """Return the keys that the output of a picture can have: it gets the extension of its content."""
    if container_of(key):
        return [key]
    stem, _, extension = key.rpartition(".")
    stem = stem if extension.lower() in _REPLACED and stem.rpartition("/")[2] else key
    return list(dict.fromkeys([key, *(f"{stem}.{made}" for made in _MADE)]))


def about_of(delivery: Delivery) -> dict[str, str]:
    """Return the metadata of an output; none if the tag of its source is not known."""
    if delivery.etag is None or delivery.options is None:
        return {}
    report = delivery.report
    values: dict[str, Any] = {name: getattr(report, name) for name in _KEPT}
    text = json.dumps({name: value for name, value in values.items() if value is not None}, separators=(",", ":"))
    if len(text) + len(delivery.etag) > MOST_METADATA:
        return {}
    return {ETAG: delivery.etag, OPTIONS: delivery.options, REPORT: text}


def delivery_of(name: str, place: str, head: Head, options: str) -> Delivery | None:
    """Return the result of a picture whose output exists, as far as its metadata says.

    Args:
        name: What results call the source.
        place: Where the output is.
        head: What the store says about the output.
        options: The digest that the output must have.

    Returns:
        ``None`` if the output was made with other options, or does not say.
    """
    etag, digest = head.about.get(ETAG), head.about.get(DIGEST)
    if not etag or not digest or head.about.get(OPTIONS) != options:
        return None
    try:
        values = json.loads(head.about[REPORT])
        if values["output_bytes"] != head.size:
            return None
        report = Report(
            source=name,
            output=place,
            outcome="current",
            output_sha256=digest,
            **{member: values.get(member) for member in _KEPT},
        )
    except (ValueError, KeyError, TypeError):
        return None
    return Delivery(report, etag, options)


class Existing:
    """Whether outputs are likely to exist, learned from those of the pictures before.

    A first run asks for a few outputs and then for none; a second run asks for each, and reads and writes no picture.
    """

    #: How far one output that exists outweighs outputs that do not.
    _MOST = 16

    def __init__(self) -> None:
        """Begin with a few questions."""
        self._score = 4
        self._lock = threading.Lock()

    def found(self, exists: bool) -> None:
        """Note whether an output existed."""
        with self._lock:
            self._score = min(self._score + 4, self._MOST) if exists else max(self._score - 1, 0)

    def look(self, name: str, output: Store, key: str, options: str) -> Delivery | None:
        """Ask for an output, if it is likely to exist."""
        if self._score <= 0:
            return None
        for each in names_of(key):
            try:
                head = output.head(each)
            except AccessError:
                # Outputs can be write-only: then nobody is asked again.
                self._score = 0
                return None
            if head is not None:
                self.found(True)
                return delivery_of(name, f"{output.url}/{each}", head, options)
        self.found(False)
        return None
