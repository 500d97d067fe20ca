"""What came from a store is compared with the manifest."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from upright import batch
from upright.batch.__main__ import main
from upright.batch.manifest import Entry, read_manifest
from upright.batch.store import open_store

from .conftest import SAMPLES
from .samples import fill, upload

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

NAME = "orientation-6.jpg"


def entry(**changes: Any) -> Entry:
    data = (SAMPLES / NAME).read_bytes()
    digests = {"etag": hashlib.md5(data).hexdigest(), "sha256": hashlib.sha256(data).hexdigest()}
    return Entry(**{"key": NAME, "size": len(data), **digests, **changes})


def test_bodies_that_lose_bytes_on_the_way_are_never_results(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]], expected: dict[str, bytes]
) -> None:
    source, output, work = buckets
    names = [name for name in expected if name.endswith(".jpg")]
    upload(source, names)
    entries = [Entry(name, (SAMPLES / name).stat().st_size) for name in names]
    batch.plan(entries, source, output, work)
    faulty["GET"] = [None, None, *["half"] * 200]
    with pytest.raises(batch.DeferredError, match=r"expected bytes \d+ as in the manifest, found \d+"):
        batch.run(work, 0)
    faulty["GET"] = []
    assert list(open_store(output).listed("")) == []
    assert not batch.status(work).complete
    # One is lost once, and comes whole when it is read again. More could all be the same picture's.
    faulty["GET"] = [None, None, "half"]
    assert set(batch.run(work, 0).outcomes) <= {"normalized", "unchanged"}
    assert {key: open_store(output).get(key) for key, _ in open_store(output).listed("")} == {
        name: expected[name] for name in names
    }


@pytest.mark.parametrize(
    "changes", [{"size": 15918}, {"etag": "0" * 32}, {"sha256": "0" * 64}], ids=["size", "etag", "sha256"]
)
def test_a_picture_that_is_not_the_manifests_is_deferred(
    buckets: tuple[str, str, str], tmp_path: Path, changes: dict[str, Any]
) -> None:
    source, output, work = buckets
    upload(source, [NAME])
    batch.plan([entry(**changes)], source, output, work)
    assert main(["run", "--work", work, "--shard", "0"]) == 75
    assert list(open_store(output).listed("")) == []
    batch.plan([entry()], source, output, work, force=True)
    assert batch.run(work, 0).outcomes == {"normalized": 1}
    # Between folders too, except that a file has no ETag.
    fill(tmp_path)
    places = (str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work"))
    batch.plan([entry(**changes)], *places)
    if "etag" in changes:
        assert batch.run(places[2], 0).outcomes == {"normalized": 1}
    else:
        with pytest.raises(batch.DeferredError, match="as in the manifest"):
            batch.run(places[2], 0)
        assert not (tmp_path / "out").exists()


def test_manifests_give_etags_and_digests(tmp_path: Path) -> None:
    row = {"source": "a.jpg", "size": 7, "etag": '"abc"', "sha256": "A" * 64}
    (tmp_path / "m.jsonl").write_text(json.dumps(row))
    (found,) = read_manifest(str(tmp_path / "m.jsonl"), "s3://bucket/p")
    assert found == Entry("a.jpg", 7, etag="abc", sha256="a" * 64)
    assert Entry.from_json(found.to_json()) == found
    inventory = tmp_path / "inv" / "2026-01-01T00-00Z"
    (tmp_path / "inv" / "data").mkdir(parents=True)
    inventory.mkdir()
    with gzip.open(tmp_path / "inv" / "data" / "x.csv.gz", "wt") as text:
        text.write('"bucket","p/a.jpg","7","abc"\n')
    about = {"fileFormat": "CSV", "fileSchema": "Bucket, Key, Size, ETag", "files": [{"key": "p/inv/data/x.csv.gz"}]}
    (inventory / "manifest.json").write_text(json.dumps(about))
    assert list(read_manifest(str(inventory / "manifest.json"), "s3://bucket/p")) == [Entry("a.jpg", 7, etag="abc")]
    for wrong in ({"sha256": "abc"}, {"etag": 7}, {"etag": "\u00e9"}):
        (tmp_path / "m.jsonl").write_text(json.dumps({"source": "a.jpg", **wrong}))
        with pytest.raises(batch.ManifestError, match=next(iter(wrong))):
            list(read_manifest(str(tmp_path / "m.jsonl"), "s3://bucket/p"))
