"""Delivery to object stores, by many writers, and stores that fail."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from upright import batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry
from upright.batch.objects import Objects
from upright.batch.store import open_store
from upright.batch.transfer import Job, deliver
from upright.normalizer import Normalizer

from .conftest import SAMPLES
from .proxy import Faulty
from .samples import sample_names, upload

pa = pytest.importorskip("pyarrow")
obstore = pytest.importorskip("obstore")


def test_a_bucket_comes_out_as_reprocess_writes_it_and_a_second_run_is_current(
    buckets: tuple[str, str, str], expected: dict[str, bytes]
) -> None:
    source, output, work = buckets
    upload(source, sample_names())
    batch.plan([Entry(name) for name in sample_names()], source, output, work)
    first = batch.run(work, 0, jobs=2)
    assert not first.resumed
    out = open_store(output)
    assert {key: out.get(key) for key, _ in out.listed("")} == expected
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


@pytest.mark.parametrize("failure", [503, 500, 429, 409, "cut before", "cut after"])
def test_a_store_that_fails_for_a_while_is_retried(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], failure: Any, expected: dict[str, bytes]
) -> None:
    source, output, _ = buckets
    upload(source, ["orientation-6.jpg"])
    with Normalizer(jobs=1) as normalizer:
        faulty["PUT"] = [failure] * 2
        faulty["GET"] = [failure if failure != 409 else 503] * 2
        job = Job(open_store(source), open_store(output), normalizer)
        report = deliver(Entry("orientation-6.jpg"), job).report
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

    def failing(self: Objects, key: str, data: bytes, sha256: str, about: Any = None) -> str | None:
        if "orientation" in key:
            raise batch.StoreError("the store is down")
        return real(self, key, data, sha256, about)

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
