"""What a data set holds, from the beginnings of its pictures, and what results say."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import upright
from upright import batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry, read_manifest
from upright.batch.scan import scan
from upright.batch.store import open_store

from .conftest import REPOSITORY, SAMPLES
from .proxy import Faulty
from .samples import fill, sample_names, upload

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

FIXTURES = sorted(
    path for path in (REPOSITORY / "fixtures").rglob("*") if path.suffix in (".jpg", ".png", ".gif", ".webp")
)


def test_what_is_described_is_what_the_program_inspects(pool: upright.Normalizer) -> None:
    compared = 0
    for path in FIXTURES:
        found = upright.inspect(path)
        properties = found.get("properties") or {}
        described = pool.describe(path.read_bytes())
        assert described.type == found.get("type", described.type), path
        if found.get("reason") or "PixelWidth" not in properties or described.width is None:
            continue
        compared += 1
        assert (described.width, described.height) == (properties["PixelWidth"], properties["PixelHeight"]), path
        assert described.orientation == properties.get("Orientation"), path
        if found.get("coordinate"):
            assert described.latitude == pytest.approx(found["coordinate"]["latitude"], abs=1e-6), path
    assert compared > 20


@pytest.fixture(scope="module")
def pool() -> Iterator[upright.Normalizer]:
    with upright.Normalizer(jobs=2) as made:
        yield made


def test_the_beginning_of_a_picture_is_described(pool: upright.Normalizer, turned: bytes) -> None:
    for length in range(0, 2000, 7):
        assert pool.describe(turned[:length]).type in ("public.jpeg", "public.data")
    found = pool.describe(turned[:4000])
    assert (found.orientation, found.width, found.height) == (6, 320, 480)


def test_a_scan_reads_the_first_bytes_only(buckets: tuple[str, str, str], faulty: dict[str, list[Any]], tmp_path: Path,
                                           turned: bytes) -> None:  # fmt: skip
    source, _, _ = buckets
    upload(source, sample_names())
    store = open_store(source)
    # A picture whose Exif is followed by much else before its dimensions.
    padding = (b"\xff\xe2" + struct.pack(">H", 65535) + bytes(65533)) * 2
    store.put_new("late.jpg", turned[:2] + padding + turned[2:] + bytes(2_000_000), "")
    store.put_new("large.jpg", turned + bytes(1_000_000), "")
    store.put_new("empty.jpg", b"", "")
    names = [*sample_names(), "late.jpg", "large.jpg", "empty.jpg", "missing.jpg"]
    Faulty.requests.clear()
    found = scan([Entry(name) for name in names], source, tmp_path / "scan.parquet")
    assert found.pictures == len(names)
    assert found.failed == 1
    assert found.read < found.size / 2
    # One request for each picture, one more for the late dimensions, two for the empty one.
    assert len(Faulty.requests) <= len(names) + 8
    import pyarrow.parquet

    rows = {
        row["source"].rsplit("/", 1)[1]: row
        for row in pyarrow.parquet.read_table(tmp_path / "scan.parquet").to_pylist()
    }
    for number in range(1, 9):
        assert rows[f"orientation-{number}.jpg"]["orientation"] == number
    assert rows["late.jpg"]["width"] == rows["large.jpg"]["width"] == rows["orientation-6.jpg"]["width"]
    assert rows["large.jpg"]["size"] == len(turned) + 1_000_000
    assert (rows["missing.jpg"]["reason"], rows["empty.jpg"]["type"]) == ("no such object", "public.data")
    # The table is a manifest with sizes and ETags.
    entries = {entry.key: entry for entry in read_manifest(str(tmp_path / "scan.parquet"), source)}
    assert entries["orientation-6.jpg"] == Entry(
        "orientation-6.jpg", len(turned), etag=rows["orientation-6.jpg"]["etag"]
    )


def test_a_report_counts_orientations_before_and_after(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = fill(tmp_path)
    (tmp_path / "in" / "cut.jpg").write_bytes((SAMPLES / "orientation-6.jpg").read_bytes()[:40])
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    manifest = tmp_path / "m.csv"
    manifest.write_text("source\n" + "".join(f"{name}\n" for name in [*names, "cut.jpg"]))
    assert main(["scan", str(manifest), "--source", places[0], "--table", str(tmp_path / "s.parquet"), "--json"]) == 0
    scanned = json.loads(capsys.readouterr().out)
    batch.plan(str(manifest), *places)
    outcomes = batch.run(places[2], 0).outcomes
    assert main(["report", places[2], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["outcomes"] == outcomes
    assert found["pictures"] == scanned["pictures"] == len(names) + 1
    assert {key: count for key, count in found["before"].items() if key not in "01"}.keys() == set("2345678")
    assert {key for key in found["after"] if key not in ("0", "1")} == set()
    assert found["puts"] == outcomes["normalized"] + outcomes["unchanged"]
    assert found["reasons"]
    assert main(["report", places[2]]) == 0
    text = capsys.readouterr().out
    assert "orientation        before        after" in text
    assert main(["report", str(tmp_path / "none.parquet")]) == 64
