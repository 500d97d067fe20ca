"""The pool: results, threads, deaths, errors."""

from __future__ import annotations

import hashlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import upright
from upright._programs import program as find_program


def test_bytes_come_out_as_reprocess_writes_them(turned: bytes, expected: dict[str, bytes]) -> None:
    with upright.Normalizer(jobs=2) as normalizer:
        result = normalizer.normalize(turned, name="a.png")
    assert result.data == expected["orientation-6.jpg"]
    assert result.report.outcome == "normalized"
    assert result.report.output == "a.jpg"
    assert result.report.orientation == 6
    assert result.report.output_sha256 == hashlib.sha256(result.data or b"").hexdigest()
    assert {change.what for change in result.report.changes} >= {"exif.Orientation"}


def test_an_upright_picture_is_the_argument_itself(upright_picture: bytes) -> None:
    with upright.Normalizer(jobs=1) as normalizer:
        result = normalizer.normalize(upright_picture)
    assert result.data is upright_picture
    assert result.report.outcome == "unchanged"


def test_rejected_and_ignored_pictures_are_results(turned: bytes) -> None:
    with upright.Normalizer(jobs=1) as normalizer:
        cut = normalizer.normalize(turned[:40], name="cut.jpg")
        text = normalizer.normalize(b"some text", name="a.txt")
        empty = normalizer.normalize(b"", name="a.jpg")
    assert (cut.data, cut.report.outcome) == (None, "rejected")
    assert (text.data, text.report.outcome) == (None, "ignored")
    assert (empty.report.outcome, "empty" in (empty.report.reason or "")) == ("rejected", True)


def test_position_and_edits_are_written(turned: bytes) -> None:
    edits = upright.Edits(set={"EXIF:Artist": "A. Person", "IPTC:Keywords": ["sea", "boat"]})
    with upright.Normalizer(jobs=1, verify="pixels") as normalizer:
        result = normalizer.normalize(turned, position=(48.137154, 11.576124, 519.5), edits=edits)
        with pytest.raises(upright.UprightError, match="Nonsense"):
            normalizer.normalize(turned, edits=upright.Edits(set={"EXIF:Nonsense": "x"}))
    assert result.report.latitude == pytest.approx(48.137154)
    assert result.data is not None
    found = upright.inspect(result.data)
    assert found["properties"]["{TIFF}"]["Artist"] == "A. Person"
    assert found["coordinate"]["longitude"] == pytest.approx(11.576124)


def test_files_are_delivered_and_never_replaced(tmp_path: Path, turned: bytes, expected: dict[str, bytes]) -> None:
    (tmp_path / "a.jpg").write_bytes(turned)
    output = tmp_path / "out" / "b.jpg"
    with upright.Normalizer(jobs=1) as normalizer:
        outcomes = [normalizer.normalize_file(tmp_path / "a.jpg", output).outcome for _ in range(2)]
        assert outcomes == ["normalized", "current"]
        assert output.read_bytes() == expected["orientation-6.jpg"]
        output.write_bytes(b"other")
        assert normalizer.normalize_file(tmp_path / "a.jpg", output).outcome == "rejected"
        assert normalizer.normalize_file(tmp_path / "none.jpg", output).reason == "no such file"
    assert output.read_bytes() == b"other"


