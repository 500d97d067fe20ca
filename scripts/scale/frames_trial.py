#!/usr/bin/env python3
"""Runs upright's functions for frames in the engines that are installed, and compares every picture with `upright reprocess`.

    frames_trial.py [--count 200] [ENGINE...]

Engines: datasets, dask, daft, ray, torch, lance, ultralytics. They are large, so that no test installs them: make a virtual environment with
those that count, `pip install datasets "dask[dataframe]" daft "ray[data]" torch pylance ultralytics`, and put this package's
folder on PYTHONPATH. UPRIGHT_PROGRAM names the program. Exit status: 1 if a picture differs; what is not installed is skipped.
"""
import argparse
import io
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted(path for path in (ROOT / "fixtures" / "samples").iterdir() if path.suffix in (".jpg", ".png"))


def expected():
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(path) for path in SAMPLES]
        subprocess.run([os.environ["UPRIGHT_PROGRAM"], "reprocess", *paths, "-o", folder, "--quiet"], check=True)
        return {path.read_bytes(): (Path(folder) / path.name).read_bytes() for path in SAMPLES}


def with_datasets(pictures):
    """Hugging Face's datasets, map with two processes, which are forks."""
    from datasets import Dataset, Image, disable_caching
    from upright.frames import Examples
    disable_caching()
    made = Dataset.from_dict({"image": [{"bytes": data, "path": "a.jpg"} for data in pictures], "label": list(range(len(pictures)))})
    made = made.cast_column("image", Image(decode=False))
    done = made.map(Examples("image"), num_proc=2)
    assert done["label"] == list(range(len(pictures)))
    return [each["bytes"] for each in done["image"]]


def with_dask(pictures):
    """Dask, four partitions in two processes, which are spawned."""
    import dask
    import dask.dataframe
    import pandas
    from upright.frames import PandasFrame
    # Dask takes bytes for text unless it is told not to.
    with dask.config.set({"dataframe.convert-string": False}):
        frame = dask.dataframe.from_pandas(
            pandas.DataFrame({"image": pandas.Series(pictures, dtype=object)}), npartitions=4, sort=False)
        meta = PandasFrame("image")(pandas.DataFrame({"image": pandas.Series(pictures[:1], dtype=object)})).iloc[:0]
        done = frame.map_partitions(PandasFrame("image"), meta=meta).compute(scheduler="processes", num_workers=2)
    return list(done["image"])


def with_daft(pictures):
    """Daft, a column of bytes."""
    import daft
    from upright.frames import normalize_bytes
    frame = daft.from_pydict({"image": pictures})
    made = frame.with_column("image", frame["image"].apply(normalize_bytes, return_dtype=daft.DataType.binary()))
    return made.to_pydict()["image"]


def with_ray(pictures):
    """Ray, map_batches over Arrow tables."""
    import ray
    from upright.frames import Tables
    ray.init(num_cpus=2, include_dashboard=False, configure_logging=False, log_to_driver=False,
             runtime_env={"env_vars": {"PYTHONPATH": str(ROOT / "python")}})
    try:
        made = ray.data.from_items([{"place": place, "image": data} for place, data in enumerate(pictures)])
        rows = made.map_batches(Tables("image"), batch_format="pyarrow").take_all()
    finally:
        ray.shutdown()
    return [row["image"] for row in sorted(rows, key=lambda row: row["place"])]


class Stored:
    """A data set of pictures as torch wants it."""

    def __init__(self, pictures):
        self.pictures = pictures

    def __len__(self):
        return len(self.pictures)

    def __getitem__(self, place):
        import upright
        made = upright.normalize(self.pictures[place])
        return place, made.data, made.tensor().shape


def with_torch(pictures):
    """torch's DataLoader with two workers, forked and spawned."""
    from PIL import Image
    from torch.utils.data import DataLoader
    import upright
    upright.normalize(pictures[0])  # A worker of this process, which the forks must not use.
    found = {}
    for method in ("fork", "spawn"):
        loader = DataLoader(Stored(pictures), batch_size=8, num_workers=2, multiprocessing_context=method, collate_fn=list)
        found[method] = [row for batch in loader for row in batch]
    assert found["fork"] == found["spawn"]
    for _, data, shape in found["fork"]:
        width, height = Image.open(io.BytesIO(data)).size
        assert tuple(shape[1:]) == (height, width)
    return [data for _, data, _ in sorted(found["spawn"])]


