"""Spark and Ray, if they are installed. `make scale-test` tests Spark at scale."""

from __future__ import annotations

from pathlib import Path

import pytest

from upright.batch.schema import SCHEMA
from upright.spark import SCHEMA as SPARK_SCHEMA

from .conftest import REPOSITORY, SAMPLES


def test_sparks_columns_are_those_of_the_table() -> None:
    names = [column.strip().split(" ")[0] for column in SPARK_SCHEMA.replace("struct<what: string, before: string, "
             "after: string>", "x").split(",")]  # fmt: skip
    assert names == SCHEMA.names


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
