"""Pictures that arrive by events: with duplicates, in disorder, and with listeners that are killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from upright import batch
from upright.batch.__main__ import main
from upright.batch.events import Created, EventError, created
from upright.batch.listen import Listener
from upright.batch.queues import Message, open_queue
from upright.batch.store import ReadRefusedError, open_store
from upright.batch.transfer import Job
from upright.batch.usage import STOPPING
from upright.normalizer import Normalizer

from .conftest import REPOSITORY, SAMPLES

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")
boto3 = pytest.importorskip("boto3")

NAMES = [f"orientation-{number}.jpg" for number in range(1, 9)]


def record(bucket: str, key: str, name: str = "ObjectCreated:Put", **thing: Any) -> dict[str, Any]:
    return {"eventName": name, "s3": {"bucket": {"name": bucket}, "object": {"key": key, **thing}}}


def test_events_of_s3_sns_and_eventbridge_are_read() -> None:
    direct = {"Records": [record("b", "in/a+b%2Bc.jpg", size=7, eTag="abc"), record("b", "x", "ObjectRemoved:Delete")]}
    expected = [Created("s3://b/in/a b+c.jpg", 7, "abc")]
    assert created(json.dumps(direct)) == expected
    wrapped = {"Type": "Notification", "TopicArn": "arn", "Message": json.dumps(direct)}
    assert created(json.dumps(wrapped)) == expected
    detail = {"bucket": {"name": "b"}, "object": {"key": "in/a b+c.jpg", "size": 7, "etag": "abc"}}
    bridge = {"source": "aws.s3", "detail-type": "Object Created", "detail": detail}
    assert created(json.dumps(bridge)) == expected
    assert created(json.dumps({**bridge, "detail-type": "Object Deleted"})) == []
    assert created('{"Service": "Amazon S3", "Event": "s3:TestEvent"}') == []
    for wrong in ("", "text", "[]", "{}", "7", '{"Records": [{}]}', '{"Records": 7}', '{"source": "aws.s3"}',
                  json.dumps({"Records": [record("b", "a", size="x")]}), "[" * 100_000):  # fmt: skip
        with pytest.raises(EventError, match="expected an event of S3"):
            created(wrong)


class Bucket:
    """A bucket with events in a queue, and a bucket for the outputs, which keeps versions."""

    def __init__(self, address: str, name: str) -> None:
        self.s3 = boto3.client("s3", endpoint_url=address)
        self.sqs = boto3.client("sqs", endpoint_url=address)
        self.name = name
        for kind in ("in", "out"):
            self.s3.create_bucket(Bucket=f"{name}-{kind}")
        versions = {"Status": "Enabled"}
        self.s3.put_bucket_versioning(Bucket=f"{name}-out", VersioningConfiguration=versions)
        self.dead = self.sqs.create_queue(QueueName=f"{name}-dead")["QueueUrl"]
        policy = json.dumps({"deadLetterTargetArn": self.arn(self.dead), "maxReceiveCount": 100})
        self.queue = self.sqs.create_queue(QueueName=name, Attributes={"RedrivePolicy": policy})["QueueUrl"]
        settings = {"QueueConfigurations": [{"QueueArn": self.arn(self.queue), "Events": ["s3:ObjectCreated:*"]}]}
        self.s3.put_bucket_notification_configuration(Bucket=f"{name}-in", NotificationConfiguration=settings)
        self.source, self.output = f"s3://{name}-in/a", f"s3://{name}-out/b"

    def arn(self, queue: str) -> str:
        found = self.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=["QueueArn"])
        return str(found["Attributes"]["QueueArn"])

    def put(self, key: str, data: bytes) -> None:
        self.s3.put_object(Bucket=f"{self.name}-in", Key=f"a/{key}", Body=data)

    def left(self, queue: str) -> int:
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        found = self.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=names)["Attributes"]
        return sum(int(found[name]) for name in names)

    def dead_letters(self) -> list[tuple[str, str]]:
        found = []
        while messages := self.sqs.receive_message(
            QueueUrl=self.dead, MaxNumberOfMessages=10, MessageAttributeNames=["reason"]
        ).get("Messages"):
            found += [(each["Body"], each["MessageAttributes"]["reason"]["StringValue"]) for each in messages]
        return found

    def versions(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for page in self.s3.get_paginator("list_object_versions").paginate(Bucket=f"{self.name}-out"):
            counts.update(version["Key"] for version in page.get("Versions", []))
        return counts

    def command(self, *more: str) -> list[str]:
        return ["listen", self.queue, "--source", self.source, "--output", self.output, "--quiet", *more]


@pytest.fixture
def bucket(s3_environment: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    return Bucket(s3_environment, "q" + str(abs(hash(request.node.name))))


def test_events_become_outputs_and_what_is_rejected_a_dead_letter(
    bucket: Bucket, expected: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in NAMES:
        bucket.put(name, (SAMPLES / name).read_bytes())
    bucket.put("cut.jpg", (SAMPLES / NAMES[5]).read_bytes()[:40])
    bucket.put("text.txt", b"no picture")
    bucket.put("gone.jpg", b"x")
    bucket.s3.delete_object(Bucket=f"{bucket.name}-in", Key="a/gone.jpg")
    bucket.sqs.send_message(QueueUrl=bucket.queue, MessageBody="no event")
    bucket.s3.put_object(Bucket=f"{bucket.name}-in", Key="other/a.jpg", Body=b"x")
    assert main(bucket.command("--idle", "1", "--json")) == 0
    store = open_store(bucket.output)
    assert {key: store.get(key) for key, _ in store.listed("")} == {name: expected[name] for name in NAMES}
    assert bucket.left(bucket.queue) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert Counter(row["outcome"] for row in rows) == {"normalized": 7, "unchanged": 1, "rejected": 1, "ignored": 1}
    reasons = sorted(reason for _, reason in bucket.dead_letters())
    assert len(reasons) == 3
    assert any("cut.jpg: " in reason for reason in reasons)
    assert any("is not below the source" in reason for reason in reasons)
    assert any("expected an event of S3" in reason for reason in reasons)


def test_duplicates_and_disorder_write_nothing_twice(bucket: Bucket, expected: dict[str, bytes]) -> None:
    bucket.put(NAMES[5], b"an older version")
    bucket.put(NAMES[5], (SAMPLES / NAMES[5]).read_bytes())
    event = {"Records": [record(f"{bucket.name}-in", f"a/{NAMES[5]}", size=1, eTag="0" * 32)]}
    for _ in range(10):
        bucket.sqs.send_message(QueueUrl=bucket.queue, MessageBody=json.dumps(event))
    assert main(bucket.command("--idle", "1")) == 0
    assert bucket.versions() == {f"b/{NAMES[5]}": 1}
    assert open_store(bucket.output).get(NAMES[5]) == expected[NAMES[5]]
    assert (bucket.left(bucket.queue), bucket.left(bucket.dead)) == (0, 0)
    # A picture that was replaced afterwards never replaces its output.
    bucket.put(NAMES[5], (SAMPLES / NAMES[2]).read_bytes())
    assert main(bucket.command("--idle", "1")) == 0
    assert bucket.versions() == {f"b/{NAMES[5]}": 1}
    ((_, reason),) = bucket.dead_letters()
    assert "other bytes" in reason


def test_listeners_that_are_killed_lose_and_repeat_nothing(
    bucket: Bucket, expected: dict[str, bytes], tmp_path: Path
) -> None:
    chance = random.Random(1)
    keys = [f"{number:03}-{NAMES[number % 8]}" for number in range(80)]
    for key in keys:
        bucket.put(key, (SAMPLES / key[4:]).read_bytes())
    bucket.put("cut.jpg", (SAMPLES / NAMES[5]).read_bytes()[:40])
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}
    command = [sys.executable, "-m", "upright.batch", *bucket.command("--visibility", "2", "--transfers", "4")]
    kills = 0
    listeners: list[subprocess.Popen[bytes]] = []
    end = time.monotonic() + 240
    try:
        while bucket.left(bucket.queue) and time.monotonic() < end:
            listeners = [each for each in listeners if each.poll() is None]
            while len(listeners) < 2:
                listeners.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
            seen = len(bucket.versions())
            # Kill one in the middle of its work, whenever some more outputs are there.
            while kills < 4 and len(bucket.versions()) < seen + 5 and bucket.left(bucket.queue):
                time.sleep(0.05)
            if kills < 4 and bucket.left(bucket.queue):
                chance.choice(listeners).send_signal(signal.SIGKILL)
                kills += 1
            time.sleep(0.2)
        assert bucket.left(bucket.queue) == 0
        for each in listeners:
            each.terminate()
        # One that is still starting ends at once.
        assert {each.wait(60) for each in listeners} <= {0, -signal.SIGKILL, -signal.SIGTERM}
    finally:
        for each in listeners:
            each.kill()
            each.wait()
    assert kills >= 2
    assert bucket.versions() == {f"b/{key}": 1 for key in keys}
    store = open_store(bucket.output)
    assert all(store.get(key) == expected[key[4:]] for key in keys)
    assert {json.loads(body)["Records"][0]["s3"]["object"]["key"] for body, _ in bucket.dead_letters()} == {
        "a%2Fcut.jpg"
    }


class Fake:
    """A queue in memory that notes what is done with its messages."""

    url = "fake"

    def __init__(self, *bodies: str) -> None:
        self.waiting = [Message(body, str(place), 3) for place, body in enumerate(bodies)]
        self.done: list[tuple[str, str, float]] = []
        self.extended = threading.Event()

    def receive(self, count: int, wait: float, visibility: float) -> list[Message]:
        found, self.waiting = self.waiting[:count], self.waiting[count:]
        return found

    def delete(self, message: Message) -> None:
        self.done.append(("delete", message.receipt, 0))

    def extend(self, message: Message, seconds: float) -> None:
        self.done.append(("extend", message.receipt, seconds))
        self.extended.set()

    def retry(self, message: Message, seconds: float) -> None:
        self.done.append(("retry", message.receipt, seconds))

    def bury(self, message: Message, reason: str) -> None:
        self.done.append(("bury", reason, 0))


def test_a_message_is_kept_while_it_is_worked_on_and_removed_after_the_put(
    buckets: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, output, _ = buckets
    open_store(source).put_new(NAMES[5], (SAMPLES / NAMES[5]).read_bytes(), "")
    name = source.removeprefix("s3://").split("/")[0]
    queue = Fake(json.dumps({"Records": [record(name, f"a/{NAMES[5]}")]}))
    there = open_store(output)
    real = type(there).put_new

    def slow(self: Any, *arguments: Any) -> Any:
        assert queue.extended.wait(30)
        assert not any(what == "delete" for what, _, _ in queue.done)
        return real(self, *arguments)

    monkeypatch.setattr(type(there), "put_new", slow)
    with Normalizer(jobs=1) as normalizer:
        Listener(queue, Job(open_store(source), there, normalizer), visibility=1).run(idle=0)
    assert queue.done[0] == ("extend", "0", 1)
    assert queue.done[-1] == ("delete", "0", 0)


def test_a_picture_that_is_deferred_comes_again_later(
    buckets: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import upright

    source, output, _ = buckets
    open_store(source).put_new(NAMES[5], (SAMPLES / NAMES[5]).read_bytes(), "")
    name = source.removeprefix("s3://").split("/")[0]
    queue = Fake(json.dumps({"Records": [record(name, f"a/{NAMES[5]}")]}))

    def dying(*arguments: Any, **options: Any) -> Any:
        raise upright.WorkerDiedError("no memory", transient=True)

    monkeypatch.setattr(Normalizer, "normalize", dying)
    with Normalizer(jobs=1) as normalizer:
        Listener(queue, Job(open_store(source), open_store(output), normalizer)).run(idle=0)
        assert queue.done == [("retry", "0", 40)]
        with pytest.raises(ValueError, match="no force"):
            Listener(queue, Job(open_store(source), open_store(output), normalizer, force=True))


def test_a_message_that_is_done_is_not_kept_any_longer(tmp_path: Path) -> None:
    class Slow(Fake):
        kept = threading.Semaphore(0)

        def extend(self, message: Message, seconds: float) -> None:
            super().extend(message, seconds)
            if message.receipt == "1":
                self.kept.release()

        def bury(self, message: Message, reason: str) -> None:
            if message.receipt == "1":
                assert self.kept.acquire(timeout=60)
                assert self.kept.acquire(timeout=60)
            super().bury(message, reason)

    queue = Slow("no event", "no event either")
    with Normalizer(jobs=1) as normalizer:
        job = Job(open_store(str(tmp_path / "in")), open_store(str(tmp_path / "out")), normalizer)
        Listener(queue, job, transfers=1, visibility=1).run(idle=0)
    second = queue.done.index(("extend", "1", 1))
    assert ("extend", "0", 1) not in queue.done[second:]


def test_a_listener_that_is_stopped_returns_what_it_has_not_begun(tmp_path: Path) -> None:
    class Stopping(Fake):
        def receive(self, count: int, wait: float, visibility: float) -> list[Message]:
            STOPPING.set()
            return super().receive(count, wait, visibility)

    queue = Stopping("no event")
    try:
        with Normalizer(jobs=1) as normalizer:
            job = Job(open_store(str(tmp_path / "in")), open_store(str(tmp_path / "out")), normalizer)
            Listener(queue, job).run()
    finally:
        STOPPING.clear()
    assert queue.done == [("retry", "0", 0)]


def test_a_listener_that_may_not_read_an_object_ends_and_removes_no_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / NAMES[5]).write_bytes((SAMPLES / NAMES[5]).read_bytes())

    def refusing(*arguments: Any) -> Any:
        raise ReadRefusedError("403")

    monkeypatch.setattr("upright.batch.listen.deliver", refusing)
    source = open_store(str(tmp_path / "in"))
    monkeypatch.setattr("upright.batch.listen.created", lambda _: [Created(f"{source.url}/{NAMES[5]}", None, None)])
    queue = Fake("an event")
    with Normalizer(jobs=1) as normalizer, pytest.raises(batch.AccessError, match="403"):
        Listener(queue, Job(source, open_store(str(tmp_path / "out")), normalizer)).run(idle=0)
    assert queue.done == []


def test_places_and_queues_that_cannot_work_are_refused(bucket: Bucket) -> None:
    command = ["listen", bucket.queue, "--source", bucket.source, "--quiet", "--output"]
    assert main([*command, bucket.source + "/out"]) == 64
    assert main(["listen", "queue", "--source", bucket.source, "--output", bucket.output]) == 64
    plain = bucket.sqs.create_queue(QueueName=f"{bucket.name}-plain")["QueueUrl"]
    with pytest.raises(ValueError, match="--dead-letters"):
        open_queue(plain)
    with pytest.raises(batch.AccessError):
        open_queue(bucket.queue + "-none")