def with_lance(pictures):
    """Lance, a column of bytes read and written in batches of Arrow."""
    import lance
    import pyarrow as pa
    from upright.frames import Tables
    with tempfile.TemporaryDirectory() as folder:
        lance.write_dataset(pa.table({"image": pa.array(pictures, pa.binary())}), folder + "/in.lance")
        source = lance.dataset(folder + "/in.lance")
        turn = Tables("image")
        tables = [turn(pa.Table.from_batches([batch])) for batch in source.to_batches(batch_size=16)]
        lance.write_dataset(pa.concat_tables(tables), folder + "/out.lance")
        return lance.dataset(folder + "/out.lance").to_table()["image"].to_pylist()


def with_ultralytics(pictures):
    """ultralytics, whose reader of labels and pictures must see the same boxes and sizes as upright's labels."""
    import numpy
    from ultralytics.data.utils import verify_image_label
    import upright
    from upright import batch
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        for name in ("in", "out", "labels", "turned"):
            (top / name).mkdir()
        names = []
        for place, data in enumerate(pictures):
            if data[:2] == b"\xff\xd8":
                names.append(f"{place:04}.jpg")
                (top / "in" / names[-1]).write_bytes(data)
                (top / "labels" / f"{place:04}.txt").write_text("1 0.25 0.5 0.25 0.125\n0 0.75 0.125 0.125 0.25\n")
        batch.plan([batch.Entry(name) for name in names], str(top / "in"), str(top / "out"), str(top / "work"))
        batch.run(str(top / "work"), 0)
        subprocess.run([sys.executable, "-m", "upright.batch", "annotations", str(top / "labels"), "--results", str(top / "work"),
                        "--output", str(top / "turned"), "--labelled", "stored", "--format", "yolo", "--quiet"], check=True)
        for name in names:
            label = top / "turned" / (Path(name).stem + ".txt")
            found = verify_image_label((str(top / "out" / name), str(label), "", False, 2, 0, 0, False))
            assert found[0] is not None, found[-1]
            height, width = found[2]
            turn = upright.normalize((top / "in" / name).read_bytes()).turn
            assert (width, height) == turn.size, name
            boxes = numpy.loadtxt(label, ndmin=2)
            assert numpy.allclose(found[1][numpy.lexsort(found[1].T)], boxes[numpy.lexsort(boxes.T)], atol=1e-6), name
            # The brute force: the corners of each box as points.
            for row, (x, y, w, h) in zip(boxes, ((0.25, 0.5, 0.25, 0.125), (0.75, 0.125, 0.125, 0.25))):
                corners = [turn.point((x + dx * w / 2) * turn.width, (y + dy * h / 2) * turn.height) for dx in (-1, 1) for dy in (-1, 1)]
                xs, ys = [corner[0] / width for corner in corners], [corner[1] / height for corner in corners]
                wanted = [(min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs), max(ys) - min(ys)]
                assert numpy.allclose(row[1:], wanted, atol=1e-6), (name, row, wanted)
    return None


ENGINES = {name[5:]: work for name, work in list(globals().items()) if name.startswith("with_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("engines", nargs="*", choices=[[], *ENGINES], default=[])
    arguments = parser.parse_args()
    made = expected()
    pictures = [data for _, data in zip(range(arguments.count), list(made) * arguments.count)]
    failed = 0
    for name in arguments.engines or ENGINES:
        began = time.monotonic()
        try:
            found = ENGINES[name](pictures)
        except ImportError as error:
            print(f"{name}: skipped, {error}")
            continue
        except AssertionError as error:
            found = error
        is_right = found is None or found == [made[data] for data in pictures]
        failed += not is_right
        print(f"{name}: {len(pictures)} pictures {'as reprocess makes them' if is_right else 'DIFFER: %r' % (found,)}"[:300]
              + f", {time.monotonic() - began:.1f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
