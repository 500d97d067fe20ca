"""Functions for frames, in forks, spawned processes and engines that are installed."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import upright
from upright import frames

from .conftest import REPOSITORY, SAMPLES

NAMES = [f"orientation-{number}.jpg" for number in range(1, 9)]


def work(data: bytes) -> tuple[int, bytes | None]:
    return os.getpid(), upright.normalize(data).data


@pytest.fixture(scope="module", autouse=True)
def no_worker_is_left() -> Iterator[None]:
    yield
    upright.configure()


@pytest.fixture(scope="module")
def pictures() -> list[bytes]:
    return [(SAMPLES / name).read_bytes() for name in NAMES]


def test_one_function_normalizes_and_says_how_coordinates_moved(turned: bytes, expected: dict[str, bytes]) -> None:
    made = upright.normalize(turned, name="orientation-6.jpg")
    assert made.data == expected["orientation-6.jpg"]
    assert made.report.outcome == "normalized"
    assert made.turn is not None
    assert made.turn.moves
    assert made.size == (made.turn.height, made.turn.width)
    none = upright.normalize(b"no picture")
    assert (none.data, none.turn, none.report.outcome) == (None, None, "ignored")
    with pytest.raises(upright.NoPictureError, match="ignored"):
        none.image()


@pytest.mark.parametrize("start", ["fork", "spawn", "forkserver"])
def test_each_process_has_its_own_worker(start: str, pictures: list[bytes], expected: dict[str, bytes]) -> None:
    # The parent's worker runs, and a thread of it is normalizing while the children are forked.
    stop = threading.Event()

    def busy() -> None:
        while not stop.is_set():
            upright.normalize(pictures[5])

    thread = threading.Thread(target=busy)
    thread.start()
    try:
        context = multiprocessing.get_context(start)
        with context.Pool(2) as pool:
            made = pool.map_async(work, pictures * 3, chunksize=1).get(timeout=120)
    finally:
        stop.set()
        thread.join()
    assert [data for _, data in made] == [expected[name] for name in NAMES] * 3
    assert os.getpid() not in {pid for pid, _ in made}


def test_processes_that_end_leave_no_worker_behind(turned: bytes) -> None:
    script = (
        "import multiprocessing as m, sys, upright, os\n"
        f"data = open({str(SAMPLES / NAMES[5])!r}, 'rb').read()\n"
        "def child():\n    upright.normalize(data)\n    print(upright.picture._of_process().pids[0], flush=True)\n"
        "upright.normalize(data)\n"
        "print(upright.picture._of_process().pids[0], flush=True)\n"
        "p = m.get_context('fork').Process(target=child); p.start(); p.join(); sys.exit(p.exitcode)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    first, second = map(int, done.stdout.split())
    assert first != second
    for pid in (first, second):
        # The child's worker ends when its input does; it is not the test's child, and cannot be awaited.
        for _ in range(600):
            status = Path(f"/proc/{pid}/status")
            if not status.exists() or "zombie" in status.read_text():
                break
            threading.Event().wait(0.05)
        else:
            pytest.fail(f"expected the worker {pid} to end with its process")


def test_a_configuration_applies_to_later_pictures(turned: bytes, tmp_path: Any) -> None:
    config = tmp_path / "c.yaml"
    config.write_text("folders: [{source: ./s, output: ./o}]\nstate: ./t\nsteps: []\n")
    try:
        upright.configure(config=config)
        assert upright.normalize(turned).report.outcome == "unchanged"
    finally:
        upright.configure(config=None)
    assert upright.normalize(turned).report.outcome == "normalized"


def test_pixels_are_those_of_the_upright_picture(pictures: list[bytes]) -> None:
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    arrays: list[Any] = [upright.normalize(data).array().astype(int) for data in pictures]
    for array in arrays[1:]:
        assert array.shape == arrays[0].shape
        assert numpy.abs(array - arrays[0]).mean() < 3


def test_a_format_that_is_not_turned_is_turned_when_it_is_decoded() -> None:
    import io

    numpy = pytest.importorskip("numpy")
    image = pytest.importorskip("PIL.Image")
    pixels = numpy.zeros((16, 32, 3), numpy.uint8)
    pixels[:8] = 255
    exif = image.Exif()
    exif[0x0112] = 6
    target = io.BytesIO()
    image.fromarray(pixels).save(target, "WEBP", lossless=True, exif=exif)
    made = upright.normalize(target.getvalue(), name="a.webp").array()
    assert (made == numpy.rot90(pixels, -1)).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_arrow_batches_keep_their_other_columns(
    pictures: list[bytes], expected: dict[str, bytes], threads: int
) -> None:
    pa = pytest.importorskip("pyarrow")
    cells = [*pictures, None, b"text"]
    table = pa.table({"id": range(10), "image": pa.array(cells, pa.large_binary()), "label": ["x"] * 10})
    (made,) = frames.ArrowBatches("image", threads)(iter(table.to_batches()))
    assert made.schema.names == ["id", "image", "label", *frames.COLUMNS]
    assert made.schema.field("image") == table.schema.field("image")
    assert made.column("image").to_pylist() == [*(expected[name] for name in NAMES), None, b"text"]
    assert made.column("upright_outcome").to_pylist() == ["unchanged", *["normalized"] * 7, None, "ignored"]
    assert made.column("upright_orientation").to_pylist() == [*range(1, 9), None, None]
    assert len(set(zip(made.column("upright_width").to_pylist()[:8], made.column("upright_height").to_pylist()[:8],
                       strict=True))) == 1  # fmt: skip
    structs = [{"bytes": data, "path": name} for data, name in zip(pictures, NAMES, strict=True)]
    table = pa.table({"image": structs})
    made = frames.Tables("image", threads)(table)
    assert made.column("image").to_pylist() == [{"bytes": expected[name], "path": name} for name in NAMES]
    with pytest.raises(KeyError, match="expected this column, found image"):
        frames.Tables("picture")(table)


def test_pandas_frames_keep_their_index(pictures: list[bytes], expected: dict[str, bytes]) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"image": [*pictures, None], "id": range(9)}, index=range(10, 19))
    (made,) = frames.PandasBatches("image")(iter([frame]))
    assert list(made["image"])[:8] == [expected[name] for name in NAMES]
    assert list(made.index) == list(range(10, 19))
    assert list(frame["image"])[:8] == pictures
    assert made["upright_orientation"].isna().tolist() == [False] * 8 + [True]
    empty = frames.PandasFrame("image")(frame.iloc[:0])
    assert list(empty.columns) == list(made.columns)
    assert (empty.dtypes == made.dtypes).all()


def test_examples_of_datasets_alone_and_in_batches(pictures: list[bytes], expected: dict[str, bytes]) -> None:
    examples = frames.Examples("image")
    made = examples({"image": {"bytes": pictures[5], "path": NAMES[5]}, "label": 3})
    assert (made["image"]["bytes"], made["label"], made["upright_outcome"]) == (expected[NAMES[5]], 3, "normalized")
    batch = examples({"image": [{"bytes": data, "path": None} for data in pictures], "label": range(8)})
    assert [cell["bytes"] for cell in batch["image"]] == [expected[name] for name in NAMES]
    assert examples({"image": None})["upright_outcome"] is None
    with pytest.raises(TypeError, match="decode=False"):
        examples({"image": [object()]})


def test_functions_can_be_sent_to_other_processes() -> None:
    for function in (frames.Tables("a"), frames.ArrowBatches("a"), frames.PandasFrame("a"), frames.PandasBatches("a"),
                     frames.Examples("a")):  # fmt: skip
        assert pickle.loads(pickle.dumps(function)) == function
    assert pickle.loads(pickle.dumps(frames.normalize_bytes)) is frames.normalize_bytes


def test_a_picture_that_is_deferred_fails_the_task(monkeypatch: pytest.MonkeyPatch, turned: bytes) -> None:
    late = upright.picture.Picture(None, upright.Report("a", None, "public.data", "deferred", "no memory"))
    monkeypatch.setattr(frames, "normalize", lambda data, name: late)
    with pytest.raises(frames.DeferredPictureError, match="no memory"):
        frames.normalize_bytes(turned)


def test_workers_of_a_data_loader(pictures: list[bytes]) -> None:
    torch = pytest.importorskip("torch")

    class Upright(torch.utils.data.Dataset):  # type: ignore[misc,name-defined]
        def __len__(self) -> int:
            return 8

        def __getitem__(self, place: int) -> Any:
            return upright.normalize(pictures[place]).tensor()

    loader = torch.utils.data.DataLoader(Upright(), batch_size=4, num_workers=2)
    batches = list(loader)
    assert [batch.shape[:2] for batch in batches] == [(4, 3), (4, 3)]
