"""Manifests, shards, folders and results."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import threading
from pathlib import Path
from typing import Any

import pytest

import upright
from upright import batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry, read_manifest
from upright.batch.plan import Cost, Plan
from upright.batch.schema import from_parquet
from upright.normalizer import Normalizer

from .conftest import REPOSITORY, SAMPLES
from .samples import fill

pa = pytest.importorskip("pyarrow")
obstore = pytest.importorskip("obstore")


def write_csv(path: Path, rows: list[dict[str, Any]]) -> str:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


# Manifests


def test_every_form_of_manifest_gives_the_same_entries(tmp_path: Path) -> None:
    rows = [{"source": "a/b c.jpg", "size": 7}, {"source": "d.png", "size": 8}]
    write_csv(tmp_path / "m.csv", rows)
    with gzip.open(tmp_path / "m.csv.gz", "wb") as file:
        file.write((tmp_path / "m.csv").read_bytes())
    (tmp_path / "m.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows) + "\n")
    import pyarrow.parquet

    pyarrow.parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "m.parquet")
    inventory = tmp_path / "inv" / "2026-01-01T00-00Z"
    (tmp_path / "inv" / "data").mkdir(parents=True)
    inventory.mkdir()
    with gzip.open(tmp_path / "inv" / "data" / "x.csv.gz", "wt") as text:
        text.write('"bucket","p/a/b+c.jpg","7"\n"bucket","p/d.png","8"\n')
    about = {"fileFormat": "CSV", "fileSchema": "Bucket, Key, Size", "files": [{"key": "p/inv/data/x.csv.gz"}]}
    (inventory / "manifest.json").write_text(json.dumps(about))
    expected = [Entry("a/b c.jpg", 7), Entry("d.png", 8)]
    for name in ("m.csv", "m.csv.gz", "m.jsonl", "m.parquet"):
        assert list(read_manifest(str(tmp_path / name), "s3://bucket/p")) == expected
    assert list(read_manifest(str(inventory / "manifest.json"), "s3://bucket/p")) == expected


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"file": "a.jpg"}, "source, key, path, url"),
        ({"source": "/elsewhere/a.jpg"}, "is not below"),
        ({"source": "s3://other/a.jpg"}, "is not below"),
        ({"source": "../a.jpg"}, "key of a picture"),
        ({"source": "a.jpg", "size": "many"}, "many"),
        ({"source": "a.jpg", "latitude": "north", "longitude": "1"}, "north"),
    ],
)
def test_a_mistake_in_a_manifest_is_reported_with_its_row(tmp_path: Path, row: dict[str, Any], message: str) -> None:
    with pytest.raises(batch.ManifestError, match="row 1") as error:
        list(read_manifest(write_csv(tmp_path / "m.csv", [row]), "s3://bucket/p"))
    assert message in str(error.value)


# Plans


def test_shards_hold_equal_work_and_planning_again_is_harmless(tmp_path: Path) -> None:
    entries = [Entry(f"{number}.jpg", 1_000_000 * (1 + number % 7)) for number in range(500)]
    entries.append(Entry("3.jpg", 5))
    arguments = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    cost = Cost(seconds=0.01, rate=50e6)
    made = batch.plan(entries, *arguments, shard_seconds=2.0, cost=cost)
    assert (made.pictures, made.duplicates) == (500, 1)
    assert batch.plan(entries, *arguments, shard_seconds=2.0, cost=cost) == made
    works = [sum(map(cost.of, made.entries(arguments[2], shard))) for shard in range(made.shards)]
    assert max(works) <= 2.0
    assert min(works[:-1]) > 1.8
    with pytest.raises(batch.PlanError, match="another plan"):
        batch.plan(entries[:10], *arguments)


@pytest.mark.parametrize(
    ("output", "work"), [("s3://b/in/out", "s3://b/w"), ("s3://b/in", "s3://b/w"), ("s3://b/o", "s3://b/in/w"),
                         ("s3://b/o", "s3://b/o/w")]
)  # fmt: skip
def test_locations_that_would_feed_each_other_are_refused(output: str, work: str) -> None:
    with pytest.raises(batch.PlanError, match="inside"):
        batch.plan([], "s3://b/in", output, work)


# Folders


def test_a_folder_comes_out_as_reprocess_writes_it(tmp_path: Path, expected: dict[str, bytes]) -> None:
    names = fill(tmp_path)
    (tmp_path / "in" / "cut.jpg").write_bytes((SAMPLES / "orientation-6.jpg").read_bytes()[:40])
    rows = [{"source": name, "size": ""} for name in [*names, "cut.jpg", "missing.jpg"]]
    manifest = write_csv(tmp_path / "m.csv", rows)
    places = ["--source", str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    assert main(["plan", manifest, *places, "--shard-seconds", "0.5"]) == 0
    made = batch.Plan.load(str(tmp_path / "work"))
    assert made.shards > 1
    assert main(["status", "--work", str(tmp_path / "work")]) == 75
    assert main(["merge", "--work", str(tmp_path / "work")]) == 1
    for shard in range(made.shards):
        assert main(["run", "--work", str(tmp_path / "work"), "--shard", str(shard), "--jobs", "2"]) == 0
    assert main(["status", "--work", str(tmp_path / "work"), "--json"]) == 0
    table = tmp_path / "all.parquet"
    assert main(["merge", "--work", str(tmp_path / "work"), "--table", str(table)]) == 1
    for name, content in expected.items():
        assert (tmp_path / "out" / name).read_bytes() == content
    rows = from_parquet(table.read_bytes()).to_pylist()
    assert len(rows) == len(names) + 2
    reasons = {row["source"].rsplit("/", 1)[1]: row["reason"] for row in rows if row["outcome"] == "rejected"}
    assert set(reasons) == {"cut.jpg", "missing.jpg"}


def test_the_shards_number_comes_from_the_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = fill(tmp_path, 2)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    assert main(["run", "--work", places[2]]) == 64
    for name in ("JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX"):
        monkeypatch.setenv(name, "0")
        assert main(["run", "--work", places[2], "--json"]) == 0
        monkeypatch.setenv(name, "7")
        assert main(["run", "--work", places[2]]) == 64
        monkeypatch.delenv(name)


def test_a_configuration_positions_and_edits_apply(tmp_path: Path) -> None:
    fill(tmp_path)
    config = tmp_path / "c.yaml"
    config.write_text("folders: [{source: ./s, output: ./o}]\nstate: ./t\nsteps: [orient, {place: {write: true}}]\n")
    rows = [
        {"source": "orientation-6.jpg", "latitude": 48.137, "longitude": 11.575, "altitude": 519,
         "edits": json.dumps({"set": {"EXIF:Artist": "A"}})}
    ]  # fmt: skip
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan(write_csv(tmp_path / "m.csv", rows), *places, config=config)
    config.unlink()
    (row,) = batch.run(places[2], 0).table.to_pylist()
    assert row["latitude"] == pytest.approx(48.137)
    changes = {change["what"]: change["to"] for change in row["changes"]}
    assert changes["exif.Artist"] == "A"
    assert "Germany" in changes.values()


# Results


def test_a_worker_that_dies_of_its_picture_is_a_rejection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = fill(tmp_path, 1)

    def dying(*arguments: Any, **options: Any) -> Any:
        def end() -> Any:
            raise upright.WorkerDiedError("the worker ended 3 times while it had it")

        return end

    monkeypatch.setattr(Normalizer, "begin_file", dying)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    (row,) = batch.run(places[2], 0).table.to_pylist()
    assert (row["outcome"], row["reason"]) == ("rejected", "the worker ended 3 times while it had it")


def test_a_worker_that_the_machine_kills_defers_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = fill(tmp_path, 1)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    fake = tmp_path / "upright"
    fake.write_text("#!/bin/sh\nread line\nkill -9 $$\n")
    fake.chmod(0o755)
    with monkeypatch.context() as patch:
        patch.setenv("UPRIGHT_PROGRAM", str(fake))
        with pytest.raises(batch.DeferredError, match="memory"):
            batch.run(places[2], 0)
    assert sum(batch.run(places[2], 0).outcomes.values()) == 1


def test_folders_keep_the_workers_busy_from_one_thread_and_rows_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = fill(tmp_path, 40)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places, shard_seconds=1e6)
    begin = Normalizer.begin_file
    open_ones, most, threads = 0, 0, set()

    def counting(self: Normalizer, *arguments: Any, **options: Any) -> Any:
        nonlocal open_ones, most
        end = begin(self, *arguments, **options)
        open_ones += 1
        most = max(most, open_ones)
        threads.add(threading.get_ident())

        def ending() -> Any:
            nonlocal open_ones
            open_ones -= 1
            return end()

        return ending

    monkeypatch.setattr(Normalizer, "begin_file", counting)
    rows = batch.run(places[2], 0, jobs=2, transfers=7).table.to_pylist()
    entries = Plan.load(places[2]).entries(places[2], 0)
    assert [Path(row["source"]).name for row in rows] == [entry.key for entry in entries]
    assert (most, open_ones, len(threads)) == (7, 0, 1)


def test_a_merge_notices_a_missing_or_duplicate_result(tmp_path: Path) -> None:
    names = fill(tmp_path, 3)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    table = batch.run(places[2], 0).table
    assert batch.merge(places[2]).rows == 3
    from upright.batch.schema import to_parquet

    for rows in (table.to_pylist()[:2], table.to_pylist() + table.to_pylist()[:1]):
        (tmp_path / "work" / batch.Plan.load(places[2]).result_key(0)).write_bytes(to_parquet(rows))
        with pytest.raises(batch.IncompleteError, match="one row"):
            batch.merge(places[2])


def test_the_results_become_albums(tmp_path: Path, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = fill(tmp_path)
    entries = [Entry(name, position=(48.1374, 11.5755, 500.0)) for name in names]
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan(entries, *places)
    with pytest.raises(batch.IncompleteError):
        list(batch.rows(places[2]))
    outcomes = batch.run(places[2], 0).outcomes
    capsys.readouterr()
    assert main(["rows", "--work", places[2]]) == 0
    lines = capsys.readouterr().out
    assert sorted(json.loads(line)["source"] for line in lines.splitlines()) == [
        f"{places[0]}/{name}" for name in names
    ]
    (tmp_path / "pipeline.yaml").write_text("state: ./state\nfolders: [{source: ./drop, output: ./delivered}]\n")
    command = [program, "albums", "import", "-", "--prefix", places[1], "--folder", places[1]]
    done = subprocess.run(command, cwd=tmp_path, input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    delivered = outcomes.get("normalized", 0) + outcomes.get("unchanged", 0)
    assert done.stdout.startswith(f"{delivered} pictures added, 0 added before, {len(names) - delivered} rows")
    command = [program, "albums", "list", "--kind", "city", "--json"]
    cities = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "Munich" in {json.loads(line)["title"] for line in cities.splitlines()}


def test_rows_are_those_of_the_documented_schema_and_earlier_tables_become_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pyarrow.parquet as pq

    jsonschema = pytest.importorskip("jsonschema")

    names = fill(tmp_path)
    (tmp_path / "in" / "none.jpg").write_bytes(b"no picture")
    work = str(tmp_path / "work")
    places = [str(tmp_path / "in"), "--output", str(tmp_path / "out"), "--work", work]
    assert main(["plan", *places]) == 0
    assert main(["run", "--work", work, "--shard", "0"]) == 0
    capsys.readouterr()
    assert main(["rows", "--work", work]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == len(names) + 1
    schema = json.loads((REPOSITORY / "docs" / "json.schema.json").read_text())["$defs"]["upright worker"]
    # A picture of a batch has no id, no copies and no digest of what it shows.
    left = {"id", "copies", "pictureDigest", "length"}
    schema["required"] = [name for name in schema["required"] if name not in left]
    for row in rows:
        jsonschema.validate(row, schema)
        assert set(schema["properties"]) - left <= set(row)
    # Results of version 0.3.
    earlier = [
        {**row, "turns": [each["turn"] for each in row["components"]],
         "changes": [{"what": each["what"], "before": each["from"] or "", "after": each["to"] or ""}
                     for each in row["changes"]],
         **{f"{side}_{name}": row[name][side] for side in ("source", "output") for name in ("sha256", "bytes")},
         "captured_offset": row["capturedOffset"], "source_etag": row["etag"], "reason": row["reason"] or ""}
        for row in rows
    ]  # fmt: skip
    for row in earlier:
        for name in ("sha256", "bytes", "components", "capturedOffset", "etag"):
            del row[name]
    target = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(earlier), target)
    for before, after in zip(rows, from_parquet(bytes(target.getvalue())).to_pylist(), strict=True):
        assert after == {**before, "components": [{**each, "id": None} for each in before["components"]]}
