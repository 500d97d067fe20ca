"""Gives the tests the program, pictures and an S3 server."""

from __future__ import annotations

import http.server
import importlib.util
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .proxy import Faulty

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "fixtures" / "samples"

if "UPRIGHT_PROGRAM" not in os.environ:
    for build in ("release", "debug"):
        built = REPOSITORY / ".build" / build / "upright"
        if built.exists():
            os.environ["UPRIGHT_PROGRAM"] = str(built)
            break


def pytest_sessionstart() -> None:
    """Fail if the program, or a module in UPRIGHT_TESTS_NEED, is missing."""
    needed = os.environ.get("UPRIGHT_TESTS_NEED", "").split()
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        raise pytest.UsageError(f"expected the modules {', '.join(needed)}; missing: {', '.join(missing)}")
    program = os.environ.get("UPRIGHT_PROGRAM")
    if program is None or not os.access(program, os.X_OK):
        raise pytest.UsageError(f"expected the program upright in UPRIGHT_PROGRAM, found {program}; run make build")


@pytest.fixture(scope="session")
def turned() -> bytes:
    return (SAMPLES / "orientation-6.jpg").read_bytes()


@pytest.fixture(scope="session")
def upright_picture() -> bytes:
    return (SAMPLES / "orientation-1.jpg").read_bytes()


@pytest.fixture(scope="session")
def program() -> str:
    return os.environ["UPRIGHT_PROGRAM"]


@pytest.fixture(scope="session")
def expected(program: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The output of ``upright reprocess`` for each sample, by name."""
    output = tmp_path_factory.mktemp("expected")
    subprocess.run([program, "reprocess", str(SAMPLES), "--output", str(output), "--quiet"], check=False)
    return {path.name: path.read_bytes() for path in output.iterdir()}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def s3() -> Iterator[str]:
    """The address of an S3 server (moto) on loopback."""
    pytest.importorskip("moto")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(600):
        try:
            urllib.request.urlopen(address + "/moto-api/", timeout=1).close()
            break
        except OSError:
            time.sleep(0.05)
    yield address
    server.kill()
    server.wait()


@pytest.fixture
def s3_environment(s3: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Point every client to the test's server by environment variables."""
    for name, value in {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": s3,
        "AWS_ALLOW_HTTP": "true",
        "AWS_VIRTUAL_HOSTED_STYLE_REQUEST": "false",
    }.items():
        monkeypatch.setenv(name, value)
    return s3


@pytest.fixture
def buckets(s3_environment: str, request: pytest.FixtureRequest) -> tuple[str, str, str]:
    import boto3

    client = boto3.client("s3", endpoint_url=s3_environment)
    name = "b" + str(abs(hash(request.node.name)))
    for kind in ("in", "out", "work"):
        client.create_bucket(Bucket=f"{name}-{kind}")
    return f"s3://{name}-in/a", f"s3://{name}-out/b", f"s3://{name}-work"


@pytest.fixture
def faulty(s3_environment: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[Any]]]:
    port = free_port()
    Faulty.target = s3_environment.removeprefix("http://")
    Faulty.failures = {}
    Faulty.requests = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Faulty)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    yield Faulty.failures
    server.shutdown()
