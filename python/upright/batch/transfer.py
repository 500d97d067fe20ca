"""Takes one picture from a store, normalizes it and delivers it to another."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Semaphore
from typing import Any

from ..annotations.turning import Convention
from ..edits import Edits, check_edits
from ..errors import RequestError, UprightError, WorkerDiedError
from ..normalizer import FORCE, Normalizer
from ..report import Report
from .checks import compare, read_checked
from .containers import Damaged
from .delivery import Delivery, Unchanged, failed, refused
from .incremental import Existing, about_of, container_options, options_digest
from .manifest import Entry
from .store import AccessError, MissingError, PlaceError, Store, StoreError


@dataclass(slots=True)
class Job:
    """What the pictures of a shard have in common.

    Attributes:
        source: Where they come from.
        output: Where they go.
        normalizer: What normalizes them.
        config: The text of the configuration that the normalizer has.
        unchanged: What happens to pictures that are upright already.
        force: Whether outputs with other bytes are replaced.
        column: The column of pictures in tables; ``None`` if there is one only.
        boxes: The form of boxes in tables and descriptions, by the paths of their columns.
        labelled: On which pictures labels in containers were made.
        damaged: What happens to what cannot be read in a container.
        containers: How many containers are in memory at a time: one is transferred while another is in progress.
        existing: Whether outputs are likely to exist, so that asking for them first saves transfers.
    """

    source: Store
    output: Store
    normalizer: Normalizer
    config: str = ""
    unchanged: Unchanged = "copy"
    force: bool = False
    column: str | None = None
    boxes: dict[str, str] = field(default_factory=dict)
    labelled: Convention = "auto"
    damaged: Damaged = "drop"
    containers: Semaphore = field(default_factory=lambda: Semaphore(2))
    existing: Existing = field(default_factory=Existing)

    @property
    def container_options(self) -> list[Any]:
        """What the output of a container depends on besides the container and the configuration."""
        return container_options(self.column, self.boxes, self.labelled, self.damaged)

    def name(self, entry: Entry) -> str:
        """What results call the source of a picture."""
        return f"{self.source.url}/{entry.key}"


def deliver(entry: Entry, job: Job) -> Delivery:
    """Normalize one picture from a store into another."""
    return begin(entry, job)()


def begin(entry: Entry, job: Job) -> Callable[[], Delivery]:
    """Begin :func:`deliver`, and return what ends it: a picture between folders is the worker's in between."""
    work = _delivering(entry, job)
    done = _end(work)

    def finish() -> Delivery:
        found = done or _end(work)
        assert found is not None, "expected one pause"
        return found

    return finish


def _end(work: Generator[None, None, Delivery]) -> Delivery | None:
    """Work until the next pause; at the end, return the result."""
    try:
        next(work)
    except StopIteration as end:
        found: Delivery = end.value
        return found
    return None


def _delivering(entry: Entry, job: Job) -> Generator[None, None, Delivery]:
    """Normalize one picture from a store into another, and pause where only a worker has something to do.

    An existing output is replaced only with ``force``. With the same digest it is ``current``, otherwise the picture
    is ``rejected``. A failing store, or a worker that the picture kills, also ends in an outcome.
    """
    name = job.name(entry)
    options = options_digest(job.config, entry)
    try:
        check_edits(entry.edits or {})
        edits = Edits(**entry.edits) if entry.edits else None
        here, there = job.source.local_path(entry.key), job.output.local_path(entry.key)
    except (TypeError, ValueError) as error:
        return refused(name, "rejected", str(error))
    try:
        if here is not None and there is not None:
            return (yield from _between_folders(entry, job, edits, here, there))
        made = job.existing.look(name, job.output, entry.key, options) if not job.force else None
        if made is not None and made.etag == entry.etag:
            return made
        # Without an ETag in the manifest, the store compares it with that of the source of the output.
        fetched = read_checked(entry, job.source, made.etag if made and not entry.etag else None)
        if fetched is None:
            assert made is not None
            return made
        result = job.normalizer.normalize(bytes(fetched.data), name=entry.key, position=entry.position, edits=edits)
        report = replace(result.report, source=name)
        made = Delivery(report, fetched.tag, options)
        if result.data is None:
            return replace(made, report=replace(report, output=None))
        if report.outcome == "unchanged" and job.unchanged != "copy":
            return replace(made, report=replace(report, output=name))
        return replace(made, report=_put(result.data, replace(made, report=report), job))
    except MissingError:
        return refused(name, "rejected", "no such object")
    except (RequestError, PlaceError) as error:
        return refused(name, "rejected", str(error))
    except StoreError as error:
        return refused(name, "deferred", str(error))
    except WorkerDiedError as error:
        # A shortage of memory says nothing about the picture.
        return refused(name, "deferred" if error.transient else "rejected", str(error))
    except (AccessError, UprightError):
        raise
    except Exception as error:
        return failed(name, error)


