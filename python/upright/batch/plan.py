"""Cuts a manifest into shards."""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, get_args

from .._configuration import check_configuration
from ..annotations.turning import Convention
from .containers import Damaged
from .delivery import Unchanged
from .folder import Folder
from .incremental import container_options, options_digest
from .manifest import Entry, ManifestError, read_manifest
from .places import PlanError, check_places
from .schema import to_parquet
from .since import Since
from .store import MissingError, Store, normalized, open_store

__all__ = ["VERSION", "Cost", "NoPlanError", "Plan", "PlanError", "plan"]

VERSION = 2


class NoPlanError(PlanError):
    """A work folder has no plan."""


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
        version: The version of this format. Version 1 has no ``id`` and no ``folder``.
        id: The identity of the plan: a digest of the places, the configuration and the pictures of each shard.
            Results belong to it.
        folder: The folder of the shards. Each run of :func:`plan` uses its own, so that a plan that is replaced stays
            whole for the tasks that work on it.
        unchanged: What happens to pictures that are upright already: see :func:`plan`.
        column: The column of pictures in Parquet and Arrow files; ``None`` if it is found.
        boxes: The form of boxes in containers, by the paths of their columns: ``objects.bbox=coco``, …
        labelled: On which pictures labels in containers were made.
        damaged: What happens to what cannot be read in a container: see :func:`plan`.
        kept: The number of pictures whose results are taken over; they are in no shard.
        kept_tables: The number of tables with these results.
    """

    source: str
    output: str
    shards: int
    pictures: int
    size: int
    duplicates: int = 0
    config: str = ""
    version: int = VERSION
    id: str = ""
    folder: str = "shards"
    unchanged: Unchanged = "copy"
    column: str | None = None
    boxes: str = ""
    labelled: Convention = "auto"
    damaged: Damaged = "drop"
    kept: int = 0
    kept_tables: int = 0

    @property
    def forms(self) -> dict[str, str]:
        """The form of boxes in containers, by the paths of their columns."""
        return dict(part.rpartition("=")[::2] for part in self.boxes.split(",") if part)

    @property
    def results(self) -> str:
        """The folder of the results; other plans have other folders."""
        return f"results/{self.id}" if self.id else "results"

    def shard_key(self, shard: int) -> str:
        """Return the key of a shard's pictures."""
        return f"{self.folder}/{shard:07}.jsonl"

    def kept_key(self, number: int) -> str:
        """Return the key of a table of results that were taken over."""
        return f"{self.folder}/kept-{number:05}.parquet"

    def result_key(self, shard: int) -> str:
        """Return the key of a shard's results."""
        return f"{self.results}/{shard:07}.parquet"

    @classmethod
    def load(cls, url: str, **options: Any) -> Plan:
        """Read the plan of a work folder.

        Raises:
            PlanError: There is none, or it has another version.
        """
        store = open_store(url, **options)
        try:
            text = store.get("plan.json")
        except MissingError as error:
            raise NoPlanError(f"{url}: expected plan.json, found none; make it with upright-batch plan") from error
        try:
            values = json.loads(text)
            if values["version"] in range(1, VERSION + 1):
                return cls(**values)
        except (ValueError, KeyError, TypeError) as error:
            raise PlanError(f"{store.url}/plan.json: expected a plan as JSON, found {error!r}") from error
        raise PlanError(f"{store.url}/plan.json: expected a plan of version {VERSION}, found {values['version']}")

    def entries(self, url: str, shard: int, **options: Any) -> list[Entry]:
        """Read the pictures of a shard."""
        if not self.shards:
            why = "the results of all pictures are taken over" if self.kept else "its manifest was empty"
            raise PlanError(f"{url}: the plan has no shards: {why}")
        if not 0 <= shard < self.shards:
            last = self.shards - 1
            raise PlanError(f"{url}: expected shard 0" + (f" to {last}" if last else "") + f", found {shard}")
        store = open_store(url, **options)
        place = f"{store.url}/{self.shard_key(shard)}"
        entries: list[Entry] = []
        try:
            # Not splitlines(): a key can contain other separators of lines.
            for line in store.get(self.shard_key(shard)).decode().removesuffix("\n").split("\n"):
                entries.append(Entry.from_json(line))
        except MissingError as error:
            raise PlanError(f"{place}: expected the pictures of a shard, found no such file; plan again") from error
        except (ValueError, KeyError, TypeError) as error:
            raise PlanError(
                f"{place}: expected one JSON object per picture, found in line {len(entries) + 1}: {error}; "
                "the file is damaged: plan again with --force (force=True); results of the same plan are kept"
            ) from error
        return entries


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
    unchanged: Unchanged = "copy",
    column: str | None = None,
    boxes: Mapping[str, str] | None = None,
    labelled: Convention = "auto",
    damaged: Damaged = "drop",
    since: str | None = None,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
    **options: Any,
) -> Plan:
    """Cut a manifest into shards of about equal work, by the bytes of their pictures.

    The same manifest gives the same plan, so planning again is harmless. A picture is never split. Results belong to
    one plan: after a plan was replaced, all of the new plan's shards have to be run.

    Args:
        manifest: A path or URL (see :func:`read_manifest`), or entries.
        source: The base URL of the pictures.
        output: The base URL of the outputs.
        work: The URL of the folder for shards and results.
        shard_seconds: The work per shard; 30 to 60 s keep stragglers and lost work small.
        cost: The expected processing time of a picture.
        config: A configuration file; all shards use its text.
        unchanged: What happens to a picture that is upright already: ``copy`` puts it beside the others, ``skip`` puts
            nothing, and ``output`` of the results is the source; ``link`` makes a symbolic link (between folders).
        column: The column of pictures in Parquet and Arrow files; by default the only one with pictures.
        boxes: The form of boxes in tables and descriptions, by their columns: ``{"objects.bbox": "coco"}``.
            ``coco`` is left, top, width, height in pixels, ``voc`` left, top, right, bottom, ``yolo`` centre, width,
            height in fractions, ``albumentations`` left, top, right, bottom in fractions.
        labelled: On which pictures labels in containers were made: see :mod:`upright.annotations`.
        damaged: What happens to what cannot be read in a container: ``drop`` leaves it out, ``keep`` keeps its bytes.
        since: The work folder of a plan that is done, or its table: results of pictures that have not changed are taken
            over, and no shard has these pictures. The manifest must have ETags, or the source be a folder.
        force: Replaces an existing plan. Tasks that have begun with it complete it; its results stay in their folder,
            and do not count for the new plan.
        progress: Called occasionally with the number of pictures so far.
        options: Arguments of :func:`open_store`.

    Raises:
        PlanError: The output is inside the source, there is another plan, or an argument is out of range.
        ManifestError: The manifest cannot be read, has a mistake, or is empty.
        UprightError: The configuration has a mistake.
    """
    check_places(source, output, work)
    cost = cost or Cost()
    for value in (shard_seconds, cost.rate):
        if not (math.isfinite(value) and value > 0):
            raise PlanError(f"expected a shard's seconds and the bytes per second above 0, found {value}")
    for what, choice, known in (("unchanged", unchanged, Unchanged), ("damaged", damaged, Damaged)):
        if choice not in get_args(known):
            raise PlanError(f"{what}: expected {', '.join(get_args(known))}, found {choice!r}")
    opened = [open_store(place, **options) for place in (source, output)]
    if unchanged == "link" and not all(isinstance(store, Folder) for store in opened):
        raise PlanError(f"unchanged: link needs folders, found {source} and {output}; use skip, or copy")
    store = open_store(work, **options)
    text = configuration_text(config)
    existing = None if force else _existing(work, **options)
    folder = f"shards/{secrets.token_hex(8)}"
    more: list[str] = [] if unchanged == "copy" else [unchanged]
    more += [] if column is None else [f"column {column}"]
    more += [f"boxes {json.dumps(boxes, sort_keys=True)}"] if boxes else []
    more += [] if labelled == "auto" else [f"labelled {labelled}"]
    more += [] if damaged == "drop" else [f"damaged {damaged}"]
    identity = _Identity(normalized(source), normalized(output), text, *more)
    found = read_manifest(manifest, source, **options) if isinstance(manifest, str) else iter(manifest)
    seen: set[int] = set()
    totals = {"pictures": 0, "size": 0, "duplicates": 0, "shards": 0, "kept": 0, "kept_tables": 0}
    before = _since(since, output, unchanged, options) if since is not None else contextlib.nullcontext()

    def unique() -> Iterator[Entry]:
        for number, entry in enumerate(found, 1):
            if not isinstance(manifest, str):
                try:
                    entry.check()
                except ValueError as error:
                    raise ManifestError(f"entry {number}: {error}") from error
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
        identity.add(text)
        if existing is None:
            key = f"{folder}/{totals['shards']:07}.jsonl"
            # Two attempts of one request can reach the store: the bytes are equal.
            store.put_new(key, text, hashlib.sha256(text).hexdigest())
        totals["shards"] += 1

    def keep(earlier: Since) -> None:
        for table in earlier.taken():
            sources = table.column("source").to_pylist()
            tags = table.column("etag").to_pylist()
            identity.add(json.dumps([sources, tags]).encode())
            if existing is None:
                data = to_parquet(table)
                key = f"{folder}/kept-{totals['kept_tables']:05}.parquet"
                store.put_new(key, data, hashlib.sha256(data).hexdigest())
            totals["kept_tables"] += 1

    def made(earlier: Since | None) -> Plan:
        entries: list[Entry] = []
        seconds = 0.0
        for entry in unique():
            if earlier is not None:
                tag = entry.etag or _tag(opened[0], entry)
                if earlier.take(
                    f"{opened[0].url}/{entry.key}",
                    tag,
                    options_digest(text, entry, container_options(column, boxes or {}, labelled, damaged)),
                ):
                    totals["kept"] += 1
                    continue
            more = cost.of(entry)
            if entries and seconds + more > shard_seconds:
                flush(entries)
                entries, seconds = [], 0.0
            entries.append(entry)
            seconds += more
        if earlier is not None:
            keep(earlier)
        if not entries and not totals["kept"]:
            name = manifest if isinstance(manifest, str) else "the manifest"
            raise ManifestError(f"{name}: expected at least one picture, found none")
        if entries:
            flush(entries)
        return Plan(
            normalized(source),
            normalized(output),
            config=text,
            id=identity.text,
            folder=folder,
            unchanged=unchanged,
            column=column,
            boxes=",".join(f"{path}={form}" for path, form in sorted((boxes or {}).items())),
            labelled=labelled,
            damaged=damaged,
            **totals,
        )

    def discard() -> None:
        if existing is None:
            _discard(store, folder, totals["shards"], totals["kept_tables"])

    try:
        with before as earlier:
            new = made(earlier)
        there = existing or _published(store, new, work, force, options)
        if there is not new and not _same(there, new, work, options):
            raise PlanError(
                f"{store.url}/plan.json is another plan: of another manifest, source, output or configuration; use "
                "another work folder, or replace the plan with --force (force=True): its results stay in "
                f"{there.results} and do not count for the new plan"
            )
    except ValueError:
        discard()
        raise
    if there is not new:
        discard()
    return there


