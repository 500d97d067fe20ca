"""The pictures of a table, and what its other columns say of them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from ...arrow import as_column, holds_bytes
from .container import LEFT, TOGETHER, TOGETHER_BYTES, ContainerError, Made, Member, Names, Work

#: How many pictures are looked at to find the column that has them.
_SAMPLE = 16


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns have pictures, and which can have places in them; by their numbers, since names can repeat."""

    pictures: Sequence[int]
    described: Sequence[int]

    @classmethod
    def of(cls, schema: pa.Schema, tables: Iterable[pa.Table], work: Work) -> Columns | None:
        """Find the columns; ``None`` if the table has no pictures.

        Args:
            schema: The columns.
            tables: The rows, in parts; as many are read as are needed.
            work: What knows the user's options, and what a picture is.

        Raises:
            ContainerError: The column that was asked for has no pictures, or more than one has.
        """
        features = _features(schema)
        candidates = [place for place, field in enumerate(schema) if holds_bytes(_inner(field.type))]
        if work.column is not None:
            candidates = [place for place in candidates if schema.field(place).name == work.column]
            if not candidates:
                raise ContainerError(
                    f"expected the column {work.column} of bytes, or of structs with bytes, found none"
                )
        found = [place for place in candidates if _kind(features.get(schema.field(place).name)) == "Image"]
        if not found:
            found = _with_pictures(candidates, tables, work)
        if not found:
            return None
        if len(found) > 1 and work.column is None:
            names = ", ".join(schema.field(place).name for place in found)
            raise ContainerError(f"expected one column of pictures, found {names}; name it with --column")
        described = [
            place
            for place, field in enumerate(schema)
            if place not in candidates and not _is_class(features.get(field.name)) and not holds_bytes(field.type)
        ]
        return cls(found[:1], described)


def _inner(kind: pa.DataType) -> pa.DataType:
    """The type of the pictures in a list of them."""
    lists = pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    return kind.value_type if lists else kind


