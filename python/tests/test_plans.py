"""Plans that are replaced, made at once or cut off, and results that belong to one of them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from upright import UprightError, batch
from upright._shards import run_task
from upright.batch.__main__ import main
from upright.batch.manifest import Entry
from upright.batch.schema import to_parquet

from .conftest import REPOSITORY
from .samples import fill

Places = tuple[str, str, str]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work")


def shards(work: str) -> list[Path]:
    return sorted((Path(work) / "shards").rglob("*.jsonl"))


def test_results_of_a_replaced_plan_do_not_count(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    names = fill(tmp_path, 6)
    old = batch.plan([Entry(name) for name in names[:3]], *places)
    batch.run(places[2], 0)
    (tmp_path / "m.csv").write_text("source\n" + "".join(f"{name}\n" for name in names[3:]))
    command = ["plan", str(tmp_path / "m.csv"), "--source", places[0], "--output", places[1], "--work", places[2]]
    assert main(command) == 64
    assert "--force" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0
    assert f"its results in results/{old.id} do not count" in capsys.readouterr().out
    assert batch.status(places[2]).done == 0
    with pytest.raises(batch.IncompleteError, match="no results"):
        batch.merge(places[2])
    result = batch.run(places[2], 0)
    assert not result.resumed
    assert {Path(row["source"]).name for row in result.table.to_pylist()} == set(names[3:])
    assert batch.merge(places[2]).rows == 3
    # The plan before, made again, finds its results again.
    assert batch.plan([Entry(name) for name in names[:3]], *places, force=True).id == old.id
    assert batch.run(places[2], 0).resumed


def test_a_plan_belongs_to_its_places_its_configuration_and_the_cut_of_its_shards(places: Places) -> None:
    entries = [Entry(f"{number}.jpg", 10_000_000) for number in range(6)]
    work = places[2]
    ids = {
        batch.plan(entries, *places, force=True).id,
        batch.plan(entries, places[0] + "2", places[1], work, force=True).id,
        batch.plan(entries, places[0], places[1] + "2", work, force=True).id,
        batch.plan(entries, *places, shard_seconds=0.4, force=True).id,
        batch.plan([*entries[:-1], Entry("5.jpg", 10_000_000, (1.0, 2.0))], *places, force=True).id,
    }
    assert len(ids) == 5


def test_a_task_that_began_with_a_replaced_plan_completes_that_plan(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 4)
    old = batch.plan([Entry(name) for name in names[:2]], *places)
    new = batch.plan([Entry(name) for name in names[2:]], *places, force=True)
    for made, expected in ((old, names[:2]), (new, names[2:])):
        for table in (batch.run(places[2], 0, plan=made).table, run_task(places[2], made, 0, 1, {})):
            assert [Path(row["source"]).name for row in table.to_pylist()] == expected


def test_a_work_folder_of_the_first_layout_keeps_its_results(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 3)
    entries = [Entry(name) for name in names]
    made = batch.plan(entries, *places)
    table = batch.run(places[2], 0).table
    # Version 1: shards/N.jsonl, results/N.parquet, a plan without identity.
    work = Path(places[2])
    shards(places[2])[0].rename(work / "shards" / "0000000.jsonl")
    (work / made.result_key(0)).rename(work / "results" / "0000000.parquet")
    values = {**asdict(made), "version": 1}
    del values["id"], values["folder"]
    (work / "plan.json").write_text(json.dumps(values))
    assert batch.status(places[2]).complete
    assert batch.run(places[2], 0).resumed
    assert batch.merge(places[2]).rows == table.num_rows == 3
    assert batch.plan(entries, *places).version == 1
    with pytest.raises(batch.PlanError, match="another plan"):
        batch.plan(entries[:2], *places)
    batch.plan(entries[:2], *places, force=True)
    assert batch.status(places[2]).done == 0


def test_two_plans_at_once_leave_one_whole_plan(places: Places) -> None:
    manifests = [[Entry(f"{kind}{number}.jpg", 10_000_000) for number in range(200)] for kind in "ab"]

    def planned(number: int) -> batch.Plan | None:
        try:
            return batch.plan(manifests[number % 2], *places, shard_seconds=1.0)
        except batch.PlanError:
            return None

    with ThreadPoolExecutor(6) as threads:
        found = [made for made in threads.map(planned, range(6)) if made]
    made = batch.Plan.load(places[2])
    assert found
    assert set(found) == {made}
    keys = [entry.key for shard in range(made.shards) for entry in made.entries(places[2], shard)]
    assert keys in [[entry.key for entry in manifest] for manifest in manifests]
    # Those that were too late have removed their shards.
    assert len(shards(places[2])) == made.shards


def test_a_plan_that_was_killed_is_planned_again(tmp_path: Path, places: Places) -> None:
    script = f"""
