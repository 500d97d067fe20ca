"""Cuts a manifest into shards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .manifest import Entry, read_manifest
from .store import MissingError, Store, lies_inside, normalized, open_store

VERSION = 1


class PlanError(ValueError):
    """A plan that cannot be made, or read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: a manifest, cut into shards.

    Attributes:
        source: The URL that the pictures lie below.
        output: The URL that outputs come out below, under the same keys.
        shards: How many shards there are.
        pictures: How many pictures they hold.
        size: Their bytes, as far as the manifest knows.
        duplicates: How many rows named a picture again; they were left out.
        config: The text of the configuration file that all shards are worked on with; empty for the defaults.
        version: The version of this format.
    """

    source: str
    output: str
    shards: int
    pictures: int
    size: int
    duplicates: int = 0
    config: str = ""
    version: int = VERSION

    @classmethod
    def load(cls, url: str, **options: Any) -> Plan:
        """Read the plan of a work folder.

        Raises:
            PlanError: There is none, or it is of another version.
        """
        try:
            text = open_store(url, **options).get("plan.json")
        except MissingError as error:
            raise PlanError(f"{url}: expected plan.json, found none; make it with upright-batch plan") from error
        values = json.loads(text)
        if values.get("version") != VERSION:
            raise PlanError(f"{url}: expected a plan of version {VERSION}, found {values.get('version')}")
        return cls(**values)

    def entries(self, url: str, shard: int, **options: Any) -> list[Entry]:
        """Read the pictures of a shard."""
        if not 0 <= shard < self.shards:
            raise PlanError(f"expected a shard from 0 to {self.shards - 1}, found {shard}")
        text = open_store(url, **options).get(shard_key(shard)).decode()
        return [Entry.from_json(line) for line in text.splitlines()]


def shard_key(shard: int) -> str:
    """Give the key of a shard's pictures."""
    return f"shards/{shard:07}.jsonl"


def result_key(shard: int) -> str:
    """Give the key of a shard's results."""
    return f"results/{shard:07}.parquet"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a picture is expected to take on the processors of a task.

    Attributes:
        seconds: Of each picture, in seconds.
        rate: Bytes a second beyond that.
        unknown: The size of a picture that the manifest does not tell, in bytes.
    """

    seconds: float = 0.005
    rate: float = 60e6
    unknown: int = 4_000_000

    def of(self, entry: Entry) -> float:
        """Give the seconds of a picture."""
        return self.seconds + (self.unknown if entry.size is None else entry.size) / self.rate


def plan(
    manifest: str | Iterable[Entry],
    source: str,
    output: str,
    work: str,
    *,
    shard_seconds: float = 45.0,
    cost: Cost | None = None,
    config: str | Path | None = None,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> Plan:
    """Cut a manifest into shards of about equal work, by the bytes of their pictures.

    The same manifest gives the same plan, so that planning again is harmless. One picture is never cut.

    Args:
        manifest: A path or URL as :func:`read_manifest` takes it, or entries.
        source: The URL that the pictures lie below.
        output: The URL that outputs come out below.
        work: The URL of the folder for shards and results.
        shard_seconds: How much work a shard is; 30 to 60 s keep stragglers and lost work small.
        cost: What a picture is expected to take.
        config: A configuration file; all shards are worked on with its text.
        force: Replaces a plan that is there. Results of it must be gone.
        progress: Called with the number of pictures so far, now and then.
        options: What :func:`open_store` takes.

    Raises:
        PlanError: The output lies inside the source, or there is another plan.
        ManifestError: The manifest cannot be read.
    """
    check_places(source, output, work)
    cost = cost or Cost()
    store = open_store(work, **options)
    found = read_manifest(manifest, source, **options) if isinstance(manifest, str) else iter(manifest)
    seen: set[int] = set()
    totals = {"pictures": 0, "size": 0, "duplicates": 0, "shards": 0}

    def unique() -> Iterator[Entry]:
        for entry in found:
            digest = int.from_bytes(hashlib.blake2b(entry.key.encode(), digest_size=8).digest(), "big")
            if digest in seen:
                totals["duplicates"] += 1
                continue
            seen.add(digest)
            totals["pictures"] += 1
            totals["size"] += entry.size or 0
            if progress and totals["pictures"] % 10_000 == 0:
                progress(totals["pictures"])
            yield entry

    def flush(entries: list[Entry]) -> None:
        text = "".join(entry.to_json() + "\n" for entry in entries).encode()
        _put(store, shard_key(totals["shards"]), text, force)
        totals["shards"] += 1

    entries: list[Entry] = []
    seconds = 0.0
    for entry in unique():
        more = cost.of(entry)
        if entries and seconds + more > shard_seconds:
            flush(entries)
            entries, seconds = [], 0.0
        entries.append(entry)
        seconds += more
    if entries:
        flush(entries)
    text = Path(config).read_text() if config is not None else ""
    made = Plan(normalized(source), normalized(output), config=text, **totals)
    # The plan comes last: where it is, all shards are.
    _put(store, "plan.json", json.dumps(asdict(made), indent=1).encode() + b"\n", force)
    return made


def _put(store: Store, key: str, data: bytes, force: bool) -> None:
    digest = hashlib.sha256(data).hexdigest()
    if force:
        store.replace(key, data, digest)
    elif store.put_new(key, data, digest) not in (None, digest):
        raise PlanError(f"{store.url}/{key} belongs to another plan; give another work folder")


def check_places(source: str, output: str, work: str) -> None:
    """Refuse places that would feed each other.

    Raises:
        PlanError: Which place lies inside which.
    """
    for name, place in (("output", output), ("work folder", work)):
        if lies_inside(place, source):
            raise PlanError(f"the {name} {place} lies inside the source {source}: what is written would be read again")
    if lies_inside(work, output) or lies_inside(output, work):
        raise PlanError(f"the work folder {work} and the output {output} lie inside one another; keep them apart")
