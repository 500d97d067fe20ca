"""Pictures as people have them: folders and buckets without a manifest, zips, files with another's extension."""

from __future__ import annotations

import io
import json
import logging
import os
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from upright import Normalizer, batch
from upright.batch.__main__ import main
from upright.batch.incremental import names_of
from upright.batch.manifest import Entry, read_manifest
from upright.batch.store import open_store

from .conftest import SAMPLES
from .proxy import Faulty
from .samples import sample_names

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

TURNED = "orientation-6.jpg"


def put(url: str, files: dict[str, bytes]) -> None:
    for key, data in files.items():
        open_store(url).put_new(key, data, "")


def test_a_bucket_is_listed_with_sizes_and_tags_so_that_a_second_run_reads_nothing(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    source, output, work = buckets
    data = (SAMPLES / TURNED).read_bytes()
    put(source, dict.fromkeys(("a.jpg", "b/ü + 50%.jpg", "b/c d.jpg", ".hidden/e.jpg"), data))
    for place in ("1", "2"):
        assert main(["plan", source, "--output", output, "--work", f"{work}/{place}"]) == 0
        assert "3 pictures" in capsys.readouterr().out
        entries = batch.Plan.load(f"{work}/{place}").entries(f"{work}/{place}", 0)
        assert {entry.key for entry in entries} == {"a.jpg", "b/ü + 50%.jpg", "b/c d.jpg"}
        assert all(entry.size == len(data) and entry.etag for entry in entries)
        Faulty.requests.clear()
        assert batch.run(f"{work}/{place}", 0).outcomes == {("normalized" if place == "1" else "current"): 3}
    assert not [path for _, path in Faulty.requests if "-in/" in path]


def test_a_folder_is_listed_and_a_name_that_no_store_has_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = (SAMPLES / TURNED).read_bytes()
    put(str(tmp_path / "in"), {"a/b.jpg": data, ".trash/c.jpg": data})
    with open(os.fsencode(tmp_path / "in") + b"/\xff.jpg", "wb") as file:
        file.write(data)
    with caplog.at_level(logging.WARNING):
        (entry,) = read_manifest(str(tmp_path / "in"), str(tmp_path / "in"))
    assert entry == Entry("a/b.jpg", len(data))
    assert "\\udcff" in caplog.text


@pytest.mark.parametrize("place", ["nothing", "pictures.txt"])
def test_a_place_without_pictures_and_a_manifest_without_a_source_are_named(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pictures.txt").write_text("a.jpg\n")
    more = ["--output", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    assert main(["plan", str(tmp_path / place), *more]) == 64
    assert f"{place}: expected a folder or a bucket with pictures, or a manifest" in capsys.readouterr().err
    assert main(["plan", "m.csv", *more]) == 64
    assert "expected --source" in capsys.readouterr().err
    assert main(["plan", "other://bucket", *more]) == 64
    assert "Debug source" not in capsys.readouterr().err
    assert main(["plan", str(tmp_path / place), *more, "--config", "none.yaml"]) == 64
    assert "found: No such file or directory\n" in capsys.readouterr().err


def test_the_names_that_an_output_can_have_are_those_that_the_program_gives() -> None:
    data = (SAMPLES / TURNED).read_bytes()
    with Normalizer() as normalizer:
        for name in ("a.jpg", "a", "a.v1", "b/a.PNG", "b.c/a", "a.b.jpeg", ".jpg", "a.TIFF", "a.mov", "a.cr2"):
            assert normalizer.normalize(data, name=name).report.output in names_of(name), name
    assert names_of("a.tar") == ["a.tar"]
    assert names_of("a.jpg")[0] == "a.jpg"


@pytest.mark.parametrize("known", [True, False], ids=["with ETags", "without ETags"])
def test_a_second_run_reads_no_body_of_a_picture_whose_extension_was_corrected(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], known: bool
) -> None:
    source, output, work = buckets
    files = {f"{number}.png": (SAMPLES / f"orientation-{number}.jpg").read_bytes() for number in range(1, 9)}
    put(source, files)
    manifest = source if known else [Entry(key) for key in files]
    batch.plan(manifest, source, output, f"{work}/a")
    first = batch.run(f"{work}/a", 0)
    assert all(row["output"].endswith(".jpg") for row in first.table.to_pylist())
    batch.plan(manifest, source, output, f"{work}/b")
    Faulty.requests.clear()
    second = batch.run(f"{work}/b", 0)
    assert second.outcomes == {"current": 8}
    assert second.table.select(["source", "output"]) == first.table.select(["source", "output"])
    requests = Counter((method, path.split("/")[1][-3:]) for method, path in Faulty.requests if "-work" not in path)
    # Without ETags the store says 304.
    assert requests == Counter({("HEAD", "out"): 16} if known else {("HEAD", "out"): 16, ("GET", "-in"): 8})


# Zips


def zipped(files: dict[str, bytes], **more: Any) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", **more) as made:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, (2024, 5, 17, 18, 3, 8))
            info.compress_type, info.external_attr = made.compression, 0o640 << 16
            info.comment, info.extra = b"member", b"UT\x05\x00\x01\x00\x00\x00\x00"
            made.writestr(info, data)
        made.comment = b"archive"
    return target.getvalue()


def run_over(tmp_path: Path, files: dict[str, bytes], **more: Any) -> list[dict[str, Any]]:
    source, output, work = (str(tmp_path / name) for name in ("in", "out", "work"))
    put(source, files)
    batch.plan(source, source, output, work, **more)
    rows: list[dict[str, Any]] = batch.run(work, 0).table.to_pylist()
    assert batch.merge(work).rows == len(rows)
    return rows


@pytest.mark.parametrize("compression", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_comes_out_with_upright_pictures_and_turned_labels_and_all_else_as_it_was(
    tmp_path: Path, expected: dict[str, bytes], compression: int
) -> None:
    label = {"images": [{"id": 1, "file_name": TURNED, "width": 320, "height": 480}], "categories": [],
             "annotations": [{"id": 1, "image_id": 1, "bbox": [0, 0, 10, 20]}]}  # fmt: skip
    size = json.dumps(label).encode()
    names = sample_names()
    files = {
        "images/": b"",
        **{f"images/{name}": (SAMPLES / name).read_bytes() for name in names},
        "README.txt": b"Exported by hand.\n1 2\n",
        "_annotations.coco.json": size,
    }
    before = zipped(files, compression=compression)
    # A name in the encoding of an old program.
    before = before.replace(b"README.txt", b"README.\x84\xff\xfe")
    rows = {row["member"]: row for row in run_over(tmp_path, {"a.zip": before})}
    assert rows[f"images/{TURNED}"]["outcome"] == "normalized"
    with zipfile.ZipFile(tmp_path / "out" / "a.zip") as made, zipfile.ZipFile(io.BytesIO(before)) as there:
        assert made.testzip() is None
        assert made.comment == b"archive"
        for one, other in zip(made.infolist(), there.infolist(), strict=True):
            for name in ("orig_filename", "date_time", "compress_type", "comment", "extra", "external_attr"):
                assert getattr(one, name) == getattr(other, name), (one, name)
            name = one.filename.removeprefix("images/")
            if rows.get(one.filename, {}).get("outcome") in ("normalized", "unchanged") and name in expected:
                assert made.read(one) == expected[name]
            elif not name.endswith(".json"):
                assert made.read(one) == there.read(other)
        turned = json.loads(made.read("_annotations.coco.json"))
    assert (turned["images"][0]["width"], turned["images"][0]["height"]) == (480, 320)
    assert turned["annotations"][0]["bbox"] == [460, 0, 20, 10]
    assert b"README.\x84\xff\xfe" in (tmp_path / "out" / "a.zip").read_bytes()


def test_a_zip_without_a_picture_to_turn_keeps_its_bytes(tmp_path: Path) -> None:
    data = zipped({"a.jpg": (SAMPLES / "orientation-1.jpg").read_bytes(), "a.txt": b"x"})
    run_over(tmp_path, {"a.zip": data})
    assert (tmp_path / "out" / "a.zip").read_bytes() == data


def test_hostile_zips_cost_one_row_each(tmp_path: Path) -> None:
    whole = zipped({"a.jpg": (SAMPLES / TURNED).read_bytes()})
    bomb = zipped({f"{number}.bin": bytes(1 << 26) for number in range(6)}, compression=zipfile.ZIP_DEFLATED)
    locked = bytearray(whole)
    locked[whole.rindex(b"PK\x01\x02") + 8] |= 1
    wrong = bytearray(whole)
    wrong[200] ^= 0xFF
    files = {"bomb.zip": bomb, "locked.zip": bytes(locked), "cut.zip": whole[:-9], "wrong.zip": bytes(wrong),
             "other.zip": b"no zip", "whole.zip": whole}  # fmt: skip
    rows = {Path(row["source"]).name: row for row in run_over(tmp_path, files)}
    assert {name for name, row in rows.items() if row["outcome"] == "rejected"} == files.keys() - {"whole.zip"}
    assert rows["whole.zip"]["outcome"] == "normalized"
    assert "when unpacked" in rows["bomb.zip"]["reason"]
    assert "password" in rows["locked.zip"]["reason"]
    assert all("please report" not in (row["reason"] or "") for row in rows.values())


def test_a_folder_as_tools_for_labels_export_it_comes_out_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, output, work = (str(tmp_path / name) for name in ("in", "out", "work"))
    names = [f"orientation-{number}" for number in range(1, 9)]
    others = {
        "data.yaml": b"train: ../train/images\nnc: 1\nnames: ['a']\n",
        "README.roboflow.txt": b"\nset - v1\n====\n\nThe dataset includes 8 images.\n",
        "train.txt": "".join(f"data/{name}.jpg\n" for name in names).encode(),
        "notes.json": b'{"categories": [{"id": 0, "name": "a"}], "info": {"year": 2024}}',
        "obj.data": b"classes = 1\n",
    }
    labels = {f"train/labels/{name}.txt": b"0 0.25 0.125 0.1 0.2\r\n" for name in names}
    pictures = {f"train/images/{name}.jpg": (SAMPLES / f"{name}.jpg").read_bytes() for name in names}
    put(source, {**others, **labels, **pictures})
    assert main(["plan", source, "--output", output, "--work", work]) == 0
    assert main(["run", "--work", work, "--shard", "0", "--quiet"]) == 0
    turning = ["annotations", source, "--results", work, "--output", output, "--labelled", "stored"]
    assert main(turning) == 0
    made = open_store(output)
    assert {key for key, _ in made.listed("")} == {*others, *labels, *pictures}
    assert {key: made.get(key) for key in others} == others
    assert made.get("train/labels/orientation-6.txt") == b"0 0.875 0.25 0.2 0.1\r\n"
    # A label whose picture is not there is named.
    put(source, {"train/labels/absent.txt": b"0 0.25 0.125 0.1 0.2\n"})
    capsys.readouterr()
    assert main(turning) == 1
    assert "absent" in capsys.readouterr().err
