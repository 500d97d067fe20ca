"""A second run over outputs that exist reads and writes no picture."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from upright import batch
from upright.batch.manifest import Entry
from upright.batch.store import open_store

from .conftest import SAMPLES
from .proxy import Faulty
from .samples import upload

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
    # A few questions, and then none.
    assert writes["PUT"] == COUNT
    assert writes["HEAD"] <= 6
    batch.plan(entries, source, output, f"{work}/b")
    Faulty.requests.clear()
    second = batch.run(f"{work}/b", 0, transfers=2)
    assert second.outcomes == {"current": COUNT}
    assert counted("-out/") == {"HEAD": COUNT}
    # Without ETags the store is asked whether they have changed, and sends no body.
    assert counted("-in/") == ({} if known else {"GET": COUNT})
    same = ["source", "output", "type", "orientation", "source_sha256", "output_sha256", "source_bytes", "output_bytes",
            "width", "height", "matrix", "source_etag", "options"]  # fmt: skip
    assert second.table.select(same) == first.table.select(same)


def test_another_source_or_other_options_are_not_current(buckets: tuple[str, str, str], tmp_path: Any) -> None:
    source, output, work = buckets
    upload(source, ["orientation-6.jpg"])
    batch.plan([Entry("orientation-6.jpg")], source, output, f"{work}/a")
    assert batch.run(f"{work}/a", 0).outcomes == {"normalized": 1}
    batch.plan([Entry("orientation-6.jpg", position=(48.0, 11.0))], source, output, f"{work}/b")
    (row,) = batch.run(f"{work}/b", 0).table.to_pylist()
    assert (row["outcome"], "other bytes" in row["reason"]) == ("rejected", True)
    open_store(source).replace("orientation-6.jpg", (SAMPLES / "orientation-3.jpg").read_bytes(), "")
    batch.plan([Entry("orientation-6.jpg")], source, output, f"{work}/c")
    (row,) = batch.run(f"{work}/c", 0).table.to_pylist()
    assert (row["outcome"], "other bytes" in row["reason"]) == ("rejected", True)
    # An output that lost its metadata is compared by its bytes.
    open_store(source).replace("orientation-6.jpg", (SAMPLES / "orientation-6.jpg").read_bytes(), "")
    store = open_store(output)
    store.replace("orientation-6.jpg", store.get("orientation-6.jpg"), "")
    batch.plan([Entry("orientation-6.jpg", 15919)], source, output, f"{work}/d")
    assert batch.run(f"{work}/d", 0).outcomes == {"current": 1}


def test_results_have_the_geometry_of_each_picture(buckets: tuple[str, str, str]) -> None:
    source, output, work = buckets
    upload(source, [*NAMES, "palette.png", "animation.gif"])
    batch.plan([Entry(name) for name in [*NAMES, "palette.png", "animation.gif"]], source, output, work)
    rows = {row["source"].rsplit("/", 1)[1]: row for row in batch.run(work, 0).table.to_pylist()}
    from upright.header import read_header

    for name in rows:
        width, height = rows[name]["width"], rows[name]["height"]
        turn = batch.Turn(rows[name]["orientation"] or 1, width, height)
        assert tuple(rows[name]["matrix"]) == turn.matrix
        made = read_header(open_store(output).get(name))
        assert (made.width, made.height) == turn.size
    assert {rows[name]["orientation"] for name in NAMES} == set(range(1, 9))
