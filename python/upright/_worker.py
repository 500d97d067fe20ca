"""A process of ``upright worker`` and its protocol."""

from __future__ import annotations

import contextlib
import fcntl
import io
import itertools
import json
import os
import signal
import subprocess
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import Future
from typing import IO, Any, cast

from .errors import RequestError, WorkerDiedError

#: The longest request line that a worker reads.
LINE_BYTES = 1 << 20

#: The capacity of a worker's pipes; the kernel's default is 64 KiB.
PIPE_BYTES = 1 << 18

#: How many bytes of results are read at least at a time, if the worker has written as many.
READ_BYTES = 1 << 16

#: The exit status of a worker after which to try again.
EX_TEMPFAIL = 75

#: What a fork gets instead of the pipes.
_nothing = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)

#: The workers of this process.
_workers: weakref.WeakSet[Worker] = weakref.WeakSet()

#: A result and the picture's bytes.
Answer = tuple[dict[str, Any], bytes]


class Worker:
    """One process: callers write requests under a lock, a thread reads the results."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            # A session of its own: Ctrl-C in a terminal ends the caller, which then closes the worker's input.
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin: IO[bytes] = self._process.stdin
        self._stdout = io.BufferedReader(cast(io.RawIOBase, self._process.stdout), READ_BYTES)
        for pipe in (self._stdin, self._stdout):
            # Larger pipes need fewer reads per picture. If the user's limit is reached, the size does not change.
            with contextlib.suppress(OSError):
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._ids = itertools.count()
        self._waiting: dict[int, Future[Answer]] = {}
        self._sending = threading.Lock()
        self._state = threading.Lock()
        self._ended = False
        self._killed = False
        _workers.add(self)
        self._reader = threading.Thread(target=self._read, daemon=True, name="upright-worker-results")
        self._reader.start()

    def forget(self) -> None:
        """Release the pipes in a fork: the process would otherwise not notice that its owner has closed them.

        The descriptors are replaced and not closed, since the objects that own them close them later.
        """
        for pipe in (self._stdin, self._stdout):
            with contextlib.suppress(OSError, ValueError):
                os.dup2(_nothing, pipe.fileno(), inheritable=False)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def status(self) -> int | None:
        return self._process.poll()

    @property
    def lost_to_machine(self) -> bool:
        """Whether something else killed the process, or it ended for lack of memory or processes."""
        return self.status == EX_TEMPFAIL or (self.status == -signal.SIGKILL and not self._killed)

    def _kill(self) -> None:
        self._killed = True
        self._process.kill()

    def ask(self, request: dict[str, Any], body: bytes = b"") -> Future[Answer]:
        number = next(self._ids)
        # Everything that can fail is done before the first byte is sent.
        line = request_line({"id": number, **request})
        future: Future[Answer] = Future()
        with self._state:
            if self._ended:
                future.set_exception(WorkerDiedError("the worker process has ended"))
                return future
            self._waiting[number] = future
        try:
            with self._sending:
                write_all(self._stdin.fileno(), line, body)
        except (OSError, ValueError):
            self._kill()  # The reading thread notices the end and sets the exceptions.
        except BaseException:
            # Interrupted inside a request: the worker would take later requests for the rest of this one.
            self._kill()
            raise
        return future

    def _read(self) -> None:
        try:
            for line in self._stdout:
                answer = json.loads(line)
                if answer["id"] is None:
                    # The worker could not read a request's line. Whose it was is unknown; all are sent again.
                    self._kill()
                    break
                length = answer.get("length", 0)
                body = self._stdout.read(length) if length else b""
                if len(body) != length:
                    break
                with self._state:
                    future = self._waiting.pop(answer["id"], None)
                if future is not None:
                    future.set_result((answer, body))
                # A picture is not kept until the next one has been read.
                del answer, body, future
        except (OSError, ValueError):
            self._kill()
        with self._state:
            self._ended = True
            left = list(self._waiting.values())
            self._waiting.clear()
        for waiting in left:
            waiting.set_exception(WorkerDiedError("the worker process ended before it answered"))

    def close(self, timeout: float = 30.0) -> None:
        """Close the input, wait for the pictures in progress, and end the process."""
        with contextlib.suppress(OSError, ValueError), self._sending:
            self._stdin.close()
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
        self._reader.join()
        self._stdout.close()


def _forget_all() -> None:
    for worker in list(_workers):
        worker.forget()
    _workers.clear()


os.register_at_fork(after_in_child=_forget_all)


def write_all(descriptor: int, *parts: bytes) -> None:
    """Write all bytes, in as few calls as possible."""
    left = [memoryview(part) for part in parts if part]
    while left:
        sent = os.writev(descriptor, left)
        while left and sent >= len(left[0]):
            sent -= len(left.pop(0))
        if left:
            left[0] = left[0][sent:]


#: One encoder for all requests: :func:`json.dumps` would make one for each.
_encode = json.JSONEncoder(allow_nan=False, ensure_ascii=False).encode


def request_line(request: dict[str, Any]) -> bytes:
    """Return the line of a request.

    Raises:
        RequestError: UTF-8 cannot encode it, or it is too long.
    """
    try:
        line = _encode(request).encode() + b"\n"
    except UnicodeEncodeError as error:
        raise RequestError(f"expected text that UTF-8 can encode, found {error.object[error.start]!r}") from error
    if len(line) > LINE_BYTES:
        raise RequestError(f"expected a request of at most {LINE_BYTES} bytes without the picture, found {len(line)}")
    return line
