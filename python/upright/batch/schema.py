"""The columns of the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .delivery import Delivery

#: One row per picture: the object of ``upright reprocess --json`` (docs/json.md) with the members of a worker's
#: results, and ``etag`` (of the source), ``options`` (a digest), ``member`` (of a container) and ``shard``.
SCHEMA: pa.Schema = pa.schema(
    [
        pa.field("source", pa.string(), nullable=False),
        pa.field("output", pa.string()),
        pa.field("type", pa.string(), nullable=False),
        pa.field("outcome", pa.string(), nullable=False),
        pa.field("reason", pa.string()),
        pa.field("orientation", pa.int8()),
        pa.field("components", pa.list_(pa.struct([("id", pa.int32()), ("turn", pa.string())])), nullable=False),
        pa.field(
            "changes",
            pa.list_(pa.struct([("what", pa.string()), ("from", pa.string()), ("to", pa.string())])),
            nullable=False,
        ),
        pa.field("warnings", pa.list_(pa.string()), nullable=False),
        pa.field("sha256", pa.struct([("source", pa.string()), ("output", pa.string())]), nullable=False),
        pa.field("bytes", pa.struct([("source", pa.int64()), ("output", pa.int64())]), nullable=False),
        pa.field("seconds", pa.float64(), nullable=False),
        pa.field("latitude", pa.float64()),
        pa.field("longitude", pa.float64()),
        pa.field("captured", pa.string()),
        pa.field("capturedOffset", pa.string()),
        pa.field("width", pa.int32()),
        pa.field("height", pa.int32()),
        pa.field("frames", pa.int32()),
        pa.field("matrix", pa.list_(pa.float64())),
        pa.field("etag", pa.string()),
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
        "type": report.type,
        "outcome": report.outcome,
        "reason": report.reason,
        "orientation": report.orientation,
        "components": [{"id": each.id, "turn": each.turn} for each in report.components],
        "changes": [{"what": each.what, "from": each.before, "to": each.after} for each in report.changes],
        "warnings": list(report.warnings),
        "sha256": {"source": report.source_sha256, "output": report.output_sha256},
        "bytes": {"source": report.source_bytes, "output": report.output_bytes},
        "seconds": report.seconds,
        "latitude": report.latitude,
        "longitude": report.longitude,
        "captured": report.captured,
        "capturedOffset": report.captured_offset,
        "width": report.width,
        "height": report.height,
        "frames": report.frames,
        "matrix": None if report.turn is None else list(report.turn.matrix),
        "etag": delivery.etag,
        "options": delivery.options,
        "member": delivery.member,
        "shard": shard,
    }


def _renewed(row: dict[str, Any]) -> dict[str, Any]:
    """Give a row of version 0.3 and earlier the names of this one."""
    return {
        **row,
        "reason": row["reason"] or None,
        "components": [{"id": None, "turn": turn} for turn in row["turns"]],
        "changes": [
            {"what": each["what"], "from": each["before"] or None, "to": each["after"] or None}
            for each in row["changes"]
        ],
        "sha256": {"source": row["source_sha256"], "output": row["output_sha256"]},
        "bytes": {"source": row["source_bytes"], "output": row["output_bytes"]},
        "capturedOffset": row.get("captured_offset"),
        "etag": row.get("source_etag"),
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
    """Give a table the columns of :data:`SCHEMA`. Results of earlier versions have other names, and lack some."""
    if "source_sha256" in table.column_names:
        return pa.Table.from_pylist([_renewed(row) for row in table.to_pylist()], schema=SCHEMA)
    for column in SCHEMA:
        if column.name not in table.column_names and column.nullable:
            table = table.append_column(column, pa.nulls(table.num_rows, column.type))
    return table.select(SCHEMA.names).cast(SCHEMA)
