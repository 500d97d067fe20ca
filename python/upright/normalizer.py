"""A pool of ``upright worker`` processes."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
import math
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import IO, Any

from ._programs import program as find_program
from .report import Report, Result

#: What a reason says about an output with other bytes.
FORCE = "--force, in Python force=True, replaces it"

#: The longest request line that a worker reads.
LINE_BYTES = 1 << 20

#: The capacity of a worker's pipes; the kernel's default is 64 KiB.
PIPE_BYTES = 1 << 18


class UprightError(RuntimeError):
    """The program cannot work: wrong usage, wrong configuration, or a bug."""


class RequestError(UprightError, ValueError):
    """A request that the worker refuses: a position out of range, an unknown tag, an empty name."""


class WorkerDiedError(UprightError):
    """The worker process ended while it processed the picture, on every attempt."""


@dataclass(frozen=True, slots=True)
class Edits:
    """Changes to the metadata, with the tag names of ``upright tag`` (``EXIF:Artist``, ``XMP:dc:title``).

    Attributes:
        remove: Tags or directories (``GPS:all``) to remove, first.
        rename: Tags whose value moves to another tag.
        set: Tags and their texts, set last. Several texts make a list.
    """

    remove: Sequence[str] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    set: Mapping[str, str | Sequence[str]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the member ``edits`` of a request.

        Raises:
            TypeError: A member has another type than described.
        """
        check_edits({"remove": self.remove, "rename": self.rename, "set": self.set})
        values = {name: text if isinstance(text, str) else list(text) for name, text in self.set.items()}
        return {"remove": list(self.remove), "rename": dict(self.rename), "set": values}


