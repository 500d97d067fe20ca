"""The columns of the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .delivery import Delivery

#: One row per picture.
SCHEMA: pa.Schema = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("output", pa.string()),
        pa.field("outcome", pa.string(), nullable=False),
        pa.field("reason", pa.string(), nullable=False),
        pa.field("type", pa.string(), nullable=False),
        pa.field("orientation", pa.int8()),
        pa.field("turns", pa.list_(pa.string()), nullable=False),
        pa.field(
            "changes",
            pa.list_(pa.struct([("what", pa.string()), ("before", pa.string()), ("after", pa.string())])),
            nullable=False,
        ),
        pa.field("warnings", pa.list_(pa.string()), nullable=False),
        pa.field("source_sha256", pa.string()),
        pa.field("output_sha256", pa.string()),
        pa.field("source_bytes", pa.int64()),
        pa.field("output_bytes", pa.int64()),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("latitude", pa.float64()),
        pa.field("longitude", pa.float64()),
        pa.field("captured", pa.string()),
        pa.field("captured_offset", pa.string()),
        pa.field("width", pa.int32()),
        pa.field("height", pa.int32()),
        pa.field("frames", pa.int32()),
        pa.field("matrix", pa.list_(pa.float64())),
        pa.field("source_etag", pa.string()),
        pa.field("options", pa.string()),
        pa.field("member", pa.string()),
        pa.field("shard", pa.int32(), nullable=False),
    ]
)


def row_of(delivery: Delivery, shard: int) -> dict[str, Any]:
    """Return the row of a picture."""
    report = delivery.report
    return {
        "source": report.source,
        "output": report.output,
        "outcome": report.outcome,
        "reason": report.reason,
        "type": report.type,
        "orientation": report.orientation,
        "turns": list(report.turns),
        "changes": [{"what": c.what, "before": c.before, "after": c.after} for c in report.changes],
        "warnings": list(report.warnings),
        "source_sha256": report.source_sha256,
        "output_sha256": report.output_sha256,
        "source_bytes": report.source_bytes,
        "output_bytes": report.output_bytes,
        "seconds": report.seconds,
        "latitude": report.latitude,
        "longitude": report.longitude,
        "captured": report.captured,
        "captured_offset": report.captured_offset,
        "width": report.width,
        "height": report.height,
        "frames": report.frames,
        "matrix": None if report.turn is None else list(report.turn.matrix),
        "source_etag": delivery.etag,
        "options": delivery.options,
        "member": delivery.member,
        "shard": shard,
    }


def to_parquet(rows: Sequence[dict[str, Any]] | pa.Table) -> bytes:
    """Write rows as a Parquet file."""
    table = rows if isinstance(rows, pa.Table) else pa.Table.from_pylist(list(rows), schema=SCHEMA)
    # Arrow's own stream: an Arrow thread that releases a Python object while the interpreter exits aborts the process.
    stream = pa.BufferOutputStream()
    pq.write_table(table, stream, compression="zstd")
    return bytes(stream.getvalue())


def from_parquet(data: bytes) -> pa.Table:
    """Read a Parquet file."""
    # Arrow's own memory and no thread, for the same reason.
    stream = pa.BufferOutputStream()
    stream.write(data)
    table = pq.read_table(pa.BufferReader(stream.getvalue()), use_threads=False, pre_buffer=False)
    return with_columns(table)


def with_columns(table: pa.Table) -> pa.Table:
    """Give a table all columns of :data:`SCHEMA`. Results of earlier versions lack some, which are null then."""
    for column in SCHEMA:
        if column.name not in table.column_names and column.nullable:
            table = table.append_column(column, pa.nulls(table.num_rows, column.type))
    return table.select(SCHEMA.names).cast(SCHEMA)
