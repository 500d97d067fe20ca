"""Tars and tables, compared member by member and row by row."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path
from typing import Any, ClassVar

import pytest

from upright import batch
from upright.batch.containers import Limits, Made, Member, container_of
from upright.batch.manifest import Entry
from upright.batch.store import open_store

from .conftest import SAMPLES
from .proxy import Faulty

pa = pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

NAMES = [f"orientation-{number}.jpg" for number in range(1, 9)]


def tarred(form: int = tarfile.PAX_FORMAT, count: int = 24, long: bool = False) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:", format=form) as tar:
        folder = tarfile.TarInfo("train")
        folder.type, folder.mode, folder.mtime = tarfile.DIRTYPE, 0o755, 1_600_000_000
        tar.addfile(folder)
        for number in range(count):
            key = f"train/{'x' * 150 if long else ''}{number:06}"
            members = {
                "cls": b"3",
                "jpg": (SAMPLES / NAMES[number % 8]).read_bytes(),
                "json": b'{"a": 1}',
                "txt": b"text",
            }
            for ending, data in members.items():
                info = tarfile.TarInfo(f"{key}.{ending}")
                info.size, info.mtime, info.mode, info.uname = len(data), 1_700_000_000 + number, 0o640, "user"
                tar.addfile(info, io.BytesIO(data))
    return target.getvalue()


def members(data: bytes) -> list[tuple[tarfile.TarInfo, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        found = []
        for info in tar:
            file = tar.extractfile(info)
            found.append((info, file.read() if file else b""))
        return found


def run_over(places: tuple[str, str, str], files: dict[str, bytes], **more: Any) -> list[dict[str, Any]]:
    source, output, work = places
    store = open_store(source)
    for key, data in files.items():
        store.put_new(key, data, "")
    batch.plan([Entry(key, len(data)) for key, data in files.items()], source, output, work, **more)
    rows: list[dict[str, Any]] = batch.run(work, 0).table.to_pylist()
    return rows


@pytest.fixture
def places(tmp_path: Path) -> tuple[str, str, str]:
    return str(tmp_path / "in"), str(tmp_path / "out"), str(tmp_path / "work")


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("long", [False, True])
def test_a_tar_comes_out_with_upright_pictures_and_all_else_as_it_was(
    places: tuple[str, str, str], expected: dict[str, bytes], form: int, packed: bool, long: bool
) -> None:
    if long and form == tarfile.USTAR_FORMAT:
        pytest.skip("such names do not fit")
    plain = tarred(form, long=long)
    key = "shards/a.tar.gz" if packed else "shards/a.tar"
    rows = run_over(places, {key: gzip.compress(plain) if packed else plain})
    # Each member has a row, also what is no picture.
    assert len(rows) == 24 * 4
    rows = [row for row in rows if row["outcome"] != "passed"]
    assert [row["outcome"] for row in rows] == ["unchanged", *["normalized"] * 7] * 3
    before = members(plain)
    made = open_store(places[1]).get(key)
    after = members(made)
    assert len(after) == len(before) == 24 * 4 + 1
    pictures = 0
    for (info, data), (other, found) in zip(before, after, strict=True):
        assert other.name == info.name
        assert (other.mtime, other.mode, other.uname, other.type) == (info.mtime, info.mode, info.uname, info.type)
        if info.name.endswith(".jpg"):
            assert found == expected[NAMES[pictures % 8]]
            assert rows[pictures]["member"] == info.name
            pictures += 1
        else:
            assert found == data
    assert batch.merge(places[2]).rows == 24 * 4
    # A tar can run twice, and the same tar gives the same bytes.
    again = (places[0], places[1], places[2] + "2")
    assert {row["outcome"] for row in run_over_again(again, key)} == {"current", "passed"}
    other_place = (places[0], places[1] + "2", places[2] + "3")
    run_over_again(other_place, key)
    assert open_store(other_place[1]).get(key) == made


def run_over_again(places: tuple[str, str, str], key: str) -> list[dict[str, Any]]:
    batch.plan([Entry(key)], *places)
    rows: list[dict[str, Any]] = batch.run(places[2], 0).table.to_pylist()
    return rows


def test_one_tar_is_one_put_and_a_second_run_reads_nothing(
    buckets: tuple[str, str, str], faulty: dict[str, list[Any]]
) -> None:
    source, output, work = buckets
    open_store(source).put_new("a.tar", tarred(), "")
    Faulty.requests.clear()
    assert len(run_over_again((source, output, f"{work}/a"), "a.tar")) == 24 * 4
    of = [(method, path) for method, path in Faulty.requests if "-work" not in path]
    assert sorted(method for method, _ in of) == ["GET", "HEAD", "PUT"]
    Faulty.requests.clear()
    (row,) = run_over_again((source, output, f"{work}/b"), "a.tar")
    assert (row["outcome"], row["member"], row["type"]) == ("current", None, "public.tar-archive")
    assert [method for method, path in Faulty.requests if "-out" in path] == ["HEAD"]
    head = open_store(source).head("a.tar")
    assert head is not None
    made = batch.plan([Entry("a.tar", etag=head.tag)], source, output, f"{work}/c", since=f"{work}/a")
    assert (made.kept, made.shards) == (1, 0)
    assert batch.merge(f"{work}/c").rows == 24 * 4


def test_pictures_that_cannot_be_normalized_stay_in_their_place(places: tuple[str, str, str]) -> None:
    target = io.BytesIO()
    cut = (SAMPLES / NAMES[5]).read_bytes()[:4000]
    with tarfile.open(fileobj=target, mode="w:") as tar:
        for name, data in (("a.jpg", cut), ("b.jpg", (SAMPLES / NAMES[5]).read_bytes()), ("b.jpg", b"no picture")):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    rows = run_over(places, {"a.tar": target.getvalue()})
    after = members(open_store(places[1]).get("a.tar"))
    assert [info.name for info, _ in after] == ["a.jpg", "b.jpg", "b.jpg"]
    assert after[2][1] == b"no picture"
    outcomes = {row["member"]: row["outcome"] for row in rows}
    assert outcomes["b.jpg"] == "normalized"
    assert outcomes["a.jpg"] in ("rejected", "normalized")
    assert outcomes["a.jpg"] == "normalized" or after[0][1] == cut


def packed_tar(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:", format=tarfile.GNU_FORMAT, errors="surrogateescape") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return target.getvalue()


def test_a_picture_whose_labels_cannot_be_turned_stays_with_all_of_its_labels(places: tuple[str, str, str]) -> None:
    picture = (SAMPLES / NAMES[5]).read_bytes()
    line = b"0 0.25 0.25 0.2 0.3\n"
    files = {
        "0.jpg": picture, "0.txt": line, "0.json": b'{"roi": [10, 20, 30, 40]}',
        "1.jpg": picture, "1.txt": line, "1.json": b'{"width": 320, "height": 480, "caption": "a dog"}',
        "2.jpg": picture, "2.txt": line, "2.json": b'{"a": [1, 2,',
        "all.json": b'{"roi": ',
    }  # fmt: skip
    rows = {row["member"]: row for row in run_over(places, {"a.tar": packed_tar(files)}, labelled="stored")}
    made = {info.name: data for info, data in members(open_store(places[1]).get("a.tar"))}
    kept = {name for name, data in made.items() if data == files[name]}
    assert kept == {"0.jpg", "0.txt", "0.json", "2.jpg", "2.txt", "2.json", "all.json"}
    assert made["1.txt"] == b"0 0.75 0.25 0.3 0.2\n"
    assert made["1.json"] == b'{"width": 480, "height": 320, "caption": "a dog"}'
    assert [rows[f"{key}.jpg"]["outcome"] for key in "012"] == ["rejected", "normalized", "rejected"]
    assert "roi" in rows["0.jpg"]["reason"]
    assert rows["all.json"]["warnings"]
    assert (rows["0.txt"]["outcome"], rows["1.txt"]["outcome"]) == ("passed", "normalized")


def test_a_name_that_is_not_utf_8_ends_nothing(places: tuple[str, str, str]) -> None:
    name = b"caf\xe9.jpg".decode("utf-8", "surrogateescape")
    files = {f"{number}.jpg": (SAMPLES / NAMES[number]).read_bytes() for number in range(8)}
    rows = run_over(places, {"a.tar": packed_tar({**files, name: files["5.jpg"]})})
    assert [row["outcome"] for row in rows] == ["unchanged", *["normalized"] * 8]
    assert rows[-1]["member"] == "caf\\xe9.jpg"


@pytest.mark.parametrize("data", [b"no tar" * 1000, b"", tarred(count=1)[:700], gzip.compress(b"")])
def test_a_tar_of_which_nothing_is_known_is_rejected_and_not_delivered(
    places: tuple[str, str, str], data: bytes
) -> None:
    (row,) = run_over(places, {"a.tar": data})
    assert (row["outcome"], row["member"], row["reason"][:9]) == ("rejected", None, "expected ")
    assert not Path(places[1]).exists()


DAMAGES = ["member", "between", "header", "end", "name", "more", "packed", "checksum", "bomb"]


@pytest.mark.parametrize("damaged", ["drop", "keep"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_the_whole_members_of_a_damaged_tar_are_delivered_and_one_row_lists_the_damage(
    places: tuple[str, str, str], expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, damage: str, damaged: str
) -> None:
    data = tarred(count=8)
    infos = [info for info, _ in members(data)]
    cut = infos[22]  # 5.jpg: directory, then cls, jpg, json and txt of each
    flipped = data[: cut.offset] + b"\xff" + data[cut.offset + 1 :]
    packed = gzip.compress(data, mtime=0)
    if damage == "bomb":
        monkeypatch.setattr(Limits, "unpacked", lambda self, size: cut.offset_data + 100)
    data, whole, name = {
        "member": (data[: cut.offset_data + 100], 22, cut.name),
        "between": (data[: cut.offset], 22, f"byte {cut.offset}"),
        "header": (data[: cut.offset + 100], 22, f"byte {cut.offset}"),
        "end": (data[: infos[-1].offset_data + 512], 33, f"byte {infos[-1].offset_data + 512}"),
        "name": (flipped, 33, f"byte {cut.offset}"),
        "more": (data + data, 33, f"byte {infos[-1].offset_data + 512}"),
        "packed": (packed[: len(packed) * 2 // 3], 0, ""),
        "checksum": (packed[:-8] + b"abcd" + packed[-4:], 33, f"byte {len(data)}"),
        "bomb": (packed, 22, cut.name),
    }[damage]
    rows = run_over(places, {"a.tar": data}, damaged=damaged)
    *known, last = rows
    assert (last["outcome"], last["output"], last["reason"][:9]) == ("rejected", None, "expected ")
    assert ("left out" if damaged == "drop" else "was kept") in last["reason"]
    assert {row["outcome"] for row in known} == {"normalized", "unchanged", "passed"}
    made = open_store(places[1]).get("a.tar")
    made = gzip.decompress(made) if data[:2] == b"\x1f\x8b" else made
    after = members(made)
    if damage != "packed":
        assert (len(after), last["member"]) == (whole - (damage == "name"), name)
    assert len(known) == len(after) - 1
    for info, found in after:
        number = int(info.name[6:12]) if info.isreg() else 0
        assert not info.name.endswith(".jpg") or found == expected[NAMES[number]]
    # Two blocks of zeros end it; what is kept is behind them.
    end = max(info.offset_data + (info.size + 511) // 512 * 512 for info, _ in after)
    assert made[end : end + 1024] == bytes(1024)
    rest = made[end:].strip(b"\0")
    assert bool(rest) == (damaged == "keep" and damage not in ("between", "end", "checksum"))
    assert batch.merge(places[2]).outcomes["rejected"] == 1
    # A second run says it again.
    again = run_over_again((places[0], places[1], places[2] + "2"), "a.tar") if damaged == "drop" else rows
    assert [row["outcome"] for row in again][-1] == "rejected"


@pytest.mark.parametrize("damaged", ["drop", "keep"])
def test_a_member_of_a_zip_that_cannot_be_read_costs_its_own_row(
    places: tuple[str, str, str], expected: dict[str, bytes], damaged: str
) -> None:
    import zipfile

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name in [*NAMES, "locked.jpg", "later.jpg"]:
            source = NAMES[5] if name not in NAMES else name
            made.writestr(name, (SAMPLES / source).read_bytes())
    data = bytearray(target.getvalue())
    infos = zipfile.ZipFile(io.BytesIO(data)).infolist()
    data[infos[5].header_offset + 2000] ^= 0xFF
    place = data.rindex(b"locked.jpg") - 46
    data[place + 8] |= 1  # encrypted (APPNOTE 4.4.4)
    place = data.rindex(b"later.jpg") - 46
    data[place + 10] = 97  # a compression of another program
    rows = {row["member"]: row for row in run_over(places, {"a.zip": bytes(data)}, damaged=damaged)}
    bad = ("orientation-6.jpg", "locked.jpg", "later.jpg")
    assert {name for name, row in rows.items() if row["outcome"] == "rejected"} == set(bad)
    assert "password" in rows["locked.jpg"]["reason"]
    after = zipfile.ZipFile(io.BytesIO(open_store(places[1]).get("a.zip")))
    assert after.namelist() == [info.filename for info in infos if damaged == "keep" or info.filename != bad[0]]
    for name in set(NAMES) - set(bad):
        assert after.read(name) == expected[name]
    for number in (8, 9):
        info, old = after.getinfo(infos[number].filename), infos[number]
        start = info.header_offset + 30 + len(info.filename)
        made_bytes = open_store(places[1]).get("a.zip")[start : start + info.compress_size]
        assert made_bytes == bytes(data[old.header_offset + 30 + len(old.filename) :][: old.compress_size])


@pytest.mark.parametrize("form", ["parquet", "arrow stream", "arrow file", "arrow file without its end"])
def test_rows_that_cannot_be_read_cost_one_row(
    places: tuple[str, str, str], expected: dict[str, bytes], form: str
) -> None:
    import pyarrow.parquet as pq

    pictures = pa.table({"image": [(SAMPLES / name).read_bytes() for name in NAMES], "id": range(8)})
    stream = pa.BufferOutputStream()
    if form == "parquet":
        pq.write_table(pictures, stream, row_group_size=2, write_page_checksum=True, use_dictionary=False)
        data = bytearray(stream.getvalue())
        data[pq.ParquetFile(io.BytesIO(data)).metadata.row_group(1).column(0).data_page_offset + 500] ^= 0xFF
    else:
        with (pa.ipc.new_stream if "stream" in form else pa.ipc.new_file)(stream, pictures.schema) as writer:
            for each in pictures.to_batches(max_chunksize=2):
                writer.write_batch(each)
        data = bytearray(stream.getvalue())
        if "end" in form or "stream" in form:
            del data[data.index(pictures["image"][7].as_py()) :]
        else:
            # The places of the second batch's pictures: 0, the size of the first, that of both.
            sizes = [len(pictures["image"][number].as_py()) for number in (2, 3)]
            place = data.index(b"".join(n.to_bytes(4, "little") for n in (0, sizes[0], sum(sizes))))
            data[place + 4 : place + 8] = b"\xff\xff\xff\x7f"
    key = "a.parquet" if form == "parquet" else "a.arrow"
    rows = run_over(places, {key: bytes(data)})
    assert [row["outcome"] for row in rows].count("rejected") == 1 + (form == "arrow file without its end")
    made = open_store(places[1]).get(key)
    after = (
        pq.read_table(io.BytesIO(made)) if form == "parquet"
        else (pa.ipc.open_stream if "stream" in form else pa.ipc.open_file)(made).read_all()
    )  # fmt: skip
    left = {"parquet": [0, 1, 4, 5, 6, 7], "arrow file": [0, 1, 4, 5, 6, 7]}.get(form, [0, 1, 2, 3, 4, 5])
    assert after.column("id").to_pylist() == left
    assert after.column("image").to_pylist() == [expected[NAMES[number]] for number in left]
    kept = (places[0], places[1] + "2", places[2] + "2")
    batch.plan([Entry(key)], *kept, damaged="keep")
    (row,) = batch.run(kept[2], 0).table.to_pylist()
    assert "--damaged drop" in row["reason"]
    assert not Path(kept[1]).exists()


def test_a_picture_that_is_deferred_defers_its_tar(
    places: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import upright

    real = upright.Normalizer.normalize

    def failing(self: Any, data: bytes, **more: Any) -> Any:
        if more["name"] == "train/000005.jpg":
            raise upright.WorkerDiedError("no memory", transient=True)
        return real(self, data, **more)

    monkeypatch.setattr(upright.Normalizer, "normalize", failing)
    with pytest.raises(batch.DeferredError, match=r"train/000005.jpg: no memory"):
        run_over(places, {"a.tar": tarred(count=8)})
    assert not Path(places[1]).exists()


def table(struct: bool) -> Any:
    pictures = [(SAMPLES / name).read_bytes() for name in NAMES] + [None, b"text"]
    cells = [{"bytes": data, "path": f"{n}.jpg"} for n, data in enumerate(pictures)] if struct else pictures
    kind = pa.struct([("bytes", pa.binary()), ("path", pa.string())]) if struct else pa.large_binary()
    made = pa.table({"id": pa.array(range(10), pa.int16()), "image": pa.array(cells, kind), "label": ["x", None] * 5})
    return made.replace_schema_metadata({"huggingface": '{"info": {"features": {"image": {"_type": "Image"}}}}'})


@pytest.mark.parametrize("struct", [False, True])
@pytest.mark.parametrize("form", ["parquet", "arrow stream", "arrow file"])
def test_a_table_comes_out_with_upright_pictures_and_its_other_columns(
    places: tuple[str, str, str], expected: dict[str, bytes], struct: bool, form: str
) -> None:
    import pyarrow.parquet as pq

    before = table(struct)
    stream = pa.BufferOutputStream()
    if form == "parquet":
        pq.write_table(before, stream, row_group_size=4, compression={"id": "snappy", "label": "zstd"})
    else:
        with (pa.ipc.new_stream if "stream" in form else pa.ipc.new_file)(stream, before.schema) as writer:
            for each in before.to_batches(max_chunksize=4):
                writer.write_batch(each)
    key = "a.parquet" if form == "parquet" else "a.arrow"
    data = bytes(stream.getvalue())
    rows = run_over(places, {key: data})
    made = open_store(places[1]).get(key)
    if form == "parquet":
        file = pq.ParquetFile(io.BytesIO(made))
        assert [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)] == [4, 4, 2]
        columns = {file.metadata.row_group(0).column(n).path_in_schema: file.metadata.row_group(0).column(n).compression
                   for n in range(file.metadata.num_columns)}  # fmt: skip
        assert (columns["id"], columns["label"]) == ("SNAPPY", "ZSTD")
        after = file.read()
    else:
        after = (pa.ipc.open_stream if "stream" in form else pa.ipc.open_file)(made).read_all()
    assert after.schema.equals(before.schema, check_metadata=True)
    assert after.select(["id", "label"]).equals(before.select(["id", "label"]))
    found = [cell["bytes"] if struct else cell for cell in after.column("image").to_pylist()]
    assert found == [*(expected[name] for name in NAMES), None, b"text"]
    assert [row["outcome"] for row in rows] == ["unchanged", *["normalized"] * 7, "ignored"]
    assert rows[1]["member"] == ("1.jpg" if struct else "row 1")
    again = (places[0], places[1], places[2] + "2")
    assert {row["outcome"] for row in run_over_again(again, key)} == {"current", "ignored"}


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_table_that_is_rewritten_in_pieces_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    import pyarrow.parquet as pq

    from upright.batch.containers import table as module

    before = table(True).append_column("kind", pa.array(["a", "b"] * 5).dictionary_encode())
    stream = pa.BufferOutputStream()
    if ending == "parquet":
        pq.write_table(before, stream)
    else:
        with pa.ipc.new_stream(stream, before.schema) as writer:
            writer.write_table(before)
    made = []
    for number, together in enumerate((1 << 26, 40_000, 1)):
        monkeypatch.setattr(module, "TOGETHER_BYTES", together)
        places = (f"{tmp_path}/in{number}", f"{tmp_path}/out{number}", f"{tmp_path}/work{number}")
        rows = run_over(places, {f"a.{ending}": bytes(stream.getvalue())})
        assert [row["outcome"] for row in rows] == ["unchanged", *["normalized"] * 7, "ignored"]
        data = open_store(places[1]).get(f"a.{ending}")
        if ending == "parquet":
            assert pq.ParquetFile(io.BytesIO(data)).num_row_groups == 1
        made.append(pq.read_table(io.BytesIO(data)) if ending == "parquet" else pa.ipc.open_stream(data).read_all())
    assert made[0].schema.equals(before.schema, check_metadata=True)
    assert made[0].to_pylist() == made[1].to_pylist() == made[2].to_pylist()


def test_two_columns_of_pictures_are_refused_unless_one_is_named(places: tuple[str, str, str]) -> None:
    import pyarrow.parquet as pq

    picture = (SAMPLES / NAMES[5]).read_bytes()
    stream = pa.BufferOutputStream()
    pq.write_table(pa.table({"image": [picture], "mask": [picture]}), stream)
    data = bytes(stream.getvalue())
    (row,) = run_over(places, {"a.parquet": data})
    assert (row["outcome"], "image, mask" in row["reason"]) == ("rejected", True)
    named = (places[0], places[1], places[2] + "2")
    (row,) = run_over(named, {"a.parquet": data}, column="image")
    assert row["outcome"] == "normalized"
    made = pq.read_table(io.BytesIO(open_store(places[1]).get("a.parquet")))
    assert made.column("mask")[0].as_py() == picture != made.column("image")[0].as_py()


@pytest.mark.parametrize("ending", ["tar", "parquet", "arrow"])
def test_every_prefix_of_a_container_is_refused_or_whole(ending: str) -> None:
    import pyarrow.parquet as pq

    container = container_of(f"a.{ending}")
    assert container is not None
    small = pa.table({"image": [b"\xff\xd8\xff" + bytes(200)], "id": [1]})
    stream = pa.BufferOutputStream()
    if ending == "tar":
        target = io.BytesIO()
        with tarfile.open(fileobj=target, mode="w:") as tar:
            info = tarfile.TarInfo("a.jpg")
            info.size = 203
            tar.addfile(info, io.BytesIO(b"\xff\xd8\xff" + bytes(200)))
        data = target.getvalue()[:2560]
    else:
        if ending == "parquet":
            pq.write_table(small, stream)
        else:
            with pa.ipc.new_stream(stream, small.schema) as writer:
                writer.write_table(small)
        data = bytes(stream.getvalue())

    class Work:
        column, limits, damaged = None, Limits(), "drop"
        boxes: ClassVar[dict[str, str]] = {}
        found: ClassVar[list[Member]] = []

        def is_picture(self, data: bytes) -> bool:
            return data.startswith(b"\xff\xd8\xff")

        def pictures(self, members: Any) -> list[Made]:
            self.found.extend(members)
            return [Made(None, row, None, True) for row in range(len(members))]

        def unread(self, *_: Any, **__: Any) -> None:
            pass

    for length in range(1, len(data), 3):
        Work.found.clear()
        try:
            container.rewrite(data[:length], io.BytesIO(), Work())  # type: ignore[arg-type]
        except ValueError:
            continue
        assert all(len(member.data) == 203 for member in Work.found)
