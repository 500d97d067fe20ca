"""Manifests, shards, delivery that can run twice, and stores that fail."""

from __future__ import annotations

import csv
import gzip
import http.server
import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import upright
from upright import batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry, read_manifest
from upright.batch.plan import Cost
from upright.batch.results import from_parquet
from upright.batch.run import deliver
from upright.batch.store import Objects, open_store
from upright.normalizer import Normalizer

from .conftest import SAMPLES, free_port

pa = pytest.importorskip("pyarrow")
obstore = pytest.importorskip("obstore")


def fill(folder: Path, count: int = 0) -> list[str]:
    names = sorted(path.name for path in SAMPLES.iterdir())[: count or None]
    for name in names:
        (folder / "in").mkdir(parents=True, exist_ok=True)
        (folder / "in" / name).write_bytes((SAMPLES / name).read_bytes())
    return names


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
    changes = {change["what"]: change["after"] for change in row["changes"]}
    assert changes["exif.Artist"] == "A"
    assert "Germany" in changes.values()


# Object stores


def upload(url: str, names: list[str]) -> None:
    store = open_store(url)
    for name in names:
        store.put_new(name, (SAMPLES / name).read_bytes(), "")


@pytest.fixture
def buckets(s3_environment: str, request: pytest.FixtureRequest) -> tuple[str, str, str]:
    import boto3

    client = boto3.client("s3", endpoint_url=s3_environment)
    name = "b" + str(abs(hash(request.node.name)))
    for kind in ("in", "out", "work"):
        client.create_bucket(Bucket=f"{name}-{kind}")
    return f"s3://{name}-in/a", f"s3://{name}-out/b", f"s3://{name}-work"


def sample_names() -> list[str]:
    return sorted(path.name for path in SAMPLES.iterdir())


def test_a_bucket_comes_out_as_reprocess_writes_it_and_a_second_run_is_current(
    buckets: tuple[str, str, str], expected: dict[str, bytes]
) -> None:
    source, output, work = buckets
    upload(source, sample_names())
    batch.plan([Entry(name) for name in sample_names()], source, output, work)
    first = batch.run(work, 0, jobs=2)
    assert not first.resumed
    out = open_store(output)
    assert {key: out.get(key) for key in out.keys("")} == expected
    again = batch.run(work, 0)
    assert again.resumed
    assert again.table == first.table
    # The results are lost, but the outputs exist.
    work_again = work + "/second"
    batch.plan([Entry(name) for name in sample_names()], source, output, work_again)
    assert set(batch.run(work_again, 0).outcomes) <= {"current", "ignored", "rejected"}


def test_an_object_with_other_bytes_is_never_replaced_without_force(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    out = open_store(output)
    out.put_new("orientation-6.jpg", b"other", "")
    batch.plan([Entry("orientation-6.jpg")], source, output, work)
    (row,) = batch.run(work, 0).table.to_pylist()
    assert (row["outcome"], row["output"]) == ("rejected", None)
    assert "--force" in row["reason"]
    assert out.get("orientation-6.jpg") == b"other"
    assert batch.run(work, 0, force=True).outcomes == {"normalized": 1}
    assert out.get("orientation-6.jpg") != b"other"


def test_the_same_shard_on_two_machines_at_once_gives_one_result_per_picture(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, sample_names())
    batch.plan([Entry(name) for name in sample_names()], source, output, work)
    with ThreadPoolExecutor(4) as machines:
        results = list(machines.map(lambda _: batch.run(work, 0, jobs=1), range(4)))
    assert [result.resumed for result in results].count(False) == 1
    assert all(result.table == results[0].table for result in results)
    assert batch.merge(work).rows == len(sample_names())


def test_twelve_writers_of_one_object_have_one_winner(buckets: tuple[str, str, str]) -> None:
    store = open_store(buckets[1])
    with ThreadPoolExecutor(12) as threads:
        won = list(threads.map(lambda n: store.put_new("x", bytes([n]) * 1000, f"{n:064}"), range(12)))
    assert won.count(None) == 1
    assert set(won) == {None, f"{won.index(None):064}"}


class Faulty(http.server.BaseHTTPRequestHandler):
    """A proxy that fails like a store, a given number of times for each request method."""

    target = ""
    failures: dict[str, list[Any]] = {}  # noqa: RUF012

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        failures = self.failures.get(self.command, [])
        failure = failures.pop(0) if failures else None
        if failure == "cut before":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if isinstance(failure, int):
            self.send_response(failure)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        import http.client

        connection = http.client.HTTPConnection(self.target)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        data = answer.read()
        if failure == "cut after":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "server", "date"):
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else str(len(data))
        self.send_header("Content-Length", length or "0")
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = forward


@pytest.fixture
def faulty(s3_environment: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[Any]]]:
    port = free_port()
    Faulty.target = s3_environment.removeprefix("http://")
    Faulty.failures = {}
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Faulty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    yield Faulty.failures
    server.shutdown()