def _features(schema: pa.Schema) -> dict[str, Any]:
    """The features that Hugging Face's datasets keeps with a table."""
    try:
        found = json.loads((schema.metadata or {})[b"huggingface"])["info"]["features"]
    except (KeyError, ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _kind(feature: Any) -> str | None:
    if isinstance(feature, list):
        return _kind(feature[0]) if feature else None
    if not isinstance(feature, Mapping):
        return None
    kind = feature.get("_type")
    return _kind(feature.get("feature")) if kind in ("Sequence", "List", "LargeList") else kind


def _is_class(feature: Any) -> bool:
    return _kind(feature) == "ClassLabel"


def _with_pictures(candidates: Sequence[int], tables: Iterable[pa.Table], work: Work) -> list[int]:
    """The columns whose first cells are pictures."""
    left = dict.fromkeys(candidates, _SAMPLE)
    found: list[int] = []
    for table in tables:
        for place in list(left):
            cells = [cell for cell in table.column(place).to_pylist() if cell is not None][: left[place]]
            left[place] -= len(cells)
            some = [data for cell in cells for data in _datas(cell)]
            if any(work.is_picture(data) for data in some):
                found.append(place)
                del left[place]
            elif left[place] <= 0:
                del left[place]
        if not left:
            break
    return sorted(found)


def pieces(table: pa.Table) -> Iterator[pa.Table]:
    """Cut rows into tables of about as many bytes as are in progress together."""
    rows = rows_together(table.nbytes, table.num_rows)
    if table.num_rows <= rows:
        yield table
        return
    for first in range(0, table.num_rows, rows):
        yield table.slice(first, rows)


def rows_together(size: int, rows: int) -> int:
    """How many of some rows of a size have about as many bytes as are in progress together."""
    return max(1, rows * TOGETHER_BYTES // max(size, 1))


def rewritten(table: pa.Table, columns: Columns, work: Work, names: Names, first: int) -> pa.Table:
    """Return a table with other pictures in a column; the same object if none has changed.

    Args:
        table: Some rows.
        columns: Where its pictures are.
        work: Normalizes pictures.
        names: Gives pictures without a path, or with that of another one, a name.
        first: The number of the first row.
    """
    (place,) = columns.pictures
    rows = _Rows(table, columns, work)
    cells = table.column(place).to_pylist()
    changed: set[int] = set()
    for some in _batches(cells):
        parts = [(row, at, data) for row in some for at, data in enumerate(_datas(cells[row]))]
        members = [Member(names.unique(_name(cells[row], at, first + row)), data) for row, at, data in parts]
        pictures: dict[int, list[Made]] = {}
        for (row, _, _), made in zip(parts, work.pictures(members), strict=True):
            pictures.setdefault(row, []).append(made)
        for row, found in pictures.items():
            if not rows.turn(row, found):
                continue
            for at, made in enumerate(found):
                if made.data is not None:
                    cells[row] = _replaced(cells[row], at, made.data)
                    changed.add(place)
    for at, values in [(place, cells)] * (place in changed) + list(rows.changed.items()):
        field = table.schema.field(at)
        table = table.set_column(at, field, as_column(values, field.type))
    return table


def check_lost(rows: int, lost: Mapping[int, str]) -> None:
    """Refuse a table if nothing of it was read; ``lost``: why parts of it cannot be read."""
    if lost and not rows:
        raise ContainerError(f"expected rows that can be read, found {next(iter(lost.values()))}")


def lose_rows(work: Work, names: Names, name: str, reason: str) -> None:
    """Note rows that cannot be read, and what they are called.

    Raises:
        ContainerError: They cannot be kept either.
    """
    reason = f"expected rows that can be read, found {reason}"
    if work.damaged == "keep":
        raise ContainerError(f"{name}: {reason}; a table cannot keep them, plan with --damaged drop")
    work.unread(names.unique(name), f"{reason}; {LEFT['drop']}")


class _Rows:
    """What the other columns of a table say of its pictures."""

    def __init__(self, table: pa.Table, columns: Columns, work: Work) -> None:
        self._table, self._work = table, work
        names = table.schema.names
        self._places = {names[at]: at for at in columns.described if names.count(names[at]) == 1}
        self._values: dict[int, list[Any]] = {}
        #: The values of the columns that have changed.
        self.changed: dict[int, list[Any]] = {}

    def _column(self, place: int) -> list[Any]:
        if place not in self._values:
            self._values[place] = self._table.column(place).to_pylist()
        return self._values[place]

    def turn(self, row: int, pictures: Sequence[Made]) -> bool:
        """Turn what a row says of its pictures; if that cannot be turned, the pictures stay."""
        turn = next((made.turn for made in pictures if made.turn and made.turn.moves), None)
        if turn is None or not self._places:
            return True
        sent = json.loads(json.dumps({name: _plain(self._column(at)[row]) for name, at in self._places.items()}))
        answer = self._work.record(json.dumps(sent).encode(), turn)
        reason = answer.reason if answer.outcome in ("rejected", "deferred") else ""
        if answer.data is not None and len(pictures) > 1:
            reason = "expected one picture beside dimensions or boxes, found several"
        if reason:
            for made in pictures:
                self._work.revert(made.row, f"labels: {reason}; name the form of boxes with --boxes COLUMN=FORM")
            return False
        for name, value in json.loads(answer.data or b"{}").items():
            if value != sent[name]:
                values = self._column(self._places[name])
                values[row] = value
                self.changed[self._places[name]] = values
        return True


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | None) else None


def _batches(cells: Sequence[Any]) -> Iterator[list[int]]:
    some: list[int] = []
    size = 0
    for row, cell in enumerate(cells):
        datas = _datas(cell)
        if not datas:
            continue
        some.append(row)
        size += sum(map(len, datas))
        if len(some) >= TOGETHER or size >= TOGETHER_BYTES:
            yield some
            some, size = [], 0
    if some:
        yield some


def _datas(cell: Any) -> list[bytes]:
    """The files in a cell: bytes, a struct with bytes, or a list of them."""
    if isinstance(cell, list):
        return [data for each in cell for data in _datas(each)]
    found = cell.get("bytes") if isinstance(cell, Mapping) else cell
    return [found] if isinstance(found, bytes) else []


def _replaced(cell: Any, at: int, data: bytes) -> Any:
    if isinstance(cell, list):
        places = [place for place, each in enumerate(cell) if _datas(each)]
        return [_replaced(each, 0, data) if place == places[at] else each for place, each in enumerate(cell)]
    return {**cell, "bytes": data} if isinstance(cell, Mapping) else data


def _name(cell: Any, at: int, row: int) -> str:
    if isinstance(cell, list):
        return _name(next(each for place, each in enumerate(filter(_datas, cell)) if place == at), 0, row)
    path = cell.get("path") if isinstance(cell, Mapping) else None
    return str(path or f"row {row}")
