"""A second run over outputs that exist reads and writes no picture."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import upright
from upright import batch
from upright.batch import incremental
from upright.batch.delivery import Delivery
from upright.batch.incremental import about_of, delivery_of, names_of, options_digest
from upright.batch.manifest import Entry
from upright.batch.store import DIGEST, open_store
from upright.report import Report

from .conftest import SAMPLES
from .proxy import Faulty
from .samples import fill, upload

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

NAMES = [f"orientation-{number}.jpg" for number in range(1, 9)]
COUNT = 40


def counted(path: str) -> Counter[str]:
    """The requests for objects whose path contains a text."""
    return Counter(method for method, where in Faulty.requests if path in where)


def copies(url: str) -> list[Entry]:
    store = open_store(url)
    entries = []
    for number in range(COUNT):
        name = NAMES[number % 8]
        data = (SAMPLES / name).read_bytes()
        store.put_new(f"{number:02}-{name}", data, "")
        head = store.head(f"{number:02}-{name}")
        assert head is not None
        entries.append(Entry(f"{number:02}-{name}", len(data), etag=head.tag))
    return entries


@pytest.mark.parametrize("known", [True, False], ids=["with ETags", "without ETags"])
def test_a_second_plan_reads_and_writes_no_picture(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], known: bool
) -> None:
    source, output, work = buckets
    entries = [entry if known else Entry(entry.key, entry.size) for entry in copies(source)]
    batch.plan(entries, source, output, f"{work}/a")
    Faulty.requests.clear()
    first = batch.run(f"{work}/a", 0, transfers=2)
    assert first.outcomes == {"normalized": 35, "unchanged": 5}
    reads, writes = counted("-in/"), counted("-out/")
    assert reads == {"GET": COUNT}
    # A few questions, each for the names that an output can have, and then none.
    assert writes["PUT"] == COUNT
    assert writes["HEAD"] <= 6 * len(names_of("a.jpg"))
    batch.plan(entries, source, output, f"{work}/b")
    Faulty.requests.clear()
    second = batch.run(f"{work}/b", 0, transfers=2)
    assert second.outcomes == {"current": COUNT}
    assert counted("-out/") == {"HEAD": COUNT}
    # Without ETags the store is asked whether they have changed, and sends no body.
    assert counted("-in/") == ({} if known else {"GET": COUNT})
    same = ["source", "output", "type", "orientation", "sha256", "bytes", "width", "height", "matrix", "etag",
            "options"]  # fmt: skip
    assert second.table.select(same) == first.table.select(same)


def test_another_source_or_other_options_are_not_current(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    batch.plan([Entry("orientation-6.jpg")], source, output, f"{work}/a")
    assert batch.run(f"{work}/a", 0).outcomes == {"normalized": 1}
    batch.plan([Entry("orientation-6.jpg", position=(48.0, 11.0))], source, output, f"{work}/b")
    (row,) = batch.run(f"{work}/b", 0).table.to_pylist()
    assert (row["outcome"], "other bytes" in row["reason"]) == ("rejected", True)
    open_store(source).replace("orientation-6.jpg", (SAMPLES / "orientation-3.jpg").read_bytes(), "")
    head = open_store(source).head("orientation-6.jpg")
    assert head is not None
    # The store is asked whether it is another source, or the manifest says so.
    for plan, tag in (("c", None), ("e", head.tag)):
        batch.plan([Entry("orientation-6.jpg", etag=tag)], source, output, f"{work}/{plan}")
        (row,) = batch.run(f"{work}/{plan}", 0).table.to_pylist()
        assert (row["outcome"], "other bytes" in row["reason"]) == ("rejected", True)
    # An output that lost its metadata is compared by its bytes.
    open_store(source).replace("orientation-6.jpg", (SAMPLES / "orientation-6.jpg").read_bytes(), "")
    store = open_store(output)
    store.replace("orientation-6.jpg", store.get("orientation-6.jpg"), "")
    batch.plan([Entry("orientation-6.jpg", 15919)], source, output, f"{work}/d")
    assert batch.run(f"{work}/d", 0).outcomes == {"current": 1}
    # One that was cut since is not, although its metadata says so.
    head = store.head("orientation-6.jpg")
    assert head is not None
    about = about_of(Delivery(Report("a", "b", "public.jpeg", "normalized", output_bytes=head.size), head.tag, "c"))
    assert delivery_of("a", "b", replace(head, about={**about, DIGEST: "0"}), "c") is not None
    assert delivery_of("a", "b", replace(head, about={**about, DIGEST: "0"}, size=head.size - 1), "c") is None


def test_an_output_of_another_version_is_not_current(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [options_digest("", Entry("a.jpg")), options_digest("", Entry("a.jpg", position=(1.0, 2.0)))]
    monkeypatch.setattr(incremental, "__version__", "another")
    incremental._plain_digest.cache_clear()
    now = [options_digest("", Entry("a.jpg")), options_digest("", Entry("a.jpg", position=(1.0, 2.0)))]
    incremental._plain_digest.cache_clear()
    assert not set(made) & set(now)


def test_results_have_the_geometry_of_each_picture(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, [*NAMES, "palette.png", "animation.gif"])
    batch.plan([Entry(name) for name in [*NAMES, "palette.png", "animation.gif"]], source, output, work)
    rows = {row["source"].rsplit("/", 1)[1]: row for row in batch.run(work, 0).table.to_pylist()}
    with upright.Normalizer(jobs=1) as pool:
        for name, row in rows.items():
            turn = batch.Turn.of(row["matrix"], row["width"], row["height"])
            assert turn is not None
            assert turn.moves == ((row["orientation"] or 1) > 1)
            made = pool.describe(open_store(output).get(name))
            assert (made.width, made.height) == turn.size
    assert {rows[name]["orientation"] for name in NAMES} == set(range(1, 9))


def test_one_added_row_costs_one_row(buckets: tuple[str, str, str], faulty: dict[str, list[Any]]) -> None:
    source, output, work = buckets
    entries = copies(source)
    batch.plan(entries[:-1], source, output, f"{work}/a", shard_seconds=0.05)
    first = batch.Plan.load(f"{work}/a")
    assert first.shards > 3
    for shard in range(first.shards):
        batch.run(f"{work}/a", shard)
    Faulty.requests.clear()
    made = batch.plan(entries, source, output, f"{work}/b", shard_seconds=0.05, since=f"{work}/a")
    assert (made.pictures, made.kept, made.shards) == (COUNT, COUNT - 1, 1)
    assert batch.run(f"{work}/b", 0).table.num_rows == 1
    assert counted("-in/") == {"GET": 1}
    assert counted("-out/")["PUT"] == 1
    assert counted("-out/").total() <= 1 + len(names_of("a.jpg"))
    merged = batch.merge(f"{work}/b")
    assert (merged.rows, merged.outcomes) == (COUNT, {"normalized": 35, "unchanged": 5})
    assert batch.status(f"{work}/b").complete
    # The same manifest gives the same plan, and a third run takes rows over that were taken over.
    assert batch.plan(entries, source, output, f"{work}/b", shard_seconds=0.05, since=f"{work}/a") == made
    third = batch.plan(entries, source, output, f"{work}/c", since=f"{work}/b")
    assert (third.kept, third.shards) == (COUNT, 0)
    assert batch.status(f"{work}/c").complete
    assert batch.merge(f"{work}/c").rows == COUNT


def test_rows_of_changed_pictures_options_and_places_are_not_taken_over(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    entries = copies(source)[:8]
    batch.plan(entries, source, output, f"{work}/a")
    batch.run(f"{work}/a", 0)

    def kept(changed: list[Entry], to: str = output, **more: Any) -> int:
        return batch.plan(changed, source, to, f"{work}/b", since=f"{work}/a", force=True, **more).kept

    assert kept(entries) == 8
    assert kept([replace(entries[0], etag="0" * 32), *entries[1:]]) == 7
    assert kept([replace(entries[0], etag=None), *entries[1:]]) == 7
    assert kept([replace(entries[0], position=(48.0, 11.0)), *entries[1:]]) == 7
    assert kept(entries, to=f"{output}-other") == 0


def test_a_picture_without_a_result_that_counts_is_not_taken_over(tmp_path: Path) -> None:
    names = fill(tmp_path, 4)
    (tmp_path / "in" / "cut.jpg").write_bytes((SAMPLES / NAMES[5]).read_bytes()[:40])
    places = (str(tmp_path / "in"), str(tmp_path / "out"))
    entries = [Entry(name) for name in [*names, "cut.jpg", "missing.jpg"]]
    batch.plan(entries, *places, str(tmp_path / "a"))
    batch.run(str(tmp_path / "a"), 0)
    table = tmp_path / "all.parquet"
    batch.merge(str(tmp_path / "a"), table)
    for results in (str(tmp_path / "a"), str(table)):
        made = batch.plan(entries, *places, str(tmp_path / "b"), since=results, force=True)
        assert (made.kept, made.pictures) == (4, 6)
    os.utime(tmp_path / "in" / names[0])
    assert batch.plan(entries, *places, str(tmp_path / "c"), since=str(table)).kept == 3
    with pytest.raises(ValueError, match="found no such file"):
        batch.plan(entries, *places, str(tmp_path / "d"), since=str(tmp_path / "none.parquet"))


@pytest.mark.parametrize("unchanged", ["copy", "skip", "link"])
def test_pictures_that_are_upright_are_copied_skipped_or_linked(tmp_path: Path, unchanged: Any) -> None:
    fill(tmp_path)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name) for name in NAMES], *places, unchanged=unchanged)
    rows = {row["source"].rsplit("/", 1)[1]: row for row in batch.run(places[2], 0).table.to_pylist()}
    row, made = rows[NAMES[0]], tmp_path / "out" / NAMES[0]
    assert row["outcome"] == "unchanged"
    assert row["output"] == (str(tmp_path / "in" / NAMES[0]) if unchanged == "skip" else str(made))
    assert made.is_symlink() == (unchanged == "link")
    assert made.exists() == (unchanged != "skip")
    assert Path(row["output"]).read_bytes() == (SAMPLES / NAMES[0]).read_bytes()
    assert len(list((tmp_path / "out").iterdir())) == (7 if unchanged == "skip" else 8)
    again = str(tmp_path / "again")
    batch.plan([Entry(name) for name in NAMES], *places[:2], again, unchanged=unchanged)
    assert batch.run(again, 0).outcomes == ({"unchanged": 1, "current": 7} if unchanged == "skip" else {"current": 8})


def test_a_link_takes_the_place_of_no_file(tmp_path: Path) -> None:
    (made := tmp_path / "out" / NAMES[0]).parent.mkdir()
    made.write_bytes(b"somebody else's")
    fill(tmp_path)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(NAMES[0])], *places, unchanged="link")
    assert batch.run(places[2], 0, force=True).outcomes == {"rejected": 1}
    assert made.read_bytes() == b"somebody else's"


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_file_that_changes_while_it_is_read_is_not_noted_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_replaced: bool
) -> None:
    (name,) = fill(tmp_path, 1)
    size = (tmp_path / "in" / name).stat().st_size
    begin = upright.Normalizer.begin_file

    def changing(self: upright.Normalizer, source: str, *arguments: Any, **options: Any) -> Any:
        if is_replaced:
            Path(source).write_bytes((SAMPLES / NAMES[5]).read_bytes())
        os.utime(source, ns=(1, 1))
        return begin(self, source, *arguments, **options)

    monkeypatch.setattr(upright.Normalizer, "begin_file", changing)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([Entry(name, size)], *places)
    if is_replaced:
        with pytest.raises(batch.DeferredError, match="as in the manifest"):
            batch.run(places[2], 0)
    else:
        assert batch.run(places[2], 0).table["etag"].to_pylist() == [None]


def test_skipped_pictures_cost_no_put(buckets: tuple[str, str, str], faulty: dict[str, list[Any]]) -> None:
    source, output, work = buckets
    entries = copies(source)
    upright = [entry for entry in entries if "orientation-1" in entry.key]
    batch.plan(upright, source, output, f"{work}/a", unchanged="skip")
    Faulty.requests.clear()
    rows = batch.run(f"{work}/a", 0).table.to_pylist()
    assert counted("-out/")["PUT"] == 0
    assert [row["output"] for row in rows] == [row["source"] for row in rows]
    assert batch.plan(upright, source, output, f"{work}/b", unchanged="skip", since=f"{work}/a").shards == 0
    # A plan that copies needs them.
    assert batch.plan(upright, source, output, f"{work}/c", since=f"{work}/a").kept == 0
    with pytest.raises(batch.PlanError, match="link needs folders"):
        batch.plan(upright, source, output, f"{work}/d", unchanged="link")
