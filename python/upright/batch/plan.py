"""Cuts a manifest into shards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .manifest import Entry, read_manifest
from .store import MissingError, Store, is_inside, normalized, open_store

VERSION = 1


class PlanError(ValueError):
    """A plan cannot be made or read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A manifest cut into shards.

    Attributes:
        source: The base URL of the pictures.
        output: The base URL of the outputs, which have the same keys.
        shards: The number of shards.
        pictures: The number of pictures in them.
        size: Their total bytes, as far as the manifest gives sizes.
        duplicates: The number of rows that repeated a picture; they were omitted.
        config: The text of the configuration file for all shards; empty for the defaults.
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
            PlanError: There is none, or it has another version.
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
    """Return the key of a shard's pictures."""
    return f"shards/{shard:07}.jsonl"


def result_key(shard: int) -> str:
    """Return the key of a shard's results."""
    return f"results/{shard:07}.parquet"


@dataclass(frozen=True, slots=True)
class Cost:
    """The expected processing time of a picture in a task.

    Attributes:
        seconds: The fixed time per picture, in seconds.
        rate: Bytes per second in addition to that.
        unknown: The assumed size in bytes of a picture whose size the manifest does not give.
    """

    seconds: float = 0.005
    rate: float = 60e6
    unknown: int = 4_000_000

    def of(self, entry: Entry) -> float:
        """Return the seconds of a picture."""
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

    The same manifest gives the same plan, so planning again is harmless. A picture is never split.

    Args:
        manifest: A path or URL (see :func:`read_manifest`), or entries.
        source: The base URL of the pictures.
        output: The base URL of the outputs.
        work: The URL of the folder for shards and results.
        shard_seconds: The work per shard; 30 to 60 s keep stragglers and lost work small.
        cost: The expected processing time of a picture.
        config: A configuration file; all shards use its text.
        force: Replaces an existing plan. Its results must have been removed.
        progress: Called occasionally with the number of pictures so far.
        options: Arguments of :func:`open_store`.

    Raises:
        PlanError: The output is inside the source, or there is another plan.
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
    # The plan is written last: if it exists, all shards exist.
    _put(store, "plan.json", json.dumps(asdict(made), indent=1).encode() + b"\n", force)
    return made


def _put(store: Store, key: str, data: bytes, force: bool) -> None:
    digest = hashlib.sha256(data).hexdigest()
    if force:
        store.replace(key, data, digest)
    elif store.put_new(key, data, digest) not in (None, digest):
        raise PlanError(f"{store.url}/{key} belongs to another plan; use another work folder")


def check_places(source: str, output: str, work: str) -> None:
    """Refuse locations that would feed each other.

    Raises:
        PlanError: One location is inside another.
    """
    for name, place in (("output", output), ("work folder", work)):
        if is_inside(place, source):
            raise PlanError(
                f"the {name} {place} is inside the source {source}: its files would be read as sources; keep them apart"
            )
    if is_inside(work, output) or is_inside(output, work):
        raise PlanError(f"one of the work folder {work} and the output {output} is inside the other; keep them apart")