@pytest.mark.parametrize("failure", [503, 500, 429, 409, "cut before", "cut after"])
def test_a_store_that_fails_for_a_while_is_retried(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], failure: Any, expected: dict[str, bytes]
) -> None:
    source, output, _ = buckets
    upload(source, ["orientation-6.jpg"])
    with Normalizer(jobs=1) as normalizer:
        faulty["PUT"] = [failure] * 2
        faulty["GET"] = [failure if failure != 409 else 503] * 2
        report = deliver(Entry("orientation-6.jpg"), open_store(source), open_store(output), normalizer)
    assert not faulty["PUT"]
    # If the response was lost, the existing object is its own.
    assert report.outcome in ("normalized", "current")
    assert open_store(output).get("orientation-6.jpg") == expected["orientation-6.jpg"]


def test_a_store_that_stays_down_defers_the_shard(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    batch.plan([Entry("orientation-6.jpg")], source, output, work)
    real = Objects.put_new

    def failing(self: Objects, key: str, data: bytes, sha256: str) -> str | None:
        if "orientation" in key:
            raise batch.StoreError("the store is down")
        return real(self, key, data, sha256)

    monkeypatch.setattr(Objects, "put_new", failing)
    with pytest.raises(batch.DeferredError, match="the store is down"):
        batch.run(work, 0)
    assert main(["run", "--work", work, "--shard", "0"]) == 75
    monkeypatch.undo()
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{Faulty.target}")
    assert batch.run(work, 0).outcomes == {"normalized": 1}


def test_an_unreachable_store_is_an_error_after_the_retries(s3_environment: str) -> None:
    store = open_store("s3://nowhere/x", patience=0.5, config={"endpoint": "http://127.0.0.1:9"})
    with pytest.raises(batch.StoreError, match="failed for"):
        store.get("a.jpg")


def test_a_missing_bucket_is_not_a_missing_picture(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    for places in (("s3://none-in", output), (source, "s3://none-out")):
        batch.plan([Entry("orientation-6.jpg")], *places, work, force=True)
        with pytest.raises(batch.AccessError, match=r"none-.*expected a bucket, found none"):
            batch.run(work, 0, patience=1.0)
    with pytest.raises(batch.AccessError, match="expected a bucket"):
        batch.plan([Entry("a.jpg")], source, output, "s3://none-work/w")
    assert main(["run", "--work", work, "--shard", "0"]) == 78
    assert batch.status(work).done == 0
    batch.plan([Entry("missing.jpg")], source, output, work, force=True)
    assert batch.run(work, 0).outcomes == {"rejected": 1}


def test_a_folder_that_is_not_mounted_is_not_a_missing_picture(tmp_path: Path) -> None:
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry("a.jpg")], *places)
    assert main(["run", "--work", places[2], "--shard", "0"]) == 75
    assert batch.status(places[2]).done == 0


def test_one_unreadable_object_is_rejected_and_wrong_credentials_end_the_shard(
    buckets: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from obstore.exceptions import PermissionDeniedError

    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    real = obstore.get

    def denying(store: Any, key: str, **options: Any) -> Any:
        if key.startswith("denied"):
            raise PermissionDeniedError("403")
        return real(store, key, **options)

    monkeypatch.setattr(obstore, "get", denying)
    batch.plan([Entry("denied.jpg"), Entry("orientation-6.jpg")], source, output, work)
    assert batch.run(work, 0).outcomes == {"rejected": 1, "normalized": 1}
    batch.plan([Entry(f"denied{number}.jpg") for number in range(100)], source, output, work, force=True)
    with pytest.raises(batch.AccessError, match="refuses"):
        batch.run(work, 0)
    assert main(["run", "--work", work, "--shard", "0"]) == 78


def test_a_key_that_a_store_cannot_have_is_one_rejected_picture(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    keys = ["a b%20.jpg", "\u00e9?x#y.jpg", "tab\t.jpg"]
    store = open_store(source)
    for key in keys[:2]:
        store.put_new(key, (SAMPLES / "orientation-6.jpg").read_bytes(), "")
    batch.plan([Entry(key) for key in keys], source, output, work)
    rows = batch.run(work, 0).table.to_pylist()
    assert [row["outcome"] for row in rows] == ["normalized", "normalized", "rejected"]
    assert open_store(output).get(keys[0]) == open_store(output).get(keys[1])


def test_a_worker_that_dies_of_its_picture_is_a_rejection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = fill(tmp_path, 1)

    def dying(*arguments: Any, **options: Any) -> Any:
        raise upright.WorkerDiedError("the worker ended 3 times while it had it")

    monkeypatch.setattr(Normalizer, "normalize_file", dying)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    (row,) = batch.run(places[2], 0).table.to_pylist()
    assert (row["outcome"], row["reason"]) == ("rejected", "the worker ended 3 times while it had it")


def test_a_merge_notices_a_missing_or_duplicate_result(tmp_path: Path) -> None:
    names = fill(tmp_path, 3)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in names], *places)
    table = batch.run(places[2], 0).table
    assert batch.merge(places[2]).rows == 3
    from upright.batch.results import to_parquet

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