def check_edits(edits: Mapping[str, Any]) -> None:
    """Check the types of ``remove``, ``rename`` and ``set``. The worker checks the names of the tags.

    Raises:
        TypeError: The message says what was expected and what was found.
    """

    def texts(values: Any) -> bool:
        return isinstance(values, Sequence) and not isinstance(values, str | bytes) and all(map(_is_text, values))

    expected = {
        "remove": ("a list of tag names", texts),
        "rename": ("an object of tag names", lambda value: isinstance(value, Mapping) and texts([*value.values()])),
        "set": (
            "an object of texts or lists of texts",
            lambda value: isinstance(value, Mapping) and all(_is_text(v) or texts(v) for v in value.values()),
        ),
    }
    for name, value in edits.items():
        if name not in expected:
            raise TypeError(f"edits: expected the keys remove, rename, set, found {name!r}")
        what, test = expected[name]
        if not test(value):
            raise TypeError(f"edits, {name}: expected {what}, found {value!r}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def check_position(position: Sequence[float]) -> None:
    """Check a position as the worker does.

    Raises:
        RequestError: The message says what was expected and what was found.
    """
    found = ", ".join(map(str, position))
    expected = "position: expected [latitude, longitude] or [latitude, longitude, altitude]"
    if len(position) not in (2, 3):
        raise RequestError(f"{expected}, found {len(position)} numbers")
    if not all(map(math.isfinite, position)) or abs(position[0]) > 90 or abs(position[1]) > 180:
        raise RequestError(f"{expected}, from -90 to 90 and from -180 to 180 degrees and in metres, found {found}")
    if position[0] == 0 and position[1] == 0:
        raise RequestError(f"{expected}, found 0, 0, which devices write when they do not know their position")


def check_configuration(text: str, name: str, program: str | None = None) -> None:
    """Check the text of a configuration file with the program.

    Args:
        text: The text.
        name: What messages call the file.
        program: The program ``upright``.

    Raises:
        UprightError: It has a mistake. The message is the program's.
    """
    with tempfile.TemporaryDirectory(prefix="upright-") as folder:
        path = os.path.join(folder, "pipeline.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        # A worker without requests reads its configuration and ends.
        command = [program or str(find_program()), "worker", "--config", path]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode:
            found = done.stderr.decode(errors="replace").strip().replace(path, name)
            raise UprightError(found or f"{name}: upright worker exited with status {done.returncode}")


class _Worker:
    """One process: callers write requests under a lock, a thread reads the results."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            # A session of its own: Ctrl-C in a terminal ends the caller, which then closes the worker's input.
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        for pipe in (self._process.stdin, self._process.stdout):
            # Larger pipes need fewer reads per picture. If the user's limit is reached, the size does not change.
            with contextlib.suppress(OSError):
                fcntl.fcntl(self._pipe(pipe), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self._ids = itertools.count()
        self._waiting: dict[int, Future[tuple[dict[str, Any], bytes]]] = {}
        self._sending = threading.Lock()
        self._state = threading.Lock()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True, name="upright-worker-results")
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def ended(self) -> bool:
        return self._ended

    @property
    def status(self) -> int | None:
        return self._process.poll()

    def ask(self, request: dict[str, Any], body: bytes = b"") -> Future[tuple[dict[str, Any], bytes]]:
        number = next(self._ids)
        # Everything that can fail is done before the first byte is sent.
        line = _line({"id": number, **request})
        future: Future[tuple[dict[str, Any], bytes]] = Future()
        with self._state:
            if self._ended:
                future.set_exception(WorkerDiedError("the worker process has ended"))
                return future
            self._waiting[number] = future
        try:
            with self._sending:
                stdin = self._pipe(self._process.stdin)
                stdin.write(line)
                stdin.write(body)
                stdin.flush()
        except (OSError, ValueError):
            self._process.kill()  # The reading thread notices the end and sets the exceptions.
        except BaseException:
            # Interrupted inside a request: the worker would take later requests for the rest of this one.
            self._process.kill()
            raise
        return future

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def _read(self) -> None:
        stdout = self._pipe(self._process.stdout)
        try:
            for line in stdout:
                answer = json.loads(line)
                if answer["id"] is None:
                    # The worker could not read a request's line. Whose it was is unknown; all are sent again.
                    self._process.kill()
                    break
                length = answer.get("length", 0)
                body = stdout.read(length) if length else b""
                if len(body) != length:
                    break
                with self._state:
                    future = self._waiting.pop(answer["id"], None)
                if future is not None:
                    future.set_result((answer, body))
        except (OSError, ValueError):
            self._process.kill()
        with self._state:
            self._ended = True
            left = list(self._waiting.values())
            self._waiting.clear()
        for future in left:
            future.set_exception(WorkerDiedError("the worker process ended before it answered"))

    def close(self, timeout: float = 30.0) -> None:
        """Close the input, wait for the pictures in progress, and end the process."""
        with contextlib.suppress(OSError, ValueError), self._sending:
            self._pipe(self._process.stdin).close()
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join()
        self._pipe(self._process.stdout).close()


def _line(request: dict[str, Any]) -> bytes:
    try:
        line = json.dumps(request, allow_nan=False).encode() + b"\n"
        json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise RequestError(f"expected text that UTF-8 can encode, found {error.object[error.start]!r}") from error
    if len(line) > LINE_BYTES:
        raise RequestError(f"expected a request of at most {LINE_BYTES} bytes without the picture, found {len(line)}")
    return line


class Normalizer:
    """Normalizes pictures in ``upright worker`` processes.

    Many threads can use it concurrently; ``jobs`` pictures are processed at a time. If a worker dies, it is replaced,
    and its pictures are retried, each in a separate worker. Do not share a Normalizer across ``fork``.

    Args:
        jobs: Pictures at a time in all processes; default: one per processor available to this process.
        processes: Worker processes. Each starts its own confined decoding processes, so one is enough.
        config: A configuration file (``pipeline.yaml``): its steps, limits, sandbox and checks apply.
        verify: ``structure``, ``pixels`` or ``off``; default: the configuration's value.
        force: Whether :meth:`normalize_file` replaces outputs with other bytes.
        program: The ``upright`` program; default: the wheel's own, ``UPRIGHT_PROGRAM``, or the one in ``PATH``.
        attempts: The number of attempts for a picture whose worker dies.

    Raises:
        ProgramNotFoundError: There is no program.
        ValueError: An argument is out of range.
    """

    def __init__(
        self,
        *,
        jobs: int | None = None,
        processes: int = 1,
        config: str | os.PathLike[str] | None = None,
        verify: str | None = None,
        force: bool = False,
        program: str | None = None,
        attempts: int = 3,
    ) -> None:
        """Prepare the pool; processes start when there is work."""
        jobs = len(os.sched_getaffinity(0)) if jobs is None else jobs
        if jobs < 1 or processes < 1 or attempts < 1:
            raise ValueError("jobs, processes and attempts: expected 1 or more")
        each = -(-jobs // processes)
        options = ["--config", os.fspath(config)] if config is not None else []
        options += ["--verify", verify] if verify is not None else []
        options += ["--force"] if force else []
        program = program or str(find_program())
        self.jobs = jobs
        self._command = [program, "worker", "--jobs", str(each), *options]
        self._single = [program, "worker", "--jobs", "1", *options]
        self._attempts = attempts
        self._workers: list[_Worker | None] = [None] * processes
        self._turn = itertools.count()
        self._lock = threading.Lock()
        # Two pictures per job: one is processed while another is transferred.
        self._room = threading.BoundedSemaphore(2 * each * processes)
        self._closed = False

    def normalize(
        self,
        data: bytes | bytearray | memoryview,
        *,
        name: str = "picture",
        position: Sequence[float] | None = None,
        edits: Edits | None = None,
    ) -> Result:
        """Normalize one picture.

        Args:
            data: The bytes of the file.
            name: The picture's name; ``report.output`` is this name with the extension of the content's type.
            position: Degrees north, degrees east and, if known, metres above sea level; written if there is none.
            edits: Other changes to the metadata.

        Returns:
            The output and the report. A picture that cannot be normalized is not an error: see its ``outcome``;
            ``data`` is ``None``. If the picture is already upright, ``data`` is the argument itself (a copy of an
            argument that is not ``bytes``).

        Raises:
            TypeError: An argument has another type; nothing was sent.
            RequestError: A position out of range, an unknown tag in the edits, an empty name.
            WorkerDiedError: The worker died with this picture every time.
            UprightError: The program cannot work: wrong configuration, or a bug.
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"data: expected the bytes of a file, found {type(data).__name__}; see normalize_file()")
        if not isinstance(name, str):
            raise TypeError(f"name: expected str, found {type(name).__name__}")
        # A copy cannot change while it is sent, and its length is its size in bytes.
        data = bytes(data)
        request: dict[str, Any] = {"name": name, "length": len(data), "echo": False}
        self._extend(request, position, edits)
        answer, body = self._exchange(request, data)
        report = Report.from_json(answer)
        match report.outcome:
            case "unchanged":
                return Result(data, report)
            case "normalized":
                return Result(body, report)
            case _:
                return Result(None, report)

    def normalize_file(
        self,
        source: str | os.PathLike[str],
        output: str | os.PathLike[str],
        *,
        position: Sequence[float] | None = None,
        edits: Edits | None = None,
    ) -> Report:
        """Normalize a file into another, durably: when this returns, the output survives a power cut.

        An existing output with other bytes is replaced only with ``force``; with the same bytes it is ``current``.

        Args:
            source: The file to read.
            output: The file to write; ``report.output`` has the extension of the content's type.
            position: As for :meth:`normalize`.
            edits: As for :meth:`normalize`.

        Raises:
            ValueError: A path is not UTF-8.
            TypeError, RequestError, WorkerDiedError, UprightError: As for :meth:`normalize`.
        """
        paths = {"source": os.fsdecode(os.path.abspath(source)), "output": os.fsdecode(os.path.abspath(output))}
        for path in paths.values():
            try:
                path.encode()
            except UnicodeEncodeError as error:
                raise ValueError(f"expected a UTF-8 path, found {path!r}; read the file and use normalize()") from error
        request: dict[str, Any] = dict(paths)
        self._extend(request, position, edits)
        report = Report.from_json(self._exchange(request, b"")[0])
        # The worker names its own option.
        reason = report.reason.removesuffix("; --force replaces it")
        return report if reason == report.reason else replace(report, reason=f"{reason}; {FORCE}")

    @staticmethod
    def _extend(request: dict[str, Any], position: Sequence[float] | None, edits: Edits | None) -> None:
        if position is not None:
            try:
                numbers = [float(value) for value in position]
            except (TypeError, ValueError, OverflowError) as error:
                raise TypeError(f"position: expected numbers, found {position!r}") from error
            check_position(numbers)
            request["position"] = numbers
        if edits is not None:
            if not isinstance(edits, Edits):
                raise TypeError(f"edits: expected Edits, found {type(edits).__name__}")
            request["edits"] = edits.to_json()

    def _exchange(self, request: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
        with self._room:
            for attempt in range(self._attempts):
                # After a worker died, its pictures are retried in separate workers and cannot affect each other.
                worker = self._shared() if attempt == 0 else _Worker(self._single)
                try:
                    answer, data = worker.ask(request, body).result()
                except WorkerDiedError:
                    self._check(worker)
                    continue
                finally:
                    if attempt:
                        worker.close()
                if "error" in answer:
                    raise RequestError(f"the worker refused the request: {answer['error']}")
                return answer, data
        name = request.get("name") or request.get("source")
        raise WorkerDiedError(f"the worker process ended {self._attempts} times while it processed {name}")

    @staticmethod
    def _check(worker: _Worker) -> None:
        """Raise an error if the worker ended because of its usage or configuration."""
        worker.close(timeout=5.0)
        if worker.status in (64, 78):
            raise UprightError(
                f"upright worker exited with status {worker.status}: its usage or configuration is wrong; "
                "its standard error has the details"
            )

    def _shared(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise UprightError("the Normalizer is closed")
            place = next(self._turn) % len(self._workers)
            worker = self._workers[place]
            if worker is None or worker.ended:
                if worker is not None:
                    worker.close()
                worker = _Worker(self._command)
                self._workers[place] = worker
            return worker

    @property
    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        return [worker.pid for worker in self._workers if worker is not None and not worker.ended]

    def close(self) -> None:
        """Finish the pictures in progress and end the processes; a second call does nothing."""
        with self._lock:
            self._closed = True
            workers, self._workers = self._workers, [None] * len(self._workers)
        for worker in workers:
            if worker is not None:
                worker.close()

    def __enter__(self) -> Normalizer:
        """Return the pool itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the pool."""
        self.close()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Refuse pickling."""
        raise TypeError("a Normalizer owns processes and cannot be pickled: create one in each process")
