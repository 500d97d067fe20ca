"""Columns of Arrow with the bytes of pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa


def holds_bytes(kind: pa.DataType) -> bool:
    """Whether a column of a type can hold pictures: bytes of any kind, or structs with ``bytes``."""
    if pa.types.is_dictionary(kind):
        return holds_bytes(kind.value_type)
    if pa.types.is_struct(kind):
        return any(field.name == "bytes" and holds_bytes(field.type) for field in kind)
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind) or pa.types.is_binary_view(kind))


def as_column(cells: Sequence[Any], kind: pa.DataType) -> pa.ChunkedArray:
    """Make a column of a type from its cells."""
    if pa.types.is_dictionary(kind):
        return pa.chunked_array([pa.array(cells, kind.value_type).dictionary_encode().cast(kind)])
    return pa.chunked_array([pa.array(cells, kind)])