def _since(since: str, output: str, unchanged: Unchanged, options: dict[str, Any]) -> Since:
    from .tables import tables_of

    return Since(lambda: tables_of(since, **options), output, unchanged)


def _tag(store: Store, entry: Entry) -> str | None:
    """What tells the versions of a file apart. An object's ETag would be a request for each."""
    if not isinstance(store, Folder):
        return None
    head = store.head(entry.key)
    return head.tag if head else None


class _Identity:
    """The identity of a plan: a digest of its places, its configuration, and the text of each shard in order."""

    def __init__(self, *values: str) -> None:
        self._digest = hashlib.sha256(json.dumps(values).encode())

    def add(self, shard: bytes) -> None:
        self._digest.update(len(shard).to_bytes(8, "big") + shard)

    @property
    def text(self) -> str:
        return self._digest.hexdigest()[:32]


def _published(store: Store, made: Plan, work: str, force: bool, options: dict[str, Any]) -> Plan:
    """Write plan.json, last: if it exists, all shards exist. Return the plan that it then contains."""
    data = json.dumps(asdict(made), indent=1).encode() + b"\n"
    digest = hashlib.sha256(data).hexdigest()
    if force:
        store.replace("plan.json", data, digest)
    elif store.put_new("plan.json", data, digest) not in (None, digest):
        return Plan.load(work, **options)
    return made


