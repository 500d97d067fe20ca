"""Arrow files, in the stream format of Hugging Face's ``datasets`` and in the file format. Large batches are cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa

from ..store import Bytes
from .container import Container, ContainerError, Names, Work
from .table import Columns, check_lost, lose_rows, pieces, rewritten

_FILE = b"ARROW1"


class _Batches:
    """Reads batches, and notes by their numbers what cannot be read."""

    def __init__(self, data: Bytes) -> None:
        self._data, self.lost = data, dict[int, str]()
        self.is_file = data[: len(_FILE)] == _FILE
        try:
            self._count = self._open_file().num_record_batches if self.is_file else None
        except (pa.ArrowException, OSError) as error:
            # The end of a file, which says where its batches are, is missing: they are also a stream.
            self._count, self.lost[-1] = None, str(error)
        try:
            self.schema = self._open_stream().schema if self._count is None else self._open_file().schema
        except (pa.ArrowException, OSError) as error:
            raise ContainerError(f"expected an Arrow file or stream, found {error}") from error

    def _open_file(self) -> pa.ipc.RecordBatchFileReader:
        return pa.ipc.open_file(pa.BufferReader(pa.py_buffer(self._data)))

    def _open_stream(self) -> pa.ipc.RecordBatchStreamReader:
        source = pa.BufferReader(pa.py_buffer(self._data))
        source.seek(8 if self.is_file else 0)
        return pa.ipc.open_stream(source)

    def __iter__(self) -> Iterator[pa.Table]:
        """Read a table of each batch."""
        count = self._count
        reader = self._open_stream() if count is None else self._open_file()
        number = 0
        while number != count:
            try:
                batch = reader.read_next_batch() if count is None else reader.get_batch(number)
                # Wrong places of values would end the process.
                batch.validate(full=True)
                yield from pieces(pa.Table.from_batches([batch], self.schema))
            except StopIteration:
                return
            except (pa.ArrowException, OSError) as error:
                self.lost[number] = str(error)
                if count is None:
                    return
            number += 1


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    batches = _Batches(data)
    columns = Columns.of(batches.schema, batches, work)
    if columns is None:
        check_lost(0, batches.lost)
        return False
    changed = False
    names = Names()
    first = 0
    with (pa.ipc.new_file if batches.is_file else pa.ipc.new_stream)(target, batches.schema) as writer:
        for table in batches:
            made = rewritten(table, columns, work, names, first)
            changed = changed or made is not table
            first += table.num_rows
            if first > work.limits.members:
                raise ContainerError(f"expected at most {work.limits.members} rows, found more")
            for each in made.to_batches():
                writer.write_batch(each)
    check_lost(first, batches.lost)
    for number, reason in batches.lost.items():
        lose_rows(work, names, f"batch {number}" if number >= 0 else "the end", reason)
    return changed or bool(batches.lost)


CONTAINER = Container("org.apache.arrow", (".arrow", ".feather"), _rewrite)
