"""Arrow files, in the stream format of Hugging Face's ``datasets`` and in the file format. Large batches are cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import pyarrow as pa

from ..store import Bytes
from .container import Container, ContainerError, Names, Work
from .table import Columns, pieces, rewritten

_FILE = b"ARROW1"


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    stream = data[: len(_FILE)] != _FILE
    schema = next(_tables(data, stream)).schema
    columns = Columns.of(schema, _tables(data, stream), work)
    if columns is None:
        return False
    changed = False
    names = Names()
    first = 0
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(target, schema) as writer:
        for table in _tables(data, stream):
            made = rewritten(table, columns, work, names, first)
            changed = changed or made is not table
            first += table.num_rows
            if first > work.limits.members:
                raise ContainerError(f"expected at most {work.limits.members} rows, found more")
            for each in made.to_batches():
                writer.write_batch(each)
    return changed


def _tables(data: Bytes, stream: bool) -> Iterator[pa.Table]:
    """Read a table of each batch, and an empty one if there is none."""
    try:
        source = pa.BufferReader(pa.py_buffer(data))
        reader = pa.ipc.open_stream(source) if stream else pa.ipc.open_file(source)
        empty = True
        batches = reader if stream else (reader.get_batch(place) for place in range(reader.num_record_batches))
        for batch in batches:
            empty = False
            yield from pieces(pa.Table.from_batches([batch], reader.schema))
        if empty:
            yield reader.schema.empty_table()
    except (pa.ArrowException, OSError) as error:
        raise ContainerError(f"expected an Arrow file or stream, found {error}") from error


CONTAINER = Container("org.apache.arrow", (".arrow", ".feather"), _rewrite)
