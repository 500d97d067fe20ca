"""Files for schedulers: manifests that the API accepts, one-liners that work as documented."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from upright import batch

from .conftest import REPOSITORY, SAMPLES

DEPLOY = REPOSITORY / "deploy"
MANIFESTS = sorted((DEPLOY / "kubernetes").glob("*.yaml"))


def documents(path: Path) -> list[dict[str, Any]]:
    yaml = pytest.importorskip("yaml")
    return list(yaml.safe_load_all(path.read_text()))


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.name)
def test_the_api_accepts_every_document(path: Path) -> None:
    validate = pytest.importorskip("kubernetes_validate")
    for document in documents(path):
        validate.validate(document, "1.31", strict=True)


def test_the_job_retries_only_transient_failures() -> None:
    (job,) = documents(DEPLOY / "kubernetes" / "indexed-job.yaml")
    rules = job["spec"]["podFailurePolicy"]["rules"]
    fails = [rule["onExitCodes"]["values"] for rule in rules if rule["action"] == "FailJob"]
    assert fails == [[64, 78]]
    assert job["spec"]["completionMode"] == "Indexed"
    assert job["spec"]["backoffLimitPerIndex"] > 0


def test_the_daemons_configuration_is_valid(tmp_path: Path, program: str) -> None:
    config = documents(DEPLOY / "kubernetes" / "deployment.yaml")[1]["data"]["pipeline.yaml"]
    (tmp_path / "pipeline.yaml").write_text(config.replace("/srv", str(tmp_path)))
    command = [program, "check", "--config", str(tmp_path / "pipeline.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr


@pytest.mark.parametrize("tool", ["xargs", "parallel"])
def test_the_documented_one_liners_work(tmp_path: Path, program: str, expected: dict[str, bytes], tool: str) -> None:
    if b"--files-from" not in subprocess.run([program, "help", "reprocess"], capture_output=True, check=True).stdout:
        pytest.skip("this program has no --files-from")
    if not shutil.which(tool):
        pytest.skip(f"{tool} is not installed")
    shutil.copytree(SAMPLES, tmp_path / "photos")
    names = sorted(path.name for path in SAMPLES.iterdir())
    entries = [batch.Entry(name) for name in names]
    made = batch.plan(
        entries, str(tmp_path / "photos"), str(tmp_path / "out"), str(tmp_path / "plan"), shard_seconds=0.2
    )
    assert made.shards > 3
    scripts = tmp_path / "bin"
    scripts.mkdir()
    (scripts / "upright").symlink_to(program)
    (scripts / "upright-batch").write_text(
        f'#!/bin/sh\nPYTHONPATH={REPOSITORY / "python"} exec {sys.executable} -m upright.batch "$@"\n'
    )
    (scripts / "upright-batch").chmod(0o755)
    environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}"}
    lines = [line.strip() for line in (DEPLOY / "README.md").read_text().splitlines()]
    for start in ("find photos", "seq 0 99 | " + tool):
        (line,) = [line for line in lines if line.startswith(start)]
        line = line.replace("seq 0 99", f"seq 0 {made.shards - 1}")
        subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment, check=True, capture_output=True)
    for name, content in expected.items():
        assert (tmp_path / "upright" / "photos" / name).read_bytes() == content
        assert (tmp_path / "out" / name).read_bytes() == content
    assert batch.merge(str(tmp_path / "plan")).rows == len(names)


def test_the_simulation_follows_its_assumptions() -> None:
    def hours(*options: str) -> float:
        command = [
            sys.executable,
            str(REPOSITORY / "scripts" / "simulate-scale"),
            "--json",
            "--pictures",
            "1e6",
            *options,
        ]
        return float(json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["hours"])

    plain = hours()
    assert hours("--prefixes", "1") > plain
    assert hours("--stragglers", "0.1", "--no-speculation") > plain
    assert hours("--tasks", "100") > 5 * plain


def test_an_array_task_of_slurm_processes_its_shard(tmp_path: Path) -> None:
    shutil.copytree(SAMPLES, tmp_path / "photos")
    places = (str(tmp_path / "photos"), str(tmp_path / "out"), str(tmp_path / "plan"))
    batch.plan([batch.Entry("orientation-6.jpg")], *places)
    (line,) = [line for line in (DEPLOY / "README.md").read_text().splitlines() if "sbatch" in line]
    arguments = line.split("--wrap '")[1].rstrip("'").replace("/shared/plan", places[2]).split()
    command = [sys.executable, "-m", "upright.batch", *arguments[1:]]
    environment = {**os.environ, "SLURM_ARRAY_TASK_ID": "0", "PYTHONPATH": str(REPOSITORY / "python")}
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert (tmp_path / "out" / "orientation-6.jpg").exists()


def test_the_dockerfile_makes_the_image_of_the_job() -> None:
    yaml = pytest.importorskip("yaml")
    text = (DEPLOY / "Dockerfile").read_text()
    job = yaml.safe_load((DEPLOY / "kubernetes" / "indexed-job.yaml").read_text())["spec"]["template"]["spec"]
    user = job["securityContext"]["runAsUser"]
    assert f"--uid {user} " in text
    assert f"USER {user}:{job['securityContext']['fsGroup']}\n" in text
    (container,) = job["containers"]
    # Python 3.11's tomllib is newer than the oldest Python that is tested.
    project = (REPOSITORY / "python" / "pyproject.toml").read_text()
    assert f"\n{container['command'][0]} = " in project
    extras = text.split('"$wheel[')[1].split("]")[0].split(",")
    assert all(f"\n{extra} = [" in project for extra in extras)
    assert f"-t {container['image']} " in text