def test_the_reason_for_a_kept_output_names_the_argument(tmp_path: Path, turned: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(turned)
    with upright.Normalizer(jobs=1) as normalizer:
        assert normalizer.normalize_file(tmp_path / "a.jpg", tmp_path / "b.jpg").outcome == "normalized"
        (tmp_path / "b.jpg").write_bytes(b"other")
        assert "force=True" in (normalizer.normalize_file(tmp_path / "a.jpg", tmp_path / "b.jpg").reason or "")


def test_a_name_that_another_file_has_gets_a_number(tmp_path: Path, turned: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(turned)
    (tmp_path / "b.jpg").write_bytes(b"other")
    for force, outcome in ((False, "normalized"), (True, "current")):
        with upright.Normalizer(jobs=1, force=force) as normalizer:
            report = normalizer.normalize_file(tmp_path / "a.jpg", tmp_path / "b.jpg")
        assert (report.outcome, report.output) == (outcome, str(tmp_path / "b-2.jpg"))
    assert (tmp_path / "b.jpg").read_bytes() == b"other"


@pytest.mark.parametrize("name", ["l\nf", "t\tb\x7f", "\u00e9\u2028", "b\\x0A"])
def test_the_report_names_the_output_as_it_is(tmp_path: Path, turned: bytes, name: str) -> None:
    (tmp_path / f"{name}.png").write_bytes(turned)
    with upright.Normalizer(jobs=1) as normalizer:
        assert normalizer.normalize(turned, name=f"{name}.png").report.output == f"{name}.jpg"
        output = normalizer.normalize_file(tmp_path / f"{name}.png", tmp_path / "out" / f"{name}.png").output
    assert output == str(tmp_path / "out" / f"{name}.jpg")
    assert os.path.exists(output)


def test_every_kind_of_bytes_is_taken(turned: bytes, expected: dict[str, bytes]) -> None:
    padded = turned + bytes(-len(turned) % 4)
    kinds: list[Any] = [
        bytearray(turned),
        memoryview(turned),
        memoryview(padded).cast("I"),
        memoryview(turned[::-1])[::-1],
    ]
    with upright.Normalizer(jobs=1) as normalizer:
        for kind in kinds:
            assert normalizer.normalize(kind).report.outcome == "normalized"
        assert normalizer.normalize(kinds[3]).data == expected["orientation-6.jpg"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"data": "a.jpg"}, TypeError),
        ({"data": None}, TypeError),
        ({"name": 7}, TypeError),
        ({"name": ""}, upright.UprightError),
        ({"name": "\udc80.jpg"}, upright.UprightError),
        ({"name": "x" * (2 << 20)}, upright.UprightError),
        ({"position": "north"}, TypeError),
        ({"position": 7}, TypeError),
        ({"position": (1.0,)}, upright.UprightError),
        ({"position": (0.0, 0.0)}, upright.UprightError),
        ({"position": (91.0, 0.0)}, upright.UprightError),
        ({"position": (float("nan"), 1.0)}, upright.UprightError),
        ({"position": (1.0, 1.0, float("inf"))}, upright.UprightError),
        ({"edits": {"set": {}}}, TypeError),
        ({"edits": upright.Edits(remove="GPS:all")}, TypeError),
        ({"edits": upright.Edits(set={"EXIF:Artist": 7})}, TypeError),  # type: ignore[dict-item]
        ({"edits": upright.Edits(rename={"EXIF:Artist": b"x"})}, TypeError),  # type: ignore[dict-item]
    ],
)
def test_a_wrong_argument_leaves_the_pool_in_order(turned: bytes, arguments: dict[str, Any], error: Any) -> None:
    with upright.Normalizer(jobs=1) as normalizer:
        normalizer.normalize(turned)
        pids = normalizer.pids
        with pytest.raises(error):
            normalizer.normalize(**{"data": turned, **arguments})
        assert finished(normalizer.normalize, turned).report.outcome == "normalized"
        assert normalizer.pids == pids


def test_an_interrupt_inside_a_request_makes_nobody_wait(turned: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int, *parts: bytes) -> None:
        os.write(descriptor, parts[0])
        raise KeyboardInterrupt

    with upright.Normalizer(jobs=1) as normalizer:
        normalizer.normalize(turned)
        (pid,) = normalizer.pids
        monkeypatch.setattr(upright._worker, "write_all", interrupted)
        with pytest.raises(KeyboardInterrupt):
            normalizer.normalize(turned)
        monkeypatch.undo()
        assert finished(normalizer.normalize, turned).report.outcome == "normalized"
        assert normalizer.pids != [pid]


def test_a_line_that_the_worker_cannot_read_makes_nobody_wait(turned: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upright._worker, "request_line", lambda request: b"{\n")
    with upright.Normalizer(jobs=1) as normalizer, pytest.raises(upright.WorkerDiedError):
        finished(normalizer.normalize, turned)


def finished(work: Any, *arguments: Any) -> Any:
    """The result, or TimeoutError after a minute."""
    future: Future[Any] = Future()

    def call() -> None:
        try:
            future.set_result(work(*arguments))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=call, daemon=True).start()
    return future.result(60)


def test_each_thread_gets_the_results_of_its_own_pictures(expected: dict[str, bytes]) -> None:
    from .conftest import SAMPLES

    sources = {name: (SAMPLES / name).read_bytes() for name in expected if (SAMPLES / name).exists()}
    with upright.Normalizer(jobs=2, processes=2) as normalizer, ThreadPoolExecutor(16) as threads:
        work = [name for name in sources for _ in range(8)]
        results = list(threads.map(lambda name: normalizer.normalize(sources[name], name=name), work))
    for name, result in zip(work, results, strict=True):
        assert result.data == expected[name]
        assert result.report.source == name


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(turned: bytes, expected: dict[str, bytes]) -> None:
    killed = 0
    with upright.Normalizer(jobs=2) as normalizer, ThreadPoolExecutor(8) as threads:
        results = []
        for _ in range(10):
            futures = [threads.submit(normalizer.normalize, turned) for _ in range(8)]
            for pid in normalizer.pids:
                os.kill(pid, signal.SIGKILL)
                killed += 1
            results += [future.result() for future in futures]
    assert killed >= 5
    assert all(result.data == expected["orientation-6.jpg"] for result in results)


