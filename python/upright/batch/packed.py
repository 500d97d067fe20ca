"""Takes one container of pictures from a store, normalizes the pictures, and delivers it to another with one write."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pyarrow as pa

from ..errors import RequestError, WorkerDiedError
from ..header import Header, read_header
from ..normalizer import FORCE
from ..report import Report
from .checks import read_checked
from .containers import Container, ContainerError, Member
from .delivery import Delivery, described, refused
from .incremental import about_of, options_digest
from .manifest import Entry
from .store import MissingError, PlaceError, StoreError
from .transfer import Job
from .usage import STOPPING


class _DeferredMemberError(StoreError):
    """A picture of a container is deferred, and with it the container."""


def deliver_container(entry: Entry, job: Job, container: Container) -> list[Delivery]:
    """Normalize the pictures of one container.

    A picture that cannot be normalized stays as it is, so that keys and rows stay; its row says why. If one of them is
    deferred, the container is.

    Returns:
        One row for each picture, or one for the container, if it was delivered before or cannot be read.
    """
    name = job.name(entry)
    options = options_digest(job.config, entry, job.column)
    if entry.position is not None or entry.edits is not None:
        return [refused(name, "rejected", "expected no position and no edits for a container, found some")]
    try:
        job.source.local_path(entry.key)
        with job.containers:
            return _deliver(entry, job, container, name, options)
    except MissingError:
        return [refused(name, "rejected", "no such object")]
    except (ContainerError, PlaceError, RequestError) as error:
        return [refused(name, "rejected", str(error))]
    except StoreError as error:
        return [refused(name, "deferred", str(error))]


def _deliver(entry: Entry, job: Job, container: Container, name: str, options: str) -> list[Delivery]:
    known = job.existing.look(name, job.output, entry.key, options) if not job.force else None
    if known is not None and known.etag == entry.etag:
        return [known]
    fetched = read_checked(entry, job.source, known.etag if known and not entry.etag else None)
    if fetched is None:
        assert known is not None
        return [known]
    rows: list[Delivery] = []
    with ThreadPoolExecutor(max(2 * job.normalizer.jobs, 2)) as threads:

        def work(members: Sequence[Member]) -> list[bytes | None]:
            if STOPPING.is_set():
                raise _DeferredMemberError("the job is stopped")
            made = list(threads.map(lambda member: _member(member, job, name, options), members))
            late = next((each for each, _ in made if each.report.outcome == "deferred"), None)
            if late is not None:
                raise _DeferredMemberError(f"{late.member}: {late.report.reason}")
            rows.extend(replace(each, etag=fetched.tag) for each, _ in made)
            return [data for _, data in made]

        try:
            data = container.rewrite(fetched.data, work, job.column)
        except pa.ArrowException as error:
            raise ContainerError(f"expected a table that can be written again, found: {error}") from error
    place = f"{job.output.url}/{entry.key}"
    skipped = data is fetched.data and job.unchanged == "skip"
    whole = _whole(name, name if skipped else place, container, data, fetched.tag, options)
    if skipped:
        return [_placed(row, name) for row in rows] or [whole]
    digest = hashlib.sha256(data).hexdigest()
    there = job.output.put_new(entry.key, data, digest, about_of(whole))
    job.existing.found(there is not None)
    rows = [_placed(row, place) for row in rows] or [whole]
    if there is None:
        return rows
    if there == digest:
        return [_current(row) for row in rows]
    if job.force:
        job.output.replace(entry.key, data, digest, about_of(whole))
        return rows
    return [refused(name, "rejected", f"the output {place} exists with other bytes; {FORCE}")]


def _member(member: Member, job: Job, name: str, options: str) -> tuple[Delivery, bytes | None]:
    """Normalize one picture; the bytes are ``None`` if it stays as it is."""
    try:
        result = job.normalizer.normalize(member.data, name=member.name)
    except WorkerDiedError as error:
        failed = refused(name, "deferred" if error.transient else "rejected", str(error))
        return replace(failed, options=options, member=member.name), None
    report = replace(result.report, source=name)
    if result.data is None:
        report = replace(report, output=None)
    made = described(report, read_header(member.data), None, options)
    return replace(made, member=member.name), result.data if report.outcome == "normalized" else None


def _placed(row: Delivery, place: str) -> Delivery:
    delivered = row.report.outcome in ("normalized", "unchanged")
    return replace(row, report=replace(row.report, output=place)) if delivered else row


def _current(row: Delivery) -> Delivery:
    delivered = row.report.outcome in ("normalized", "unchanged")
    return replace(row, report=replace(row.report, outcome="current")) if delivered else row


def _whole(name: str, place: str, container: Container, data: bytes, tag: str | None, options: str) -> Delivery:
    """The row of a container as a whole."""
    digest = hashlib.sha256(data).hexdigest()
    report = Report(
        name, place, container.type, "unchanged", output_sha256=digest, output_bytes=len(data), source_bytes=None
    )
    return described(report, Header(container.type), tag, options)
