"""Takes one container of pictures from a store, normalizes the pictures, and delivers it to another with one write."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from ..annotations.pictures import Pictures
from ..annotations.turning import Options, Turned, turn_labels
from ..errors import RequestError, UprightError, WorkerDiedError
from ..normalizer import FORCE
from ..report import Change, Report, TurnedLabels
from ..turn import Turn
from .checks import read_checked
from .containers import Container, ContainerError, Limits, Made, Member
from .delivery import Delivery, failed, refused
from .incremental import about_of, options_digest
from .manifest import Entry
from .store import AccessError, Bytes, MissingError, PlaceError, StoreError, mapped, spool
from .transfer import Job
from .usage import STOPPING


class _DeferredMemberError(StoreError):
    """A picture of a container is deferred, and with it the container."""


def deliver_container(entry: Entry, job: Job, container: Container) -> list[Delivery]:
    """Normalize the pictures of one container.

    A picture that cannot be normalized stays as it is, so that keys and rows stay; its row says why. If one of them is
    deferred, the container is.

    Returns:
        One row for each member, or one for the container, if it was delivered before or cannot be read.
    """
    name = job.name(entry)
    options = options_digest(job.config, entry, job.container_options)
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
    except (AccessError, UprightError):
        raise
    except Exception as error:
        # A damaged or hostile file costs its own row, not the shard.
        return [failed(name, error)]


def _deliver(entry: Entry, job: Job, container: Container, name: str, options: str) -> list[Delivery]:
    known = job.existing.look(name, job.output, entry.key, options) if not job.force else None
    if known is not None and known.etag == entry.etag:
        return [known]
    fetched = read_checked(entry, job.source, known.etag if known and not entry.etag else None, spooled=True)
    if fetched is None:
        assert known is not None
        return [known]
    with ThreadPoolExecutor(max(2 * job.normalizer.jobs, 2)) as threads, spool() as target:
        work = _Work(job, name, options, threads)
        changed = container.rewrite(fetched.data, target, work)
        data: Bytes = mapped(target) if changed else fetched.data
        rows = [replace(row, etag=fetched.tag) for row in work.rows]
        place = f"{job.output.url}/{entry.key}"
        skipped = not changed and job.unchanged == "skip"
        digest = hashlib.sha256(data).hexdigest()
        whole = Delivery(
            Report(
                name,
                name if skipped else place,
                container.type,
                "unchanged",
                output_sha256=digest,
                output_bytes=len(data),
            ),
            fetched.tag,
            options,
        )
        if skipped:
            return [_placed(row, name) for row in rows] or [whole]
        # A damaged container is read again the next time, so that its rows say it again.
        about = {} if work.is_damaged else about_of(whole)
        there = job.output.put_new(entry.key, data, digest, about)
        job.existing.found(there is not None)
        rows = [_placed(row, place) for row in rows] or [whole]
        if there is None:
            return rows
        if there == digest:
            return [_current(row) for row in rows]
        if job.force:
            job.output.replace(entry.key, data, digest, about)
            return rows
    return [refused(name, "rejected", f"the output {place} exists with other bytes; {FORCE}")]


class _Work:
    """The work on the members of one container."""

    def __init__(self, job: Job, name: str, options: str, threads: ThreadPoolExecutor) -> None:
        self._job, self._name, self._options, self._threads = job, name, options, threads
        self.column, self.boxes, self.limits = job.column, job.boxes, Limits()
        self.damaged = job.damaged
        self.rows: list[Delivery] = []
        #: Whether something could not be read.
        self.is_damaged = False

    def is_picture(self, data: bytes) -> bool:
        return self._job.normalizer.describe(data[:4096]).handled

    def pictures(self, members: Sequence[Member]) -> list[Made]:
        if STOPPING.is_set():
            raise _DeferredMemberError("the job is stopped")
        found = list(self._threads.map(self._picture, members))
        late = next((each for each, _ in found if each.report.outcome == "deferred"), None)
        if late is not None:
            raise _DeferredMemberError(f"{late.member}: {late.report.reason}")
        made = []
        for row, data in found:
            made.append(Made(data, len(self.rows), row.report.turn, row.report.outcome != "ignored"))
            self.rows.append(row)
        return made

    def _picture(self, member: Member) -> tuple[Delivery, bytes | None]:
        """Normalize one picture; the bytes are ``None`` if it stays as it is."""
        try:
            result = self._job.normalizer.normalize(member.data, name=member.name)
        except WorkerDiedError as error:
            row = refused(self._name, "deferred" if error.transient else "rejected", str(error))
            return replace(row, options=self._options, member=member.name), None
        report = replace(result.report, source=self._name)
        if result.data is None:
            report = replace(report, output=None)
        row = Delivery(report, None, self._options, member.name)
        return row, result.data if report.outcome == "normalized" else None

    def labels(self, data: bytes, key: str, pictures: Pictures, beside: Callable[[str], bytes | None]) -> Turned:
        return turn_labels(
            data, key, pictures, self._job.normalizer, Options(self._job.labelled, boxes=self.boxes), beside
        )

    def record(self, data: bytes, turn: Turn) -> TurnedLabels:
        about = {"format": "record", "labelled": self._job.labelled, "boxes": self.boxes}
        return self._job.normalizer.begin_labels(data, turn, **about)()

    def revert(self, row: int, reason: str) -> None:
        made = self.rows[row]
        report = replace(
            made.report,
            outcome="rejected",
            reason=reason,
            output=None,
            output_sha256=None,
            output_bytes=None,
            changes=(),
        )
        self.rows[row] = replace(made, report=report)

    def changed(self, row: int, what: str | None) -> None:
        if what is not None:
            made = self.rows[row]
            self.rows[row] = replace(made, report=replace(made.report, outcome="normalized", changes=_labels(what)))

    def unread(self, name: str, reason: str, *, damaged: bool = True) -> None:
        self.is_damaged = self.is_damaged or damaged
        self.rows.append(replace(refused(self._name, "rejected", reason), options=self._options, member=name))

    def passed(self, name: str, size: int, changed: str | None, note: str | None, row: int | None) -> None:
        report = Report(
            self._name,
            None,
            "public.data",
            "normalized" if changed else "passed",
            changes=_labels(changed) if changed else (),
            warnings=(note,) if note else (),
            source_bytes=size,
        )
        made = Delivery(report, None, self._options, name)
        if row is None:
            self.rows.append(made)
        else:
            self.rows[row] = made


def _labels(format: str) -> tuple[Change, ...]:
    return (Change("labels", "", f"{format}, turned"),)


def _placed(row: Delivery, place: str) -> Delivery:
    delivered = row.report.outcome in ("normalized", "unchanged", "passed")
    return replace(row, report=replace(row.report, output=place)) if delivered else row


def _current(row: Delivery) -> Delivery:
    delivered = row.report.outcome in ("normalized", "unchanged")
    return replace(row, report=replace(row.report, outcome="current")) if delivered else row