def test_a_picture_that_kills_its_worker_takes_no_other_with_it(tmp_path: Path, turned: bytes, program: str) -> None:
    # A worker that a picture called poison kills.
    fake = tmp_path / "upright"
    fake.write_text(
        f"""#!/usr/bin/env python3
import json, os, subprocess, sys
real = subprocess.Popen([{program!r}] + sys.argv[1:], stdin=subprocess.PIPE)
while line := sys.stdin.buffer.readline():
    request = json.loads(line)
    body = sys.stdin.buffer.read(request.get("length", 0))
    if request.get("name") == "poison":
        real.kill()
        os.kill(os.getpid(), 9)
    real.stdin.write(line + body)
    real.stdin.flush()
real.stdin.close()
sys.exit(real.wait())
"""
    )
    fake.chmod(0o755)
    with (
        upright.Normalizer(jobs=2, program=str(fake), attempts=2) as normalizer,
        ThreadPoolExecutor(4) as threads,
    ):
        poison = threads.submit(normalizer.normalize, turned, name="poison")
        others = [threads.submit(normalizer.normalize, turned, name=f"{number}.jpg") for number in range(6)]
        assert all(other.result().report.outcome == "normalized" for other in others)
        with pytest.raises(upright.WorkerDiedError, match="poison") as died:
            poison.result()
    # SIGKILL is what the system does when memory is short.
    assert died.value.transient


@pytest.mark.parametrize(
    ("end", "transient"), [("exit 75", True), ("kill -9 $$", True), ("kill -11 $$", False), ("exit 1", False)]
)
def test_a_worker_that_the_machine_ends_is_told_from_one_that_the_picture_ends(
    tmp_path: Path, turned: bytes, end: str, transient: bool
) -> None:
    fake = tmp_path / "upright"
    fake.write_text(f"#!/bin/sh\nread line\n{end}\n")
    fake.chmod(0o755)
    with (
        upright.Normalizer(jobs=1, program=str(fake)) as normalizer,
        pytest.raises(upright.WorkerDiedError, match=r"a\.jpg") as died,
    ):
        normalizer.normalize(turned, name="a.jpg")
    assert died.value.transient == transient
    assert ("memory" in str(died.value)) == transient


def test_a_wrong_configuration_is_an_error_and_not_a_death(tmp_path: Path, turned: bytes) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("folder: 7\n")
    with (
        upright.Normalizer(jobs=1, config=wrong) as normalizer,
        pytest.raises(upright.UprightError, match=r"78: .*wrong\.yaml:1: folder: expected one of"),
    ):
        normalizer.normalize(turned)


def test_a_closed_pool_raises_an_error_and_leaves_no_process(turned: bytes) -> None:
    normalizer = upright.Normalizer(jobs=1)
    normalizer.normalize(turned)
    (pid,) = normalizer.pids
    normalizer.close()
    normalizer.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(upright.UprightError, match="closed"):
        normalizer.normalize(turned)
    assert not [t for t in threading.enumerate() if t.name == "upright-worker-results"]


def test_arguments_out_of_range_and_pickling_are_refused() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        upright.Normalizer(jobs=0)
    with pytest.raises(TypeError, match="process"):
        pickle.dumps(upright.Normalizer())


def test_a_missing_program_is_an_error_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPRIGHT_PROGRAM", "/nonexistent/upright")
    with pytest.raises(upright.ProgramNotFoundError, match="UPRIGHT_PROGRAM"):
        upright.Normalizer()
    monkeypatch.setenv("UPRIGHT_PROGRAM", "/nonexistent/foo")
    with pytest.raises(upright.ProgramNotFoundError, match="/nonexistent/foo"):
        upright.Normalizer()
    monkeypatch.delenv("UPRIGHT_PROGRAM")
    monkeypatch.setenv("PATH", "/nonexistent")
    with pytest.raises(upright.ProgramNotFoundError, match="make build"):
        upright.Normalizer()


def test_the_named_program_can_have_another_name_or_be_a_folder(
    tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "another-name", tmp_path / "upright-codec", tmp_path / "folder" / "upright"):
        path.symlink_to(program)
    monkeypatch.setenv("UPRIGHT_PROGRAM", str(tmp_path / "another-name"))
    assert find_program() == tmp_path / "another-name"
    assert find_program("upright-codec") == tmp_path / "upright-codec"
    monkeypatch.setenv("UPRIGHT_PROGRAM", str(tmp_path / "folder"))
    assert find_program() == tmp_path / "folder" / "upright"
    monkeypatch.setenv("UPRIGHT_PROGRAM", str(tmp_path))
    with pytest.raises(upright.ProgramNotFoundError, match="folder that contains it"):
        find_program()


