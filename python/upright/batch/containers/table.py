"""The pictures of a table: a column of bytes, or of structs of ``bytes`` and ``path``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from ...header import read_header
from .container import TOGETHER, ContainerError, Member, Names, Work


def holds_bytes(kind: pa.DataType) -> bool:
    """Whether a column can hold pictures."""
    if pa.types.is_struct(kind):
        return any(field.name == "bytes" and holds_bytes(field.type) for field in kind)
    return bool(pa.types.is_binary(kind) or pa.types.is_large_binary(kind))


def picture_column(schema: pa.Schema, start: pa.Table, asked: str | None) -> str:
    """Find the column of pictures.

    Args:
        schema: The columns.
        start: The first rows.
        asked: The name of the column, if the user has given it.

    Raises:
        ContainerError: There is none, or more than one.
    """
    if asked is not None:
        if asked not in schema.names or not holds_bytes(schema.field(asked).type):
            raise ContainerError(f"expected the column {asked} of bytes, or of structs with bytes, found none")
        return asked
    candidates: list[str] = [field.name for field in schema if holds_bytes(field.type)]
    found = [name for name in candidates if any(map(_is_picture, start.column(name).to_pylist()))]
    if len(found) != 1:
        names = ", ".join(found) or f"none among {', '.join(candidates) or 'no columns of bytes'}"
        raise ContainerError(f"expected one column of pictures, found {names}; name it with --column")
    return found[0]


def rewritten(table: pa.Table, column: str, work: Work, names: Names, first: int) -> pa.Table:
    """Return a table with other pictures in a column; the same object if none has changed.

    Args:
        table: Some rows.
        column: The column of pictures.
        work: Normalizes pictures.
        names: Gives pictures without a path, or with that of another one, a name.
        first: The number of the first row.
    """
    cells = table.column(column).to_pylist()
    places = [place for place, cell in enumerate(cells) if _bytes(cell) is not None]
    changed = False
    for at in range(0, len(places), TOGETHER):
        some = places[at : at + TOGETHER]
        members = [
            Member(names.unique(_name(cells[place], first + place)), _bytes(cells[place]) or b"") for place in some
        ]
        for place, data in zip(some, work(members), strict=True):
            if data is not None:
                cells[place] = {**cells[place], "bytes": data} if isinstance(cells[place], Mapping) else data
                changed = True
    if not changed:
        return table
    place = table.schema.get_field_index(column)
    field = table.schema.field(place)
    return table.set_column(place, field, pa.chunked_array([pa.array(cells, field.type)]))


def _bytes(cell: Any) -> bytes | None:
    found = cell.get("bytes") if isinstance(cell, Mapping) else cell
    return found if isinstance(found, bytes) else None


def _name(cell: Any, row: int) -> str:
    path = cell.get("path") if isinstance(cell, Mapping) else None
    return str(path or f"row {row}")


def _is_picture(cell: Any) -> bool:
    data = _bytes(cell)
    return data is not None and read_header(data[:4096]).type != "public.data"
