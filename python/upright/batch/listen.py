"""Normalizes pictures as they arrive, on any number of machines."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace

from .checks import OtherPictureError, compare
from .containers import container_of
from .delivery import Delivery
from .events import Created, EventError, created
from .manifest import Entry
from .packed import deliver_container
from .queues import Message, Queue
from .store import AccessError, MissingError, PlaceError, ReadRefusedError, StoreError
from .transfer import Job, deliver
from .usage import STOPPING

#: How long a queue that fails is retried.
PATIENCE = 180.0

#: The longest pause before a message with a picture that is deferred comes again.
MOST_PAUSE = 900.0


class Listener:
    """Takes messages from a queue, and removes each when the outputs of its pictures are there.

    A message that is received twice, by a machine that died or because the queue sends it again, finds its outputs
    ``current``. Messages of pictures that are rejected are moved to the dead letters; those of pictures that are
    deferred come again after a pause that grows. Messages in progress are kept invisible to others.

    Args:
        queue: The queue.
        job: Where pictures come from and go to. Outputs with other bytes are never replaced.
        transfers: Messages in progress at a time.
        visibility: Seconds after which others get the messages of a machine that died.
        observer: Called with the rows of each message that is done, before it is removed.
    """

    def __init__(
        self,
        queue: Queue,
        job: Job,
        *,
        transfers: int = 8,
        visibility: float = 120.0,
        observer: Callable[[list[Delivery]], None] | None = None,
    ) -> None:
        """Prepare; :meth:`run` begins."""
        if transfers < 1 or visibility < 1:
            raise ValueError("transfers and visibility: expected 1 or more")
        if job.force:
            raise ValueError(
                "force: expected no force: events come in any order, and an older picture could replace a newer one"
            )
        self._queue, self._job = queue, job
        self._transfers, self._visibility = transfers, visibility
        self._observer = observer
        self._held: dict[str, Message] = {}
        self._lock = threading.Lock()
        self._ended = threading.Event()

    def run(self, idle: float | None = None) -> None:
        """Work until :data:`STOPPING` is set.

        Args:
            idle: End after this number of seconds without a message; ``None`` to listen for ever.

        Raises:
            AccessError: The queue or the store refuses.
            StoreError: The queue fails for :data:`PATIENCE` seconds.
        """
        keeper = threading.Thread(target=self._keep, daemon=True, name="upright-visibility")
        keeper.start()
        threads = ThreadPoolExecutor(self._transfers, thread_name_prefix="upright-transfer")
        pending: set[Future[None]] = set()
        last = time.monotonic()
        try:
            while not STOPPING.is_set():
                if len(pending) >= self._transfers:
                    done, pending = wait(pending, timeout=1.0, return_when="FIRST_COMPLETED")
                    _raise_first(done)
                    continue
                done = {each for each in pending if each.done()}
                pending -= done
                _raise_first(done)
                messages = self._receive(self._transfers - len(pending), 1.0 if pending or idle is not None else 20.0)
                for message in messages:
                    pending.add(threads.submit(self._handle, message))
                if messages or pending:
                    last = time.monotonic()
                elif idle is not None and time.monotonic() - last >= idle:
                    break
            done, _ = wait(pending)
            _raise_first(done)
        finally:
            threads.shutdown(wait=True, cancel_futures=True)
            self._ended.set()
            keeper.join()

    def _receive(self, count: int, seconds: float) -> list[Message]:
        end = time.monotonic() + PATIENCE
        pause = 1.0
        while True:
            try:
                found = list(self._queue.receive(count, seconds, self._visibility))
                break
            except StoreError:
                if time.monotonic() > end or STOPPING.wait(pause):
                    raise
                pause = min(2 * pause, 20.0)
        with self._lock:
            self._held |= {message.receipt: message for message in found}
        return found

    def _keep(self) -> None:
        """Keep the messages in progress invisible to others."""
        while not self._ended.wait(self._visibility / 3):
            with self._lock:
                held = list(self._held.values())
            for message in held:
                try:
                    self._queue.extend(message, self._visibility)
                except (StoreError, AccessError):
                    # Another machine may get it then, and finds the output.
                    continue

    def _handle(self, message: Message) -> None:
        try:
            if STOPPING.is_set():
                self._queue.retry(message, 0)
                return
            rows, reason, late = self._work(message)
            if late:
                self._queue.retry(message, min(5.0 * 2 ** min(message.receives, 10), MOST_PAUSE))
                return
            if self._observer and rows:
                self._observer(rows)
            if reason is not None:
                self._queue.bury(message, reason)
            else:
                self._queue.delete(message)
        except StoreError:
            # The queue fails: the message comes again.
            return
        finally:
            with self._lock:
                self._held.pop(message.receipt, None)

    def _work(self, message: Message) -> tuple[list[Delivery], str | None, bool]:
        """Deliver the pictures of a message. Return rows, why it is a dead letter, and whether one is deferred."""
        try:
            events = created(message.body)
        except EventError as error:
            return [], str(error), False
        rows: list[Delivery] = []
        reasons: list[str] = []
        prefix = self._job.source.url + "/"
        for event in events:
            if not event.url.startswith(prefix):
                reasons.append(f"{event.url} is not below the source {self._job.source.url}")
                continue
            found = self._deliver(event, event.url[len(prefix) :])
            rows += found
            if any(row.report.outcome == "deferred" for row in found):
                return rows, None, True
            # A rejected picture of a container stays in it.
            reasons += [f"{event.url}: {row.report.reason}" for row in found if _is_rejected(row)]
        return rows, "; ".join(reasons) or None, False

    def _deliver(self, event: Created, key: str) -> list[Delivery]:
        entry = Entry(key, event.size, etag=event.etag)
        try:
            entry.check()
            head = self._job.source.head(key)
        except (ValueError, PlaceError):
            head = None
        except StoreError:
            return self._one(entry)
        if head is None:
            # It was removed, and there is nothing to do; a key that cannot be read is reported by the delivery.
            return self._gone(entry)
        try:
            compare(entry, event.url, None, head.tag, None)
        except OtherPictureError:
            # It was replaced: what is there now is delivered, for this event or for that of the other version.
            entry = replace(entry, size=head.size, etag=head.tag)
        return self._one(entry)

    def _gone(self, entry: Entry) -> list[Delivery]:
        try:
            self._job.source.start(entry.key, 1)
        except MissingError:
            return []
        except (ValueError, StoreError, AccessError):
            pass
        return self._one(entry)

    def _one(self, entry: Entry) -> list[Delivery]:
        container = container_of(entry.key)
        try:
            return deliver_container(entry, self._job, container) if container else [deliver(entry, self._job)]
        except ReadRefusedError as error:
            # Credentials that miss one object miss others too: nothing is removed from the queue.
            raise AccessError(str(error)) from error


def _is_rejected(row: Delivery) -> bool:
    return row.report.outcome == "rejected" and row.member is None


def _raise_first(done: set[Future[None]]) -> None:
    for each in done:
        each.result()
