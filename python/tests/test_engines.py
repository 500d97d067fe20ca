"""Spark and Ray, if they are installed. `make scale-test` tests Spark at scale."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from upright.batch.schema import SCHEMA
from upright.spark import SCHEMA as SPARK_SCHEMA

from .conftest import REPOSITORY, SAMPLES


def test_sparks_columns_are_those_of_the_table() -> None:
    columns = re.sub("<.*?>+", "", SPARK_SCHEMA).split(",")
    assert [column.strip().split(" ")[0] for column in columns] == SCHEMA.names


def test_tasks_are_shards_and_results_that_were_taken_over(tmp_path: Path) -> None:
    from upright import batch
    from upright._shards import close_pools, planned, run_task, tasks

    names = sorted(path.name for path in SAMPLES.iterdir())
    places = (str(SAMPLES), str(tmp_path / "out"))
    batch.plan([batch.Entry(name) for name in names[:-2]], *places, str(tmp_path / "a"))
    batch.run(str(tmp_path / "a"), 0)
    manifest = tmp_path / "m.csv"
    manifest.write_text("source\n" + "".join(f"{name}\n" for name in names))
    work = str(tmp_path / "b")
    made = planned(str(manifest), *places, work, {"since": str(tmp_path / "a"), "unchanged": "copy", "options": {}})
    assert list(tasks(made)) == [-1, 0]
    rows = [row for task in tasks(made) for row in run_task(work, made, task, 1, {}).to_pylist()]
    close_pools()
    assert sorted(row["source"] for row in rows) == [f"{SAMPLES}/{name}" for name in names]


@pytest.mark.ray
def test_ray_gives_one_result_per_picture(tmp_path: Path, expected: dict[str, bytes]) -> None:
    ray = pytest.importorskip("ray")
    import upright.ray

    manifest = tmp_path / "m.csv"
    names = sorted(path.name for path in SAMPLES.iterdir())
    manifest.write_text("source,size\n" + "".join(f"{name},20000\n" for name in names))
    # Actors are separate processes: this gives them the path of the package.
    variables = {"PYTHONPATH": str(REPOSITORY / "python")}
    ray.init(num_cpus=2, include_dashboard=False, configure_logging=False, runtime_env={"env_vars": variables})
    try:
        for work in ("a", "b"):
            results = upright.ray.normalize(
                str(manifest), str(tmp_path / "out"), source=str(SAMPLES), work=str(tmp_path / work), shard_seconds=0.02
            )
            rows = results.take_all()
            assert sorted(row["source"] for row in rows) == [f"{SAMPLES}/{name}" for name in names]
    finally:
        ray.shutdown()
    for name, content in expected.items():
        assert (tmp_path / "out" / name).read_bytes() == content


NAMES = [f"orientation-{number}.jpg" for number in range(1, 9)]


@pytest.mark.parametrize("batched", [False, True])
def test_datasets_map_in_two_processes(tmp_path: Path, expected: dict[str, bytes], batched: bool) -> None:
    datasets = pytest.importorskip("datasets")
    from upright.frames import Examples

    rows = {"image": [{"bytes": (SAMPLES / name).read_bytes(), "path": name} for name in NAMES], "label": range(8)}
    table = datasets.Dataset.from_dict(rows).cast_column("image", datasets.Image(decode=False))
    made = table.map(Examples("image"), num_proc=2, batched=batched, batch_size=3)
    assert [row["image"]["bytes"] for row in made] == [expected[name] for name in NAMES]
    assert list(made["label"]) == list(range(8))
    decoded = made.cast_column("image", datasets.Image())
    assert len({decoded[place]["image"].size for place in range(8)}) == 1


@pytest.mark.parametrize("scheduler", ["threads", "processes"])
def test_dask_maps_partitions(expected: dict[str, bytes], scheduler: str) -> None:
    pandas = pytest.importorskip("pandas")
    dask = pytest.importorskip("dask")
    frame_of = pytest.importorskip("dask.dataframe")
    import upright
    from upright.frames import PandasFrame

    frame = pandas.DataFrame({"image": [(SAMPLES / name).read_bytes() for name in NAMES], "id": range(8)})
    work = PandasFrame("image")
    with dask.config.set({"dataframe.convert-string": False}):
        parts = frame_of.from_pandas(frame, npartitions=3).map_partitions(work)
        made = parts.compute(scheduler=scheduler)
    upright.configure()
    assert list(made["image"]) == [expected[name] for name in NAMES]
    # The columns that Dask has been told are those that come.
    assert parts.dtypes.to_dict() == made.dtypes.to_dict()


def test_daft_applies_a_function(expected: dict[str, bytes]) -> None:
    daft = pytest.importorskip("daft")
    from upright.frames import normalize_bytes

    frame = daft.from_pydict({"image": [(SAMPLES / name).read_bytes() for name in NAMES]})
    column = frame["image"].apply(normalize_bytes, return_dtype=daft.DataType.binary())
    assert frame.with_column("image", column).to_pydict()["image"] == [expected[name] for name in NAMES]


def test_webdataset_reads_the_samples_that_its_writer_has_written(tmp_path: Path, expected: dict[str, bytes]) -> None:
    webdataset = pytest.importorskip("webdataset")
    from upright import batch

    (tmp_path / "in").mkdir()
    with webdataset.TarWriter(f"{tmp_path}/in/000.tar") as writer:
        for place, name in enumerate(NAMES):
            data = (SAMPLES / name).read_bytes()
            writer.write({"__key__": f"{place:06}", "jpg": data, "cls": place, "json": {"caption": "a dog"}})
    batch.plan(f"{tmp_path}/in", f"{tmp_path}/in", f"{tmp_path}/out", f"{tmp_path}/work")
    assert batch.run(f"{tmp_path}/work", 0).outcomes == {"unchanged": 1, "normalized": 7, "passed": 16}
    samples = (
        webdataset.WebDataset(f"{tmp_path}/out/000.tar", shardshuffle=False).decode().to_tuple("jpg", "cls", "json")
    )
    raw = list(webdataset.WebDataset(f"{tmp_path}/out/000.tar", shardshuffle=False).to_tuple("jpg"))
    assert [data for (data,) in raw] == [expected[name] for name in NAMES]
    assert [(number, about) for _, number, about in samples] == [(place, {"caption": "a dog"}) for place in range(8)]


@pytest.mark.spark
def test_the_readmes_session_of_spark(
    tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java runtime")
    import upright.spark

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY / "python"))
    manifest = tmp_path / "manifest.csv"
    manifest.write_text("source\n" + "".join(f"{name}\n" for name in NAMES))
    spark = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        results = upright.spark.normalize(
            spark, str(manifest), f"{tmp_path}/out", source=str(SAMPLES), work=f"{tmp_path}/plan"
        )
        counts = {row["outcome"]: row["count"] for row in results.groupBy("outcome").count().collect()}
    finally:
        spark.stop()
    assert counts == {"unchanged": 1, "normalized": 7}
    assert [(tmp_path / "out" / name).read_bytes() for name in NAMES] == [expected[name] for name in NAMES]


@pytest.mark.spark
def test_spark_maps_a_column_in_arrow_in_pandas_and_by_a_function(
    expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None:
        pytest.skip("Spark needs a Java runtime")
    from upright.frames import ArrowBatches, PandasBatches, normalize_bytes, spark_schema

    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    variables = {"PYTHONPATH": str(REPOSITORY / "python"), "UPRIGHT_PROGRAM": os.environ["UPRIGHT_PROGRAM"]}
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1")
    for name, value in variables.items():
        builder = builder.config(f"spark.executorEnv.{name}", value)
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    try:
        rows = [(place, bytearray((SAMPLES / name).read_bytes())) for place, name in enumerate(NAMES)]
        frame = spark.createDataFrame(rows, "id int, image binary").repartition(2)
        schema = spark_schema(frame.schema)
        udf = sql.functions.udf(normalize_bytes, "binary")
        for made in (
            frame.mapInArrow(ArrowBatches("image"), schema),
            frame.mapInPandas(PandasBatches("image"), schema),
            frame.withColumn("image", udf("image")),
        ):
            found = {row["id"]: bytes(row["image"]) for row in made.collect()}
            assert found == {place: expected[name] for place, name in enumerate(NAMES)}
    finally:
        spark.stop()
