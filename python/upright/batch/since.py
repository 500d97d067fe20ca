"""Takes results over from an earlier run, for pictures that have not changed."""

from __future__ import annotations

import hashlib
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import pyarrow as pa

from .delivery import Unchanged
from .store import normalized

#: Rows of a table of results that were taken over.
KEPT_ROWS = 100_000


class Since:
    """The results of an earlier run.

    What is needed of them to recognize a picture is kept in a temporary file, so that the memory does not limit their
    number. A result is taken over if the picture has the same tag (ETag, or a file's time and size), the configuration,
    position and edits are the same, the output is where this plan would put it, and the picture was not rejected.

    Args:
        tables: Reads the results; called twice.
        output: The base URL of the outputs.
        unchanged: What happens to pictures that are upright already.
    """

    def __init__(self, tables: Callable[[], Iterator[pa.Table]], output: str, unchanged: Unchanged) -> None:
        """Read the results once."""
        self._tables = tables
        self._prefix = normalized(output) + "/"
        self._unchanged = unchanged
        self._folder = tempfile.TemporaryDirectory(prefix="upright-")
        self._base = sqlite3.connect(Path(self._folder.name) / "since.sqlite", isolation_level=None)
        self._base.execute("pragma journal_mode = off")
        self._base.execute("pragma synchronous = off")
        self._base.execute("create table results (source integer primary key, mark integer, taken integer default 0)")
        self._base.execute("begin")
        for table in tables():
            self._base.executemany(
                # A source with two different results, or one that cannot be taken over, is not taken over.
                "insert into results (source, mark) values (?, ?) on conflict (source) do "
                "update set mark = null where mark is not excluded.mark",
                self._marks(table),
            )

    def __enter__(self) -> Since:
        """Return the results themselves."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the temporary file."""
        self._base.close()
        self._folder.cleanup()

    def take(self, name: str, tag: str | None, options: str) -> bool:
        """Whether the result of a picture is taken over."""
        if tag is None:
            return False
        done = self._base.execute(
            "update results set taken = 1 where source = ? and mark = ?", (_digest(name), _digest(tag, options))
        )
        return done.rowcount == 1

    def taken(self) -> Iterator[pa.Table]:
        """Read the results that are taken over, in tables of :data:`KEPT_ROWS` rows or little more."""
        found: list[pa.Table] = []
        rows = 0
        for table in self._tables():
            sources = table.column("source").to_pylist()
            wanted = pa.array([self._is_taken(source) for source in sources], pa.bool_())
            kept = table.filter(wanted)
            # These rows belong to no shard.
            place = kept.schema.get_field_index("shard")
            shards = pa.array([-1] * kept.num_rows, pa.int32())
            kept = kept.set_column(place, table.schema.field(place), shards)
            found.append(kept)
            rows += kept.num_rows
            if rows >= KEPT_ROWS:
                yield pa.concat_tables(found)
                found, rows = [], 0
        if rows:
            yield pa.concat_tables(found)

    def _is_taken(self, source: str) -> bool:
        row = self._base.execute("select taken from results where source = ?", (_digest(source),)).fetchone()
        return bool(row and row[0])

    def _marks(self, table: pa.Table) -> Iterator[tuple[int, int | None]]:
        columns = ("source", "output", "outcome", "etag", "options", "member")
        for row in table.select(columns).to_pylist():
            yield _digest(row["source"]), self._mark(row)

    def _mark(self, row: dict[str, Any]) -> int | None:
        """What identifies the version of a picture; ``None`` if its result cannot be taken over."""
        output, outcome = row["output"], row["outcome"]
        if not row["etag"] or not row["options"]:
            return None
        if outcome == "rejected" and row["member"] is None:
            return None
        # A picture that was skipped has no output.
        there = output is not None and output.startswith(self._prefix)
        skipped = output == row["source"] and self._unchanged == "skip"
        if outcome in ("normalized", "unchanged", "current") and not there and not skipped:
            return None
        return _digest(row["etag"], row["options"])


def _digest(*texts: str) -> int:
    data = "\0".join(texts).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big", signed=True)
