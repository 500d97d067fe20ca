"""Pictures that arrive by events in NATS JetStream, from a real server."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from upright import batch
from upright.batch.__main__ import main
from upright.batch.queues import open_queue
from upright.batch.store import PlaceError, StoreError, open_store

from .conftest import REPOSITORY, SAMPLES, free_port
from .test_listen import NAMES, record

nats = pytest.importorskip("nats")
boto3 = pytest.importorskip("boto3")
pytest.importorskip("obstore")
SERVER = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
pytestmark = pytest.mark.skipif(SERVER is None, reason="needs nats-server")

T = TypeVar("T")


class Server:
    """A server with JetStream, which keeps its messages when it is killed."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._command = [str(SERVER), "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", str(folder)]
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while True:
            try:
                self.use(lambda stream: stream.account_info())
                return
            except Exception:
                assert time.monotonic() < end
                time.sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def use(self, work: Callable[[Any], Awaitable[T]]) -> T:
        async def ask() -> T:
            async def quiet(_: Exception) -> None:
                return None

            client = await nats.connect(
                f"nats://127.0.0.1:{self.port}", connect_timeout=2, allow_reconnect=False, error_cb=quiet
            )
            try:
                return await work(client.jetstream(timeout=10))
            finally:
                await client.close()

        return asyncio.run(ask())

    def publish(self, bodies: list[str]) -> None:
        async def send(stream: Any) -> None:
            for body in bodies:
                await stream.publish("bucket.events", body.encode())

        self.use(send)

    def left(self) -> int:
        """Messages that no listener has acknowledged."""

        async def count(stream: Any) -> int:
            try:
                found = await stream.consumer_info("EVENTS", "upright")
            except nats.js.errors.NotFoundError:
                return 1
            return int(found.num_pending + found.num_ack_pending)

        return self.use(count)

    def dead_letters(self) -> list[tuple[str, str]]:
        async def read(stream: Any) -> list[tuple[str, str]]:
            state = (await stream.stream_info("DEAD")).state
            found = [await stream.get_msg("DEAD", number) for number in range(1, state.messages + 1)]
            return [(each.data.decode(), (each.headers or {})["reason"]) for each in found]

        return self.use(read)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)

    async def streams(stream: Any) -> None:
        await stream.add_stream(name="EVENTS", subjects=["bucket.>"], retention="workqueue")
        await stream.add_stream(name="DEAD", subjects=["dead.>"])

    made.use(streams)
    yield made
    made.kill()


def command(server: Server, source: str, output: str, *more: str) -> list[str]:
    url = f"nats://127.0.0.1:{server.port}/EVENTS/upright"
    return ["listen", url, "--source", source, "--output", output, "--dead-letters", "dead.pictures", "--quiet", *more]