def test_inspect_reads_paths_and_bytes(turned: bytes) -> None:
    from .conftest import SAMPLES

    by_path = upright.inspect(SAMPLES / "orientation-6.jpg", tags=True)
    assert by_path["type"] == "public.jpeg"
    assert by_path["properties"] == upright.inspect(turned)["properties"]
    assert by_path["tags"]
    with pytest.raises(FileNotFoundError):
        upright.inspect("/nonexistent.jpg")


def test_package_and_program_have_the_same_version() -> None:
    printed = subprocess.run([find_program(), "--version"], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == upright.__version__


def in_a_fork(work: Any) -> str:
    """Return what a function raises in a fork of this process: its message, or nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            work()
        except upright.UprightError as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        message = pipe.read().decode()
    assert os.waitpid(child, 0)[1] == 0, "it hung"
    return message


def test_a_normalizer_refuses_to_work_in_a_fork(turned: bytes, tmp_path: Path) -> None:
    source = tmp_path / "a.jpg"
    source.write_bytes(turned)
    with upright.Normalizer(jobs=1) as normalizer:
        assert normalizer.normalize(turned).data
        assert "create one in each process" in in_a_fork(lambda: normalizer.normalize(turned))
        assert "spawn" in in_a_fork(lambda: normalizer.normalize_file(source, tmp_path / "out.jpg"))

        def leave() -> None:
            with normalizer:
                assert normalizer.pids == []

        assert in_a_fork(leave) == ""
        # The fork has neither used nor ended the workers.
        assert len(normalizer.pids) == 1
        assert normalizer.normalize(turned).data


def test_a_fork_can_create_its_own_normalizer(turned: bytes) -> None:
    with upright.Normalizer(jobs=1) as normalizer:
        expected = normalizer.normalize(turned).data

        def work() -> None:
            with upright.Normalizer(jobs=1) as own:
                if own.normalize(turned).data != expected:
                    raise upright.UprightError("other bytes")

        assert in_a_fork(work) == ""


def test_a_normalizer_closes_while_a_fork_lives(turned: bytes) -> None:
    """The fork has copies of the pipes, and the worker ends when all are closed."""
    normalizer = upright.Normalizer(jobs=1)
    normalizer.normalize(turned)
    worker = normalizer.pids[0]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.read(reading, 1)
        os._exit(0)
    closing = threading.Thread(target=normalizer.close)
    closing.start()
    closing.join(25)
    assert not closing.is_alive(), "it waits for the fork"
    os.write(writing, b"x")
    os.waitpid(child, 0)
    os.close(reading)
    os.close(writing)
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


SCRIPT = f"""#!{sys.executable}
import sys
from upright._programs import main
if __name__ == "__main__":
    sys.exit(main())
"""


def script(path: Path, text: str = SCRIPT) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_package_without_programs_does_not_start_its_own_script(tmp_path: Path) -> None:
    package = Path(upright.__file__).parents[1]
    own = script(tmp_path / "upright")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": str(package)}
    run = subprocess.run([own, "--version"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout) == (69, "")
    assert "found only this package's own script" in run.stderr
    environment["UPRIGHT_PROGRAM"] = str(own)
    run = subprocess.run([own, "--version"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 69
    assert "own script" in run.stderr


def test_a_wrapper_that_starts_the_script_again_is_noticed(tmp_path: Path) -> None:
    package = Path(upright.__file__).parents[1]
    (tmp_path / "bin").mkdir()
    own = script(tmp_path / "start")
    script(tmp_path / "bin" / "upright", f'#!/bin/sh\nexec "{own}" "$@"\n')
    environment = {"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "PYTHONPATH": str(package)}
    run = subprocess.run([own, "--version"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout) == (69, "")
    assert "a script that starts this one" in run.stderr


def test_the_program_behind_the_own_script_is_found(
    tmp_path: Path, program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "second").mkdir()
    script(tmp_path / "first" / "upright")
    (tmp_path / "second" / "upright").symlink_to(program)
    monkeypatch.delenv("UPRIGHT_PROGRAM")
    monkeypatch.setattr("upright._programs._CARRIED", tmp_path / "none")
    monkeypatch.setenv("PATH", f"{tmp_path / 'first'}:{tmp_path / 'second'}")
    assert find_program() == tmp_path / "second" / "upright"
