"""Parquet files: the row groups, the compression, the page index and the metadata stay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from ..store import Bytes, mapped, spool
from .container import Container, ContainerError, Names, Work
from .table import Columns, check_lost, lose_rows, rewritten, rows_together


@dataclass(slots=True)
class _Groups:
    """Reads row groups, and notes by their numbers what cannot be read."""

    file: pq.ParquetFile
    lost: dict[int, str] = field(default_factory=dict)

    def tables(self, number: int) -> Iterator[pa.Table]:
        """Read the rows of a group, in parts, as far as they can be read."""
        group = self.file.metadata.row_group(number)
        done = 0
        # A batch that cannot be read is read row by row, as far as that goes.
        for rows in (min(rows_together(group.total_byte_size, group.num_rows), 1 << 16), 1):
            place = 0
            try:
                for batch in self.file.iter_batches(rows, row_groups=[number], use_threads=False):
                    place += batch.num_rows
                    if place > done:
                        yield pa.Table.from_batches([batch])
                        done = place
                return
            except (pa.ArrowException, OSError) as error:
                self.lost[number] = str(error)


def _rewrite(data: Bytes, target: BinaryIO, work: Work) -> bool:
    try:
        source = pa.BufferReader(pa.py_buffer(data))
        file = pq.ParquetFile(source, pre_buffer=False, page_checksum_verification=True)
        schema = file.schema_arrow
        unpacked = sum(file.metadata.row_group(number).total_byte_size for number in range(file.num_row_groups))
    except (pa.ArrowException, OSError, KeyError) as error:
        raise ContainerError(f"expected a Parquet file, found {error}") from error
    if file.metadata.num_rows > work.limits.members or unpacked > work.limits.unpacked(len(data)):
        raise ContainerError(
            f"expected at most {work.limits.members} rows and {work.limits.unpacked(len(data))} bytes when unpacked, "
            f"found {file.metadata.num_rows} and {unpacked}"
        )
    groups = _Groups(file)
    # What reads the rows holds a page of them, so it must not outlive the search.
    found = (table for number in range(file.num_row_groups) for table in groups.tables(number))
    columns = Columns.of(schema, found, work) if file.metadata.num_rows else None
    found.close()
    if columns is None:
        check_lost(0, groups.lost)
        return False
    changed = False
    names = Names()
    first = end = read = 0
    index = file.metadata.row_group(0).column(0).has_offset_index
    # A page is held in memory, and has at least this many values.
    values = min(rows_together(unpacked, file.metadata.num_rows) // 64, 1024)
    with pq.ParquetWriter(
        target,
        schema,
        compression=_compression(file),
        write_statistics=True,
        write_page_index=index,
        write_batch_size=max(values, 1),
    ) as writer:
        for number in range(file.num_row_groups):
            first, end = end, end + file.metadata.row_group(number).num_rows
            # A row group is written at once, and can be large: its pieces are put together in a file without a name.
            with spool() as made:
                with pa.ipc.new_stream(made, schema) as stream:
                    for table in groups.tables(number):
                        piece = rewritten(table, columns, work, names, first)
                        changed = changed or piece is not table
                        first += table.num_rows
                        read += table.num_rows
                        stream.write_table(piece)
                if number in groups.lost:
                    lose_rows(work, names, f"rows {first} to {end - 1}", groups.lost[number])
                    changed = True
                group = pa.ipc.open_stream(pa.py_buffer(mapped(made))).read_all().unify_dictionaries()
                # The pages that were read are free by now, and not all allocators give them back.
                pa.default_memory_pool().release_unused()
                writer.write_table(group, row_group_size=max(group.num_rows, 1))
    check_lost(read, groups.lost)
    return changed


def _compression(file: pq.ParquetFile) -> Any:
    group = file.metadata.row_group(0)
    columns = [group.column(place) for place in range(group.num_columns)]
    return {
        column.path_in_schema: "NONE" if column.compression == "UNCOMPRESSED" else column.compression
        for column in columns
    }


CONTAINER = Container("org.apache.parquet", (".parquet",), _rewrite)
