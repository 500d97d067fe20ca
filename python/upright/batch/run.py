"""Processes one shard."""

from __future__ import annotations

import hashlib
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from .._configuration import check_configuration
from ..edits import Edits, check_edits
from ..errors import RequestError, WorkerDiedError
from ..normalizer import FORCE, Normalizer
from ..report import Outcome, Report
from .manifest import Entry
from .plan import Plan
from .results import DamagedError, from_parquet, read_results, row_of, to_parquet
from .store import Folder, MissingError, PlaceError, ReadRefusedError, Store, StoreError, open_store

#: How the names of threads begin that transfer pictures.
THREADS = "upright-transfer"

#: After this number of deferred pictures in a row, a run stops: its store or its disk fails.
STREAK = 8


class DeferredError(RuntimeError):
    """Pictures of a shard failed for a transient reason: run the shard again. Delivered outputs are kept."""


@dataclass(frozen=True, slots=True)
class ShardResult:
    """The results of a shard.

    Attributes:
        shard: Its number.
        table: One row per picture (see :data:`upright.batch.SCHEMA`).
        resumed: Whether an earlier or a concurrent run has stored them.
    """

    shard: int
    table: pa.Table
    resumed: bool

    @property
    def outcomes(self) -> dict[str, int]:
        """The number of pictures for each outcome."""
        counts: dict[str, int] = {}
        for outcome in self.table.column("outcome").to_pylist():
            counts[outcome] = counts.get(outcome, 0) + 1
        return counts


@contextmanager
def normalizer_for(made: Plan, work: str, *, jobs: int | None, force: bool = False) -> Iterator[Normalizer]:
    """Return a pool with the plan's configuration."""
    with tempfile.TemporaryDirectory(prefix="upright-") as folder:
        config: Path | None = None
        if made.config:
            check_configuration(made.config, f"the configuration in {work}/plan.json")
            config = Path(folder) / "pipeline.yaml"
            config.write_text(made.config, encoding="utf-8")
        with Normalizer(jobs=jobs, config=config, force=force) as normalizer:
            yield normalizer


def run(
    work: str,
    shard: int,
    *,
    jobs: int | None = None,
    transfers: int | None = None,
    force: bool = False,
    normalizer: Normalizer | None = None,
    progress: Callable[[int, int], None] | None = None,
    plan: Plan | None = None,
    **options: Any,
) -> ShardResult:
    """Process one shard: read, normalize and deliver each picture, then put the results as one object.

    Running a shard twice, or on two machines at once, is harmless: existing outputs are ``current``, and the results
    that are put first are the shard's.

    Args:
        work: The work folder.
        shard: The number of the shard.
        jobs: Pictures processed at a time; default: one per processor.
        transfers: Pictures in transfer or in progress at a time; default: 4 per job, at least 8.
        force: Whether to replace outputs with other bytes and ignore existing results.
        normalizer: A pool to use instead of a new one for this shard.
        progress: Called with the number of finished pictures and the total.
        options: Arguments of :func:`open_store`.

    Raises:
        DeferredError: There was a transient failure. No results are put.
        PlanError: There is no such plan or shard.
    """
    if transfers is not None and transfers < 1:
        raise ValueError(f"transfers: expected 1 or more, found {transfers}")
    made = plan or Plan.load(work, **options)
    store = open_store(work, **options)
    key = made.result_key(shard)
    entries = made.entries(work, shard, **options)
    replaces = force
    if not force:
        try:
            return ShardResult(shard, read_results(store, made, shard), resumed=True)
        except MissingError:
            pass
        except DamagedError:
            replaces = True
    source, output = open_store(made.source, **options), open_store(made.output, **options)
    if normalizer is None:
        with normalizer_for(made, work, jobs=jobs, force=force) as pool:
            reports = _work(entries, source, output, pool, transfers, force, progress)
    else:
        reports = _work(entries, source, output, normalizer, transfers, force, progress)
    late = [report for report in reports if report.outcome == "deferred"]
    if late:
        open_ones = len(entries) - len(reports)
        raise DeferredError(
            f"shard {shard}: {len(late)} of {len(entries)} pictures are deferred"
            + (f", and after {STREAK} in a row {open_ones} were not tried" if open_ones else "")
            + f"; run the shard again; {late[-1].source}: {late[-1].reason}"
        )
    data = to_parquet([row_of(report, shard) for report in reports])
    digest = hashlib.sha256(data).hexdigest()
    if replaces:
        store.replace(key, data, digest)
    elif store.put_new(key, data, digest) is not None:
        # Another run of the same shard was faster: its results are the shard's.
        return ShardResult(shard, read_results(store, made, shard), resumed=True)
    return ShardResult(shard, from_parquet(data), resumed=False)


