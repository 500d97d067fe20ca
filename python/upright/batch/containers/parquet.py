"""Parquet files: the row groups, the compression, the page index and the metadata stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from ..store import Bytes
from .container import Container, ContainerError, Names, Work
from .table import Columns, rewritten


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    try:
        file = pq.ParquetFile(pa.BufferReader(pa.py_buffer(data)), pre_buffer=False)
        schema = file.schema_arrow
        unpacked = sum(file.metadata.row_group(number).total_byte_size for number in range(file.num_row_groups))
    except (pa.ArrowException, OSError, KeyError) as error:
        raise ContainerError(f"expected a Parquet file, found {error}") from error
    if file.metadata.num_rows > work.limits.members or unpacked > work.limits.unpacked(len(data)):
        raise ContainerError(
            f"expected at most {work.limits.members} rows and {work.limits.unpacked(len(data))} bytes when unpacked, "
            f"found {file.metadata.num_rows} and {unpacked}"
        )
    columns = Columns.of(schema, _groups(file), work) if file.metadata.num_rows else None
    if columns is None:
        return False
    changed = False
    names = Names()
    first = 0
    index = file.metadata.row_group(0).column(0).has_offset_index
    with pq.ParquetWriter(
        target, schema, compression=_compression(file), write_statistics=True, write_page_index=index
    ) as writer:
        for table in _groups(file):
            made = rewritten(table, columns, work, names, first)
            changed = changed or made is not table
            first += table.num_rows
            writer.write_table(made, row_group_size=max(table.num_rows, 1))
    return changed


def _groups(file: pq.ParquetFile) -> Iterator[pa.Table]:
    for number in range(file.num_row_groups):
        try:
            yield file.read_row_group(number, use_threads=False)
        except (pa.ArrowException, OSError) as error:
            raise ContainerError(f"expected a Parquet file, found in row group {number}: {error}") from error


def _compression(file: pq.ParquetFile) -> Any:
    group = file.metadata.row_group(0)
    columns = [group.column(place) for place in range(group.num_columns)]
    return {
        column.path_in_schema: "NONE" if column.compression == "UNCOMPRESSED" else column.compression
        for column in columns
    }


CONTAINER = Container("org.apache.parquet", (".parquet",), _rewrite)