def _existing(work: str, **options: Any) -> Plan | None:
    try:
        return Plan.load(work, **options)
    except NoPlanError:
        return None


def _same(there: Plan, made: Plan, work: str, options: dict[str, Any]) -> bool:
    if there.id:
        return there.id == made.id
    # Version 1 has no identity.
    if replace(there, id=made.id, folder=made.folder, version=made.version) != made:
        return False
    identity = _Identity(there.source, there.output, there.config)
    store = open_store(work, **options)
    for shard in range(there.shards):
        text = store.get(there.shard_key(shard))
        identity.add(text)
    return identity.text == made.id


def _discard(store: Store, folder: str, shards: int, kept: int) -> None:
    """Remove shards and taken results that belong to no plan."""
    for number in range(kept):
        store.remove(f"{folder}/kept-{number:05}.parquet")
    for shard in range(shards):
        store.remove(f"{folder}/{shard:07}.jsonl")


def configuration_text(config: str | Path | None) -> str:
    """Read a configuration file, and check it; empty if there is none."""
    if config is None:
        return ""
    try:
        text = Path(config).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        found = error.strerror if isinstance(error, OSError) else error
        raise PlanError(f"{config}: expected a configuration file in UTF-8, found: {found}") from error
    check_configuration(text, str(config))
    return text
