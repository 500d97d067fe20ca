"""Arrow files, in the stream format of Hugging Face's ``datasets`` and in the file format."""

from __future__ import annotations

import pyarrow as pa

from .container import Container, ContainerError, Names, Work
from .table import picture_column, rewritten

_FILE = b"ARROW1"


def _rewrite(data: bytes, work: Work, column: str | None) -> bytes:
    stream = not data.startswith(_FILE)
    try:
        reader = (pa.ipc.open_stream if stream else pa.ipc.open_file)(pa.BufferReader(data))
        schema = reader.schema
        batches = list(reader) if stream else [reader.get_batch(place) for place in range(reader.num_record_batches)]
    except (pa.ArrowException, OSError) as error:
        raise ContainerError(f"expected an Arrow file or stream, found {error}") from error
    start = next((batch for batch in batches if batch.num_rows), None)
    if start is None:
        return data
    column = picture_column(schema, pa.Table.from_batches([start.slice(0, 16)]), column)
    target = pa.BufferOutputStream()
    changed = False
    names = Names()
    first = 0
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(target, schema) as writer:
        for batch in batches:
            table = pa.Table.from_batches([batch], schema)
            made = rewritten(table, column, work, names, first)
            changed = changed or made is not table
            first += batch.num_rows
            for each in made.to_batches():
                writer.write_batch(each)
    return bytes(target.getvalue()) if changed else data


CONTAINER = Container("org.apache.arrow", (".arrow", ".feather"), _rewrite)
