"""Parquet files: the other columns, the row groups, the compression and the metadata stay."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .container import Container, ContainerError, Names, Work
from .table import picture_column, rewritten


def _rewrite(data: bytes, work: Work, column: str | None) -> bytes:
    try:
        file = pq.ParquetFile(pa.BufferReader(data), pre_buffer=False)
        schema = file.schema_arrow
        start = file.read_row_group(0, use_threads=False).slice(0, 16) if file.num_row_groups else schema.empty_table()
    except (pa.ArrowException, OSError, KeyError) as error:
        raise ContainerError(f"expected a Parquet file, found {error}") from error
    if not start.num_rows:
        return data
    column = picture_column(schema, start, column)
    target = pa.BufferOutputStream()
    changed = False
    names = Names()
    first = 0
    with pq.ParquetWriter(target, schema, compression=_compression(file), write_statistics=True) as writer:
        for number in range(file.num_row_groups):
            try:
                table = file.read_row_group(number, use_threads=False)
            except (pa.ArrowException, OSError) as error:
                raise ContainerError(f"expected a Parquet file, found in row group {number}: {error}") from error
            made = rewritten(table, column, work, names, first)
            changed = changed or made is not table
            first += table.num_rows
            writer.write_table(made, row_group_size=max(table.num_rows, 1))
    return bytes(target.getvalue()) if changed else data


def _compression(file: pq.ParquetFile) -> Any:
    group = file.metadata.row_group(0)
    columns = [group.column(place) for place in range(group.num_columns)]
    return {
        column.path_in_schema: "NONE" if column.compression == "UNCOMPRESSED" else column.compression
        for column in columns
    }


CONTAINER = Container("org.apache.parquet", (".parquet",), _rewrite)
