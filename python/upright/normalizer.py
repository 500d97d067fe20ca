"""A pool of ``upright worker`` processes."""

from __future__ import annotations

import itertools
import os
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from types import TracebackType
from typing import Any

from ._configuration import check_configuration
from ._programs import program as find_program
from ._worker import LINE_BYTES, PIPE_BYTES, Answer, Worker
from .edits import Edits, check_edits, check_position
from .errors import RequestError, UprightError, WorkerDiedError
from .report import Description, Report, Result, TurnedLabels
from .turn import Turn

__all__ = [
    "FORCE",
    "LINE_BYTES",
    "PIPE_BYTES",
    "Edits",
    "Normalizer",
    "RequestError",
    "TurnedLabels",
    "UprightError",
    "WorkerDiedError",
    "check_configuration",
    "check_edits",
    "check_position",
]

#: What a reason says about an output with other bytes.
FORCE = "--force, in Python force=True, replaces it"


class Normalizer:
    """Normalizes pictures in ``upright worker`` processes.

    Many threads can use it concurrently; ``jobs`` pictures are processed at a time. If a worker dies, it is replaced,
    and its pictures are retried, each in a separate worker. A process that was forked has none of the threads that read
    the results: there, every use raises :class:`UprightError`. Create one Normalizer in each process.

    Args:
        jobs: Pictures at a time in all processes; default: one per processor available to this process.
        processes: Worker processes. Each starts its own confined decoding processes, so one is enough.
        config: A configuration file (``pipeline.yaml``): its steps, limits, sandbox and checks apply.
        verify: ``structure``, ``pixels`` or ``off``; default: the configuration's value.
        force: Whether :meth:`normalize_file` makes outputs of the same source anew.
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
        self._workers: list[Worker | None] = [None] * processes
        self._turn = itertools.count()
        self._lock = threading.Lock()
        # Two pictures per job: one is processed while another is transferred.
        self._room = threading.BoundedSemaphore(2 * each * processes)
        self._closed = False
        self._owner = os.getpid()

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
        with self._room:
            answer, body = self._end(self._begin(request, data), request, data)
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

        An output that the same source has already is ``current`` if it has the same bytes, and replaced only with
        ``force`` if not. A name that another file has is not taken: ``report.output`` has the next free number.

        Args:
            source: The file to read.
            output: The file to write; ``report.output`` has the extension of the content's type.
            position: As for :meth:`normalize`.
            edits: As for :meth:`normalize`.

        Raises:
            ValueError: A path is not UTF-8.
            TypeError, RequestError, WorkerDiedError, UprightError: As for :meth:`normalize`.
        """
        with self._room:
            return self.begin_file(source, output, position=position, edits=edits)()

    def begin_file(
        self,
        source: str | os.PathLike[str],
        output: str | os.PathLike[str],
        *,
        position: Sequence[float] | None = None,
        edits: Edits | None = None,
    ) -> Callable[[], Report]:
        """Begin :meth:`normalize_file`, and return what waits for its report.

        One thread can keep all jobs busy this way: some pictures are begun before the first is awaited.

        Raises:
            ValueError, TypeError, RequestError, UprightError: As for :meth:`normalize_file`, at the latest at its end.
            WorkerDiedError: At its end.
        """
        paths = {"source": os.fsdecode(os.path.abspath(source)), "output": os.fsdecode(os.path.abspath(output))}
        for path in paths.values():
            try:
                path.encode()
            except UnicodeEncodeError as error:
                raise ValueError(f"expected a UTF-8 path, found {path!r}; read the file and use normalize()") from error
        request: dict[str, Any] = dict(paths)
        self._extend(request, position, edits)
        begun = self._begin(request, b"")

        def end() -> Report:
            report = Report.from_json(self._end(begun, request, b"")[0])
            # The worker names the command's option.
            reason = (report.reason or "").replace("upright reprocess --force", "--force, in Python force=True,")
            return replace(report, reason=reason or None)

        return end

    def describe(self, data: bytes, *, name: str = "picture") -> Description:
        """Read a file, or its beginning, without normalizing it.

        Raises:
            TypeError, RequestError, WorkerDiedError, UprightError: As for :meth:`normalize`.
        """
        request: dict[str, Any] = {"name": name, "length": len(data), "describe": True}
        with self._room:
            answer, _ = self._end(self._begin(request, data), request, data)
        return Description.from_json(answer)

    def begin_labels(self, data: bytes, turn: Turn, **options: Any) -> Callable[[], TurnedLabels]:
        """Begin to turn the labels of one picture, and return at once what waits for them.

        Args:
            data: The file of labels.
            turn: How the picture was turned.
            options: Members of ``labels`` in a worker's request (docs/worker.md).

        Raises:
            RequestError, WorkerDiedError, UprightError: As for :meth:`normalize`.
        """
        about = {"matrix": list(turn.matrix), "width": turn.width, "height": turn.height, **options}
        request: dict[str, Any] = {"name": "labels", "length": len(data), "labels": about}
        begun = self._begin(request, data)

        def end() -> TurnedLabels:
            answer, body = self._end(begun, request, data)
            return TurnedLabels(
                body if answer["outcome"] == "normalized" else None,
                answer["outcome"],
                (answer["reason"] or "").removeprefix("labels: "),
                answer.get("format"),
                answer.get("labelled"),
                answer.get("silent", False),
            )

        return end

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

    def _begin(self, request: dict[str, Any], body: bytes) -> tuple[Worker, Future[Answer]]:
        self._check_owner()
        worker = self._shared()
        return worker, worker.ask(request, body)

    def _end(self, begun: tuple[Worker, Future[Answer]], request: dict[str, Any], body: bytes) -> Answer:
        worker, future = begun
        transient = True
        for attempt in range(self._attempts):
            if attempt:
                # After a worker died, its pictures are retried in separate workers and cannot affect each other.
                worker = Worker(self._single)
                future = worker.ask(request, body)
            try:
                answer, data = future.result()
            except WorkerDiedError:
                self._check(worker)
                transient = transient and worker.lost_to_machine
                continue
            finally:
                if attempt:
                    worker.close()
            if answer["outcome"] is None:
                raise RequestError(f"the worker refused the request: {answer['reason']}")
            return answer, data
        name = request.get("name") or request.get("source")
        reason = f"the worker process ended {self._attempts} times while it processed {name}"
        if transient:
            reason += ", for lack of memory or processes, or because something else killed it"
        raise WorkerDiedError(reason, transient=transient)

    def _check_owner(self) -> None:
        # Before any lock: another thread may have had it when the process was forked.
        if os.getpid() != self._owner:
            raise UprightError(
                f"this Normalizer was created in process {self._owner} and cannot be used in its fork {os.getpid()}: "
                "create one in each process, for example in the initializer of the pool, "
                'or start processes with multiprocessing.get_context("spawn")'
            )

    def _check(self, worker: Worker) -> None:
        """Raise an error if the worker ended because of its usage or configuration."""
        worker.close(timeout=5.0)
        if worker.status in (64, 69, 78):
            # A worker without requests says again what is wrong, and ends.
            done = subprocess.run(self._command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            said = done.stderr.decode(errors="replace").strip().removeprefix("upright: ")
            raise UprightError(f"upright worker exited with status {worker.status}: {said}")

    def _shared(self) -> Worker:
        with self._lock:
            if self._closed:
                raise UprightError("the Normalizer is closed")
            place = next(self._turn) % len(self._workers)
            worker = self._workers[place]
            if worker is None or worker.ended:
                if worker is not None:
                    worker.close()
                worker = Worker(self._command)
                self._workers[place] = worker
            return worker

    @property
    def pids(self) -> list[int]:
        """The process ids of the running workers; in a fork there are none."""
        if os.getpid() != self._owner:
            return []
        return [worker.pid for worker in self._workers if worker is not None and not worker.ended]

    def close(self) -> None:
        """Finish the pictures in progress and end the processes; a second call, or one in a fork, does nothing."""
        if os.getpid() != self._owner:
            return
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