def test_events_become_outputs_and_what_is_rejected_a_dead_letter(
    server: Server, buckets: tuple[str, str, str], expected: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    source, output, _ = buckets
    store = open_store(source)
    bucket, _, prefix = source.removeprefix("s3://").partition("/")
    for name in NAMES:
        store.put_new(name, (SAMPLES / name).read_bytes(), "")
    store.put_new("cut.jpg", (SAMPLES / NAMES[5]).read_bytes()[:40], "")
    keys = [*NAMES, *NAMES, "cut.jpg"]
    bodies = [json.dumps({"Records": [record(bucket, f"{prefix}/{key}", "s3:ObjectCreated:Put")]}) for key in keys]
    server.publish([*bodies, "no event \u00e9\u0000"])
    assert main(command(server, source, output, "--idle", "1", "--json")) == 0
    made = open_store(output)
    assert {key: made.get(key) for key, _ in made.listed("")} == {name: expected[name] for name in NAMES}
    assert server.left() == 0
    outcomes = Counter(json.loads(line)["outcome"] for line in capsys.readouterr().out.splitlines())
    assert outcomes["rejected"] == 1
    assert sum(outcomes.values()) == 17
    dead = server.dead_letters()
    assert len(dead) == 2
    assert any("cut.jpg" in reason for _, reason in dead)
    assert any("expected an event of S3" in reason for _, reason in dead)


def test_listeners_and_a_server_that_are_killed_lose_and_repeat_nothing(
    server: Server, buckets: tuple[str, str, str], expected: dict[str, bytes]
) -> None:
    source, output, _ = buckets
    chance = random.Random(2)
    bucket, _, prefix = source.removeprefix("s3://").partition("/")
    keys = [f"{number:03}-{NAMES[number % 8]}" for number in range(60)]
    store, made = open_store(source), open_store(output)
    for key in keys:
        store.put_new(key, (SAMPLES / key[4:]).read_bytes(), "")
    server.publish([json.dumps({"Records": [record(bucket, f"{prefix}/{key}")]}) for key in keys])
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    words = [
        sys.executable,
        "-m",
        "upright.batch",
        *command(server, source, output, "--visibility", "2", "--transfers", "4"),
    ]
    listeners: list[subprocess.Popen[bytes]] = []
    kills, restarts = 0, 0
    end = time.monotonic() + 240
    try:
        while server.left() and time.monotonic() < end:
            listeners = [each for each in listeners if each.poll() is None]
            while len(listeners) < 2:
                listeners.append(subprocess.Popen(words, env=environment, stderr=subprocess.DEVNULL))
            seen = len(list(made.listed("")))
            # Kill one whenever some more outputs are there, and once the server.
            while kills < 3 and len(list(made.listed(""))) < seen + 5 and server.left() and time.monotonic() < end:
                time.sleep(0.05)
            if kills < 3:
                chance.choice(listeners).send_signal(signal.SIGKILL)
                kills += 1
                if kills == 2:
                    server.kill()
                    server.start()
                    restarts += 1
            time.sleep(0.2)
        assert server.left() == 0
        for each in listeners:
            each.terminate()
        assert {each.wait(60) for each in listeners} <= {0, -signal.SIGKILL, -signal.SIGTERM}
    finally:
        for each in listeners:
            each.kill()
            each.wait()
    assert kills >= 2
    assert restarts == 1
    assert {key: made.get(key) for key, _ in made.listed("")} == {key: expected[key[4:]] for key in keys}
    assert server.dead_letters() == []


def test_places_that_cannot_work_are_refused(server: Server) -> None:
    address = f"nats://127.0.0.1:{server.port}"
    for url, dead, error, words in [
        (f"{address}/EVENTS", "dead.a", PlaceError, "STREAM/CONSUMER"),
        (f"{address}/EVENTS/upright", None, PlaceError, "--dead-letters"),
        (f"{address}/EVENTS/upright", "dead.>", PlaceError, "--dead-letters"),
        (f"{address}/NONE/upright", "dead.a", batch.AccessError, "not found"),
        (f"nats://me:secret@127.0.0.1:{free_port()}/EVENTS/upright", "dead.a", StoreError, "nats://127.0.0.1"),
    ]:
        with pytest.raises(error, match=words) as raised:
            open_queue(url, dead)
        assert "secret" not in str(raised.value)
    queue = open_queue(f"{address}/EVENTS/upright", "nowhere.kept")
    server.publish(["x"])
    (message,) = queue.receive(1, 5, 30)
    with pytest.raises(batch.AccessError, match="keeps the subject"):
        queue.bury(message, "why")
    # It is still there, and comes again at once when it is returned.
    queue.retry(message, 0)
    (again,) = queue.receive(1, 5, 30)
    assert (again.body, again.receives) == ("x", 2)
    queue.extend(again, 30)
    queue.delete(again)
    assert server.left() == 0
    with pytest.raises(PlaceError, match="AckWait"):
        open_queue(f"{address}/EVENTS/upright", "dead.a").receive(1, 0, 60)
