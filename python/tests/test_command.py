"""The command upright-batch: messages, exit statuses, interrupts, full disks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from upright import Report, batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry
from upright.batch.run import STREAK
from upright.normalizer import Normalizer
from upright.report import Outcome

from .conftest import REPOSITORY, SAMPLES
from .samples import fill


def planning(folder: Path, manifest: str, *more: str) -> list[str]:
    return [
        "plan",
        manifest,
        "--source",
        f"{folder}/in",
        "--output",
        f"{folder}/out",
        "--work",
        f"{folder}/work",
        *more,
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("source,size\na.jpg,big\n", "row 1: size: expected a whole number of bytes, or nothing, found 'big'"),
        ("source,size\na.jpg,-1\n", "row 1: size: expected a whole number of bytes, found -1"),
        ("source,size\na.jpg,1.5\n", "found '1.5'"),
        ("source,latitude,longitude\na.jpg,1,1\nb.jpg,abc,1\n", "row 2: latitude: expected a number, found 'abc'"),
        ("source,latitude,longitude\na.jpg,nan,1\n", "row 1: latitude: expected a number"),
        ("source,latitude,longitude\na.jpg,1,inf\n", "row 1: longitude: expected a number"),
        ("source,latitude,longitude\na.jpg,95,1\n", "row 1: position: expected"),
        ("source,latitude,longitude\na.jpg,0,0\n", "row 1: position: expected"),
        ("source,latitude,longitude\na.jpg,48,\n", "row 1: longitude: expected a number beside latitude"),
        ("source,latitude\na.jpg,48\n", "row 1: longitude: expected a number beside latitude"),
        ("source,edits\na.jpg,artist\n", "row 1: edits: expected an object in JSON"),
        ("source,edits\na.jpg,[]\n", "row 1: edits: expected an object, found list"),
        ('source,edits\na.jpg,"{""sets"": {}}"\n', "row 1: edits: expected the keys remove, rename, set"),
        ('source,edits\na.jpg,"{""remove"": ""GPS:all""}"\n', "row 1: edits, remove: expected a list"),
        ("source,size\nparis, france.jpg,7\n", "row 1: expected as many values as columns"),
        ("src\na.jpg\n", "row 1: expected a value in source, key, path, url, found columns src"),
        ("\x00", "expected"),
    ],
)
def test_a_mistake_in_a_manifest_is_named(
    tmp_path: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.csv").write_text(text)
    assert main(planning(tmp_path, str(tmp_path / "m.csv"))) == 64
    error = capsys.readouterr().err
    assert message in error
    assert str(tmp_path / "m.csv") in error
    assert not (tmp_path / "work" / "plan.json").exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("m.csv", b"source\n\xff\xfe.jpg\n"),
        ("m.csv.gz", b"no gzip"),
        ("m.jsonl", b'{"source": "a.jpg"}\n{"source"\n'),
        ("m.jsonl", b'{"source": ["a.jpg"]}\n'),
        ("m.parquet", b"PAR1"),
        ("manifest.json", b"{}"),
        ("manifest.json", b"["),
        ("m.txt", b"a.jpg\n"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_named(
    tmp_path: Path, name: str, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / name).write_bytes(content)
    assert main(planning(tmp_path, str(tmp_path / name))) == 64
    assert name in capsys.readouterr().err


def test_what_is_missing_is_named_without_a_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.csv").write_text("source\na.jpg\n")
    manifest = str(tmp_path / "m.csv")
    cases = [
        (planning(tmp_path, f"{tmp_path}/none.csv"), 64, "none.csv"),
        (planning(tmp_path, manifest, "--config", f"{tmp_path}/none.yaml"), 64, "none.yaml"),
        (["plan", manifest, "--source", "ftp://a/b", "--output", "o", "--work", f"{tmp_path}/w"], 64, "ftp://a/b"),
        (["plan", manifest, "--source", "file://a/b", "--output", "o", "--work", f"{tmp_path}/w"], 64, "three slashes"),
        (["plan", manifest, "--source", "i", "--output", "x://", "--work", f"{tmp_path}/w"], 64, "x://"),
        (["plan", manifest, "--source", "i", "--output", "o", "--work", ""], 64, "found none"),
        (planning(tmp_path, manifest, "--shard-seconds", "0"), 64, "above 0"),
        (planning(tmp_path, manifest, "--bytes-per-second", "0"), 64, "above 0"),
        (planning(tmp_path, manifest, "--shard-seconds", "nan"), 64, "above 0"),
        (["status", "--work", f"{tmp_path}/none"], 64, "plan.json"),
    ]
    for arguments, status, text in cases:
        assert main(arguments) == status
        assert text in capsys.readouterr().err
    assert main(planning(tmp_path, manifest)) == 0
    assert "1 picture, 0 bytes, in 1 shard\n" in capsys.readouterr().out
    work = ["--work", f"{tmp_path}/work"]
    assert main(["rows", *work]) == 1
    assert "run the shard first" in capsys.readouterr().err
    assert main(["run", *work, "--shard", "0", "--transfers", "-1"]) == 64
    (tmp_path / "in").mkdir()
    assert main(["run", *work, "--shard", "0"]) == 0
    assert main(["merge", *work, "--table", f"{tmp_path}/none/t.parquet"]) == 74


def test_a_wrong_index_variable_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "abc")
    assert main(["run", "--work", str(tmp_path)]) == 64
    assert "SLURM_ARRAY_TASK_ID: expected the number of a shard, found 'abc'" in capsys.readouterr().err


def test_a_manifest_from_a_spreadsheet_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.csv").write_bytes("\ufeffsource,size\r\n./a.jpg,1\r\na.jpg,2\r\n".encode())
    assert main(planning(tmp_path, str(tmp_path / "m.csv"))) == 0
    assert "1 picture, 1 byte, in 1 shard; 1 row repeated a picture and was omitted" in capsys.readouterr().out


def test_a_shard_with_rejected_pictures_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path, 1)
    (tmp_path / "m.csv").write_text("source\nmissing.jpg\n")
    assert main(planning(tmp_path, str(tmp_path / "m.csv"))) == 0
    work = ["--work", f"{tmp_path}/work"]
    assert main(["run", *work, "--shard", "0"]) == 0
    assert main(["status", *work]) == 0
    capsys.readouterr()
    assert main(["merge", *work, "--json"]) == 1
    assert len(str(json.loads(capsys.readouterr().out)["seconds"])) < 8


def test_one_process_runs_several_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(tmp_path, 6)
    sizes = {path.name: path.stat().st_size for path in sorted((tmp_path / "in").iterdir())}
    (tmp_path / "m.csv").write_text("source,size\n" + "".join(f"{name},{size}\n" for name, size in sizes.items()))
    assert main(planning(tmp_path, str(tmp_path / "m.csv"), "--shard-seconds", "0.006")) == 0
    shards = batch.Plan.load(f"{tmp_path}/work").shards
    assert shards >= 3
    made: list[Normalizer] = []
    real = Normalizer.__init__

    def counted(self: Normalizer, **options: Any) -> None:
        made.append(self)
        real(self, **options)

    monkeypatch.setattr(Normalizer, "__init__", counted)
    work = ["--work", f"{tmp_path}/work"]
    capsys.readouterr()
    assert main(["run", *work, "--shard", f"0-{shards - 2},{shards - 1}", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["shards"] == list(range(shards))
    assert not values["resumed"]
    assert sum(values["outcomes"].values()) == len(sizes)
    assert len(made) == 1
    assert main(["status", *work]) == 0
    capsys.readouterr()
    # What is done is not done again.
    assert main(["run", *work, "--shard", f"0-{shards - 1}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["resumed"]
    for wrong in ("", "x", "3-1", "-1", "1,,2", "1.5"):
        with pytest.raises(SystemExit) as ended:
            main(["run", *work, f"--shard={wrong}"])
        assert ended.value.code == 64


def test_an_interrupt_ends_the_run_without_a_traceback(tmp_path: Path, turned: bytes) -> None:
    (tmp_path / "in").mkdir()
    names = [f"{number}.jpg" for number in range(20_000)]
    (tmp_path / "in" / names[0]).write_bytes(turned)
    for name in names[1:]:
        os.link(tmp_path / "in" / names[0], tmp_path / "in" / name)
    batch.plan([Entry(name) for name in names], *(str(tmp_path / n) for n in ("in", "out", "work")), shard_seconds=1e6)
    command = [sys.executable, "-m", "upright.batch", "run", "--work", str(tmp_path / "work"), "--shard", "0"]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    # A shell's background jobs ignore interrupts, and so would their children; a handler is not inherited.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True)
    finally:
        signal.signal(signal.SIGINT, before)
    while not (tmp_path / "out").exists() or len(os.listdir(tmp_path / "out")) < 20:
        assert process.poll() is None
        time.sleep(0.01)
    # As a terminal does: to the whole group.
    os.killpg(process.pid, signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "upright-batch: run: interrupted; start it again\n"
    assert time.monotonic() - start < 30
    assert batch.status(str(tmp_path / "work")).done == 0
    assert not list((tmp_path / "out").glob(".*"))


def test_a_failing_disk_ends_the_shard_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def full(self: Normalizer, source: Any, output: Any, **options: Any) -> Callable[[], Report]:
        tried.append(str(source))
        return lambda: Report(str(source), None, "public.jpeg", "deferred", "no space left on device")

    places = tuple(str(tmp_path / name) for name in ("in", "out", "work"))
    fill(tmp_path, 1)
    batch.plan([Entry(f"{number}.jpg") for number in range(300)], *places, shard_seconds=1e6)
    with monkeypatch.context() as patch:
        patch.setattr(Normalizer, "begin_file", full)
        with pytest.raises(batch.DeferredError, match=r"in a row 2\d\d were not tried; .*no space left"):
            batch.run(places[2], 0, jobs=2)
    assert STREAK <= len(tried) < 30
    assert batch.run(places[2], 0).outcomes == {"rejected": 300}


def test_single_deferred_pictures_do_not_end_the_shard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flaky(self: Normalizer, source: Any, output: Any, **options: Any) -> Callable[[], Report]:
        late = int(Path(source).stem) % 3
        outcome: Outcome = "deferred" if late else "unchanged"
        return lambda: Report(str(source), None, "public.jpeg", outcome, "busy" if late else "")

    places = tuple(str(tmp_path / name) for name in ("in", "out", "work"))
    fill(tmp_path, 1)
    batch.plan([Entry(f"{number}.jpg") for number in range(90)], *places, shard_seconds=1e6)
    monkeypatch.setattr(Normalizer, "begin_file", flaky)
    with pytest.raises(batch.DeferredError, match="60 of 90 pictures are deferred; run"):
        batch.run(places[2], 0, jobs=1, transfers=1)


def test_the_help_and_the_readme_agree_on_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    epilog = capsys.readouterr().out.split("Exit status:")[1]
    readme = (REPOSITORY / "python" / "README.md").read_text()
    for status in ("0", "1", "64", "74", "75", "78", "130"):
        assert status in epilog
        assert f"| {status} |" in readme


def test_the_readmes_examples_run(tmp_path: Path) -> None:
    readme = (REPOSITORY / "python" / "README.md").read_text()
    blocks = [block.split("```")[0] for block in readme.split("```python\n")[1:]]
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_bytes((SAMPLES / "orientation-6.jpg").read_bytes())
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    done = subprocess.run(
        [sys.executable, "-c", blocks[0]], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[0].startswith("normalized 6 ")
    assert lines[-1].isdecimal()
    assert (tmp_path / "upright.jpg").exists()
    assert (tmp_path / "out" / "b.jpg").exists()
    # The shell example, with folders.
    (tmp_path / "in").mkdir()
    (tmp_path / "a.jpg").rename(tmp_path / "in" / "a.jpg")
    (tmp_path / "in" / "b.jpg").write_bytes((tmp_path / "b.jpg").read_bytes())
    (shell,) = [block.split("```")[0] for block in readme.split("```sh\n")[1:] if "--work plan" in block]
    scripts = tmp_path / "bin"
    scripts.mkdir()
    script = scripts / "upright-batch"
    script.write_text(f'#!/bin/sh\nexec {sys.executable} -m upright.batch "$@"\n')
    script.chmod(0o755)
    environment["PATH"] = f"{scripts}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", shell], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.jpg", "b.jpg"]
    assert (tmp_path / "results.parquet").exists()