def _work(
    entries: list[Entry],
    source: Store,
    output: Store,
    normalizer: Normalizer,
    transfers: int | None,
    force: bool,
    progress: Callable[[int, int], None] | None,
) -> list[Report]:
    count = transfers or max(4 * normalizer.jobs, 8)
    done = streak = 0
    stopped = False
    unreadable: list[ReadRefusedError] = []
    if isinstance(source, Folder):
        source.check()
    lock = threading.Lock()

    def one(entry: Entry) -> Report | None:
        nonlocal done, streak, stopped
        if stopped:
            return None
        try:
            report = deliver(entry, source, output, normalizer, force=force)
        except ReadRefusedError as error:
            unreadable.append(error)
            report = _refused(f"{source.url}/{entry.key}", "rejected", str(error))
        except BaseException:
            stopped = True
            raise
        with lock:
            done += 1
            streak = streak + 1 if report.outcome == "deferred" else 0
            stopped = stopped or streak >= STREAK or len(unreadable) == done == STREAK
            if progress:
                progress(done, len(entries))
        return report

    threads = ThreadPoolExecutor(count, thread_name_prefix=THREADS)
    try:
        # In the order of the entries; a failure ends the shard when its turn comes, and nothing new has begun by then.
        reports = list(threads.map(one, entries))
    except Exception:
        stopped = True
        threads.shutdown(wait=True, cancel_futures=True)
        raise
    except BaseException:
        # Ctrl-C: pictures in progress are not awaited; an output is complete or not there.
        stopped = True
        threads.shutdown(wait=False, cancel_futures=True)
        raise
    threads.shutdown()
    if unreadable and len(unreadable) == done:
        # Not one object, but the credentials.
        raise unreadable[0]
    return [report for report in reports if report is not None]


def deliver(entry: Entry, source: Store, output: Store, normalizer: Normalizer, *, force: bool = False) -> Report:
    """Normalize one picture from a store into another.

    An existing output is replaced only with ``force``. With the same digest it is ``current``, otherwise the picture
    is ``rejected``. A failing store, or a worker that the picture kills, also ends in an outcome.
    """
    name = f"{source.url}/{entry.key}"
    try:
        check_edits(entry.edits or {})
        edits = Edits(**entry.edits) if entry.edits else None
        here, there = source.local_path(entry.key), output.local_path(entry.key)
    except (TypeError, ValueError) as error:
        return _refused(name, "rejected", str(error))
    try:
        if here is not None and there is not None:
            # Like reprocess: durable, with times and attributes.
            return replace(normalizer.normalize_file(here, there, position=entry.position, edits=edits), source=name)
        data = source.get(entry.key)
        result = normalizer.normalize(data, name=entry.key, position=entry.position, edits=edits)
        if result.data is None:
            return replace(result.report, source=name, output=None)
        return _put(result.data, result.report, name, output, force)
    except MissingError:
        return _refused(name, "rejected", "no such object")
    except (RequestError, PlaceError) as error:
        return _refused(name, "rejected", str(error))
    except StoreError as error:
        return _refused(name, "deferred", str(error))
    except WorkerDiedError as error:
        # A shortage of memory says nothing about the picture.
        return _refused(name, "deferred" if error.transient else "rejected", str(error))


def _put(data: bytes, report: Report, name: str, output: Store, force: bool) -> Report:
    key = report.output or ""
    digest = hashlib.sha256(data).hexdigest()
    if digest != report.output_sha256 or not key:
        return _refused(name, "deferred", "expected the output with the report's digest, found another")
    report = replace(report, source=name, output=f"{output.url}/{key}")
    there = output.put_new(key, data, digest)
    if there is None:
        return report
    if there == digest:
        return replace(report, outcome="current")
    if force:
        output.replace(key, data, digest)
        return report
    reason = f"the output {output.url}/{key} exists with other bytes; {FORCE}"
    return replace(report, outcome="rejected", reason=reason, output=None, output_sha256=None, output_bytes=None)


def _refused(name: str, outcome: Outcome, reason: str) -> Report:
    return Report(source=name, output=None, type="public.data", outcome=outcome, reason=reason)
