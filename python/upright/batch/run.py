"""Processes one shard."""

from __future__ import annotations

import contextlib
import hashlib
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from .._configuration import check_configuration
from ..normalizer import Normalizer
from .containers import container_of
from .delivery import Delivery, refused
from .folder import Folder
from .manifest import Entry
from .packed import deliver_container
from .plan import Plan
from .results import DamagedError, read_results
from .schema import from_parquet, row_of, to_parquet
from .store import MissingError, ReadRefusedError, open_store
from .transfer import Job, begin, deliver
from .usage import STOPPING

#: How the names of threads begin that transfer pictures.
THREADS = "upright-transfer"

#: After this number of deferred pictures in a row, a run stops: its store or its disk fails.
STREAK = 8


class DeferredError(RuntimeError):
    """Pictures of a shard failed for a transient reason: run the shard again. Delivered outputs are kept."""


class StoppedError(DeferredError):
    """The process was asked to stop. Delivered outputs are kept."""


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
    observer: Callable[[list[Delivery]], None] | None = None,
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
        transfers: Pictures in transfer or in progress at a time; default: 4 per job, at least 8, or 16 per job between
            folders.
        force: Whether to replace outputs with other bytes and ignore existing results.
        normalizer: A pool to use instead of a new one for this shard.
        progress: Called with the number of finished sources and the total.
        observer: Called with the rows of each source that is finished.
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
    with (
        contextlib.nullcontext(normalizer) if normalizer else normalizer_for(made, work, jobs=jobs, force=force) as pool
    ):
        job = Job(
            source,
            output,
            pool,
            config=made.config,
            unchanged=made.unchanged,
            force=force,
            column=made.column,
            boxes=made.forms,
            labelled=made.labelled,
            damaged=made.damaged,
        )
        done = _work(entries, job, transfers, progress, observer)
    read = len({each.report.source for each in done})
    if STOPPING.is_set() and read < len(entries):
        raise StoppedError(
            f"shard {shard}: stopped after {read} of {len(entries)} pictures, whose outputs are kept; run it again"
        )
    late = [each.report for each in done if each.report.outcome == "deferred"]
    if late:
        open_ones = len(entries) - read
        raise DeferredError(
            f"shard {shard}: {len(late)} of {len(entries)} pictures are deferred"
            + (f", and after {STREAK} in a row {open_ones} were not tried" if open_ones else "")
            + f"; run the shard again; {late[-1].source}: {late[-1].reason}"
        )
    data = to_parquet([row_of(each, shard) for each in done])
    digest = hashlib.sha256(data).hexdigest()
    if replaces:
        store.replace(key, data, digest)
    elif store.put_new(key, data, digest) is not None:
        # Another run of the same shard was faster: its results are the shard's.
        return ShardResult(shard, read_results(store, made, shard), resumed=True)
    return ShardResult(shard, from_parquet(data), resumed=False)


def _work(
    entries: list[Entry],
    job: Job,
    transfers: int | None,
    progress: Callable[[int, int], None] | None,
    observer: Callable[[list[Delivery]], None] | None,
) -> list[Delivery]:
    done = streak = 0
    stopped = False
    unreadable: list[ReadRefusedError] = []
    if isinstance(job.source, Folder):
        job.source.check()
    lock = threading.Lock()

    def one(entry: Entry, end: Callable[[], Delivery] | None = None) -> list[Delivery]:
        nonlocal done, streak, stopped
        if not end and (stopped or STOPPING.is_set()):
            return []
        container = container_of(entry.key)
        try:
            found = deliver_container(entry, job, container) if container else [end() if end else deliver(entry, job)]
        except ReadRefusedError as error:
            unreadable.append(error)
            found = [refused(job.name(entry), "rejected", str(error))]
        except BaseException:
            stopped = True
            raise
        with lock:
            done += 1
            streak = streak + 1 if found[0].report.outcome == "deferred" else 0
            stopped = stopped or streak >= STREAK or len(unreadable) == done == STREAK
            if observer:
                observer(found)
            if progress:
                progress(done, len(entries))
        return found

    def in_turn() -> Iterator[list[Delivery]]:
        begun: deque[tuple[Entry, Callable[[], Delivery]]] = deque()
        for entry in entries:
            if stopped or STOPPING.is_set():
                break
            begun.append((entry, begin(entry, job)))
            # Few at first, so that a failing disk is noticed early.
            if len(begun) >= min(count, STREAK + done):
                yield one(*begun.popleft())
        for entry, end in begun:
            yield one(entry, end)

    # Between folders the workers do everything. Threads that only wait for them cost a third of a small picture.
    local = isinstance(job.source, Folder) and isinstance(job.output, Folder) and job.unchanged == "copy"
    local = local and not any(container_of(entry.key) for entry in entries)
    count = transfers or (16 * job.normalizer.jobs if local else max(4 * job.normalizer.jobs, 8))
    threads = ThreadPoolExecutor(count, thread_name_prefix=THREADS)
    try:
        # In the order of the entries; a failure ends the shard when its turn comes, and nothing new has begun by then.
        deliveries = list(in_turn() if local else threads.map(one, entries))
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
    return [delivery for found in deliveries for delivery in found]