def _between_folders(
    entry: Entry, job: Job, edits: Edits | None, here: str, there: str
) -> Generator[None, None, Delivery]:
    """Let the worker deliver, like reprocess: durable, with times and attributes."""
    name, options = job.name(entry), options_digest(job.config, entry)
    before = job.source.head(entry.key)
    data = job.source.get(entry.key) if before and (entry.sha256 or job.unchanged != "copy") else None
    if before is not None:
        compare(entry, name, before.size, before.tag, hashlib.sha256(data).hexdigest() if data is not None else None)
    if data is not None and job.unchanged != "copy":
        result = job.normalizer.normalize(data, name=entry.key, position=entry.position, edits=edits)
        if result.report.outcome == "unchanged":
            report = replace(result.report, source=name, output=name)
            if job.unchanged == "link":
                report = _link(here, there, report, job.force)
            return Delivery(report, before.tag if before else None, options)
    end = job.normalizer.begin_file(here, there, position=entry.position, edits=edits)
    yield
    report = replace(end(), source=name)
    after = job.source.head(entry.key) if before is not None else None
    # The file that the worker has read is the one in the manifest, and the one whose size and time are noted.
    compare(entry, name, report.source_bytes, None, report.source_sha256)
    tag = before.tag if before and after and before.tag == after.tag else None
    return Delivery(report, tag, options)


def _link(here: str, there: str, report: Report, force: bool) -> Report:
    """Make a symbolic link to the source."""
    report = replace(report, output=there)
    link = Path(there)
    try:
        link.parent.mkdir(parents=True, exist_ok=True)
        if force and link.is_symlink():
            link.unlink()
        os.symlink(os.path.abspath(here), link)
    except FileExistsError:
        if link.is_symlink() and os.readlink(link) == os.path.abspath(here):
            return replace(report, outcome="current")
        reason = f"the output {there} exists and is no link to the source; {FORCE}"
        return replace(report, outcome="rejected", reason=reason, output=None, output_sha256=None, output_bytes=None)
    except OSError as error:
        raise StoreError(f"{there}: {error.strerror}") from error
    return report


def _put(data: bytes, delivery: Delivery, job: Job) -> Report:
    report, output = delivery.report, job.output
    key = report.output or ""
    digest = hashlib.sha256(data).hexdigest()
    if digest != report.output_sha256 or not key:
        reason = "expected the output with the report's digest, found another"
        return refused(report.source, "deferred", reason).report
    report = replace(report, output=f"{output.url}/{key}")
    about = about_of(replace(delivery, report=report))
    there = output.put_new(key, data, digest, about)
    job.existing.found(there is not None)
    if there is None:
        return report
    if there == digest:
        return replace(report, outcome="current")
    if job.force:
        output.replace(key, data, digest, about)
        return report
    reason = f"the output {output.url}/{key} exists with other bytes; {FORCE}"
    return replace(report, outcome="rejected", reason=reason, output=None, output_sha256=None, output_bytes=None)