import os, signal
from upright import batch
from upright.batch.manifest import Entry
from upright.batch.folder import Folder
real = Folder.put_new
def put_new(self, key, data, digest, about=None):
    if key == "plan.json":
        os.kill(os.getpid(), signal.SIGKILL)
    return real(self, key, data, digest)
Folder.put_new = put_new
batch.plan([Entry("a.jpg")], *{places!r})
"""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    killed = subprocess.run([sys.executable, "-c", script], env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(shards(places[2])) == 1
    assert main(["status", "--work", places[2]]) == 64
    made = batch.plan([Entry("b.jpg")], *places)
    assert [entry.key for entry in made.entries(places[2], 0)] == ["b.jpg"]


def test_a_manifest_with_a_mistake_leaves_no_shards(tmp_path: Path, places: Places) -> None:
    (tmp_path / "m.csv").write_text("source,size\n" + "a.jpg,1\n" * 3 + "b.jpg,1\nc.jpg,big\n")
    with pytest.raises(batch.ManifestError, match="row 5: size: expected a whole number of bytes, or nothing"):
        batch.plan(str(tmp_path / "m.csv"), *places, shard_seconds=0.001)
    assert shards(places[2]) == []


def test_an_empty_manifest_is_refused(tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("", "source\n"):
        (tmp_path / "m.csv").write_text(text)
        with pytest.raises(batch.ManifestError, match="at least one picture"):
            batch.plan(str(tmp_path / "m.csv"), *places)
    assert not (Path(places[2]) / "plan.json").exists()
    # A plan of an earlier version can be empty.
    made = replace(batch.plan([Entry("a.jpg")], *places), shards=0, pictures=0)
    (Path(places[2]) / "plan.json").write_text(json.dumps(asdict(made)))
    assert main(["run", "--work", places[2], "--shard", "0"]) == 64
    assert "no shards" in capsys.readouterr().err


@pytest.mark.parametrize(
    "key", ["a\u2028b\x85.jpg", "line\nfeed.jpg", "100%25 é ü.jpg", "tab\tand\rreturn.jpg", "q\"'.jpg"]
)
def test_every_name_of_a_file_is_one_picture(tmp_path: Path, places: Places, turned: bytes, key: str) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / key).write_bytes(turned)
    (tmp_path / "m.jsonl").write_text(json.dumps({"source": key}) + "\n")
    batch.plan(str(tmp_path / "m.jsonl"), *places)
    assert batch.run(places[2], 0).outcomes == {"normalized": 1}
    assert (tmp_path / "out" / key).exists()
    assert batch.merge(places[2]).rows == 1


@pytest.mark.parametrize("key", ["../a.jpg", "/a.jpg", "a//b.jpg", "a/./b.jpg", "", "a/", "\ud800.jpg", "a\0b.jpg"])
def test_a_key_outside_the_source_is_refused(places: Places, key: str) -> None:
    with pytest.raises(batch.ManifestError, match="entry 2"):
        batch.plan([Entry("good.jpg"), Entry(key)], *places)


# Damage


def test_a_damaged_shard_is_reported_with_its_file(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 2)
    batch.plan([Entry(name) for name in names], *places)
    (path,) = shards(places[2])
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    with pytest.raises(batch.PlanError, match=f"{path}.*line 2") as error:
        batch.run(places[2], 0)
    assert "--force" in str(error.value)
    # Cut between two lines, it loses a picture that nothing else would miss.
    path.write_bytes(whole[: whole.index(b"\n") + 1])
    batch.run(places[2], 0)
    with pytest.raises(batch.IncompleteError, match="expected 2 pictures"):
        batch.merge(places[2])
    path.unlink()
    with pytest.raises(batch.PlanError, match=str(path)):
        batch.run(places[2], 0)
    assert batch.plan([Entry(name) for name in names], *places, force=True).entries(places[2], 0)


def test_damaged_results_are_reported_and_made_again(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    names = fill(tmp_path, 2)
    made = batch.plan([Entry(name) for name in names], *places)
    batch.run(places[2], 0)
    path = Path(places[2]) / made.result_key(0)
    whole = path.read_bytes()
    for damaged in (b"", whole[:-100], b"junk" * 50):
        path.write_bytes(damaged)
        assert batch.status(places[2]).damaged == (0,)
        assert main(["status", "--work", places[2]]) == 75
        for command in ("merge", "rows"):
            assert main([command, "--work", places[2]]) == 1
            assert str(path) in capsys.readouterr().err
        assert batch.run(places[2], 0).outcomes == {"current": 2}
        assert batch.status(places[2]).complete


def test_a_damaged_plan_is_reported_with_its_file(places: Places, capsys: pytest.CaptureFixture[str]) -> None:
    batch.plan([Entry("a.jpg")], *places)
    path = Path(places[2]) / "plan.json"
    for text in ("", "{}", "[]", path.read_text()[:-20], '{"version": 3}', '{"version": 2, "sorce": ""}'):
        path.write_text(text)
        assert main(["status", "--work", places[2]]) == 64
        assert str(path) in capsys.readouterr().err


# Pictures that are refused


def test_a_wrong_row_is_one_rejected_picture(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 4)
    batch.plan([Entry(name) for name in names], *places)
    wrong: list[dict[str, Any]] = [
        {"position": [0, 0]},
        {"position": [95, 0]},
        {"edits": {"set": {"EXIF:Nonsense": "x"}}},
        {"edits": {"remove": "GPS:all"}},
    ]
    # As an earlier version has planned them, or a program.
    lines = [json.dumps({"key": name, "size": None, **more}) for name, more in zip(names, wrong, strict=True)]
    lines += [json.dumps({"key": key, "size": None}) for key in ("../a.jpg", "x" * 300 + ".jpg")]
    shards(places[2])[0].write_text("\n".join(lines) + "\n")
    rows = batch.run(places[2], 0).table.to_pylist()
    assert [row["outcome"] for row in rows] == ["rejected"] * 6
    for row, text in zip(rows, ("0, 0", "-90 to 90", "EXIF:Nonsense", "remove", "relative path", ""), strict=True):
        assert text in row["reason"]
        assert row["source"].startswith(places[0])


def test_an_unknown_tag_in_a_manifest_rejects_its_picture_alone(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 2)
    entries = [Entry(names[0], edits={"set": {"EXIF:Nonsense": "x"}}), Entry(names[1])]
    batch.plan(entries, *places)
    rows = batch.run(places[2], 0).table.to_pylist()
    assert rows[0]["outcome"] == "rejected"
    assert rows[1]["outcome"] != "rejected"
    assert batch.run(places[2], 0).resumed


# Configurations


def test_a_wrong_configuration_is_refused_by_the_plan(
    tmp_path: Path, places: Places, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "lim.yaml"
    config.write_text("limits: {pixel: 1000}\n")
    with pytest.raises(UprightError, match=r"lim.yaml:1: limits.pixel") as error:
        batch.plan([Entry("a.jpg")], *places, config=config)
    assert "/upright-" not in str(error.value)
    assert not Path(places[2]).exists()
    # A program of another version can find a mistake later.
    made = replace(batch.plan([Entry("a.jpg")], *places), config="limits: {pixel: 1000}\n")
    (Path(places[2]) / "plan.json").write_text(json.dumps(asdict(made)))
    assert main(["run", "--work", places[2], "--shard", "0"]) == 78
    assert f"{places[2]}/plan.json" in capsys.readouterr().err


def test_rows_of_another_plan_are_not_merged(tmp_path: Path, places: Places) -> None:
    names = fill(tmp_path, 2)
    made = batch.plan([Entry(names[0])], *places)
    rows = batch.run(places[2], 0).table.to_pylist()
    other = batch.plan([Entry(names[1])], *places, force=True)
    path = Path(places[2]) / other.result_key(0)
    path.parent.mkdir(parents=True)
    path.write_bytes(to_parquet(rows))
    assert made.id != other.id
    with pytest.raises(batch.IncompleteError, match="one row for each"):
        batch.merge(places[2])
