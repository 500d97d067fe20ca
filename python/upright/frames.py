"""Functions for frames: Spark, Ray, Daft, Dask, pandas, Hugging Face's ``datasets``.

Each turns the pictures of one column, in each process with a worker of its own, and keeps the other columns. A picture
is ``bytes``, or a struct of ``bytes`` and ``path`` as Hugging Face's ``Image`` stores it. What cannot be normalized
stays as it is; the columns of :data:`COLUMNS` say so. A failure that passes raises an error, so that the engine repeats
the task.

======================  ===============================================================================================
Spark                   ``df.mapInArrow(ArrowBatches("image"), spark_schema(df.schema))``, ``mapInPandas`` with
                        :class:`PandasBatches`, ``udf(normalize_bytes, "binary")``
Ray                     ``dataset.map_batches(Tables("image"), batch_format="pyarrow")``
Daft                    ``df["image"].apply(normalize_bytes, return_dtype=daft.DataType.binary())``
Dask, pandas            ``frame.map_partitions(PandasFrame("image"))``, ``PandasFrame("image")(frame)``
datasets                ``dataset.cast_column("image", Image(decode=False)).map(Examples("image"), num_proc=4)``
======================  ===============================================================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .errors import UprightError
from .picture import Picture, normalize

if TYPE_CHECKING:
    import pandas
    import pyarrow as pa

#: The columns that are added, with Spark's names of their types. The size is that of the upright picture.
COLUMNS = {
    "upright_outcome": "string",
    "upright_reason": "string",
    "upright_orientation": "byte",
    "upright_width": "integer",
    "upright_height": "integer",
}


class DeferredPictureError(UprightError):
    """A picture failed for a reason that passes: repeat the task."""


def normalize_bytes(data: bytes | None) -> bytes | None:
    """Return the bytes of the upright file, and those of what cannot be normalized as they are. ``None`` stays.

    Raises:
        DeferredPictureError: Try again later.
    """
    made = _picture(data, "picture")
    return data if made is None or made.data is None else made.data


def spark_schema(schema: Any) -> Any:
    """Return the schema of a Spark frame with the columns that are added; the argument stays as it is."""
    schema = deepcopy(schema)
    for name, kind in COLUMNS.items():
        schema = schema.add(name, kind)
    return schema


@dataclass(frozen=True, slots=True)
class Tables:
    """Turns the pictures of Arrow tables, for Ray's ``map_batches(batch_format="pyarrow")``.

    Attributes:
        column: The column of the pictures.
        threads: Pictures in progress at a time; with more than one, see :func:`upright.configure`.
    """

    column: str
    threads: int = 1

    def __call__(self, table: pa.Table) -> pa.Table:
        """Turn the pictures of a table."""
        import pyarrow as pa

        from .arrow import as_column

        place = table.schema.get_field_index(self.column)
        if place < 0:
            raise KeyError(f"{self.column}: expected this column, found {', '.join(table.column_names)}")
        field = table.schema.field(place)
        cells = table.column(place).to_pylist()
        made = _pictures(cells, self.threads)
        cells = [_replaced(cell, picture) for cell, picture in zip(cells, made, strict=True)]
        table = table.set_column(place, field, as_column(cells, field.type))
        types = (pa.string(), pa.string(), pa.int8(), pa.int32(), pa.int32())
        for (name, values), kind in zip(_columns(made).items(), types, strict=True):
            table = table.append_column(name, pa.array(values, kind))
        return table


@dataclass(frozen=True, slots=True)
class ArrowBatches:
    """Turns the pictures of record batches, for Spark's ``mapInArrow``: see :class:`Tables`."""

    column: str
    threads: int = 1

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Turn the pictures of each batch."""
        import pyarrow as pa

        work = Tables(self.column, self.threads)
        for batch in batches:
            yield from work(pa.Table.from_batches([batch])).to_batches()


@dataclass(frozen=True, slots=True)
class PandasFrame:
    """Turns the pictures of a pandas frame, for pandas itself and Dask's ``map_partitions``: see :class:`Tables`."""

    column: str
    threads: int = 1

    def __call__(self, frame: pandas.DataFrame) -> pandas.DataFrame:
        """Return a frame with upright pictures; the argument stays as it is."""
        import pandas

        # Dask has plain objects for the cells when it asks which columns there will be.
        missing = (object, type(pandas.NA))
        cells = [None if type(cell) in missing or cell != cell else cell for cell in frame[self.column]]
        made = _pictures(cells, self.threads)
        values = [_replaced(cell, picture) for cell, picture in zip(cells, made, strict=True)]
        columns = {self.column: pandas.Series(values, index=frame.index, dtype=object)}
        for name, found in _columns(made).items():
            kind = {"string": object, "byte": "Int8", "integer": "Int32"}[COLUMNS[name]]
            columns[name] = pandas.Series(found, index=frame.index, dtype=kind)
        return frame.assign(**columns)


@dataclass(frozen=True, slots=True)
class PandasBatches:
    """Turns the pictures of pandas frames, for Spark's ``mapInPandas``: see :class:`Tables`."""

    column: str
    threads: int = 1

    def __call__(self, frames: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        """Turn the pictures of each frame."""
        work = PandasFrame(self.column, self.threads)
        for frame in frames:
            yield work(frame)


@dataclass(frozen=True, slots=True)
class Examples:
    """Turns the pictures of examples, for ``map`` of Hugging Face's ``datasets``, with and without ``batched``.

    Attributes:
        column: The column of the pictures, which are not decoded: ``cast_column("image", Image(decode=False))``.
    """

    column: str

    def __call__(self, example: Mapping[str, Any]) -> dict[str, Any]:
        """Turn the picture of an example, or those of a batch of examples."""
        found = example[self.column]
        single = found is None or isinstance(found, bytes | Mapping)
        cells = [found] if single else list(found)
        made = _pictures(cells, 1)
        values = [_replaced(cell, picture) for cell, picture in zip(cells, made, strict=True)]
        columns = {self.column: values, **_columns(made)}
        return {**example, **({name: each[0] for name, each in columns.items()} if single else columns)}


def _pictures(cells: Sequence[Any], threads: int) -> list[Picture | None]:
    if threads < 1:
        raise ValueError(f"threads: expected 1 or more, found {threads}")
    if threads == 1:
        return [_picture(*_parts(cell)) for cell in cells]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda cell: _picture(*_parts(cell)), cells))


def _parts(cell: Any) -> tuple[bytes | None, str]:
    """The bytes of a cell, and the name of the picture."""
    if isinstance(cell, Mapping):
        return cell.get("bytes"), cell.get("path") or "picture"
    if hasattr(cell, "asDict"):  # A row of Spark.
        return _parts(cell.asDict())
    if cell is not None and not isinstance(cell, bytes | bytearray | memoryview):
        raise TypeError(
            f"expected bytes, or a struct of bytes and path, found {type(cell).__name__}; if the frame has decoded the "
            "pictures, ask it for their files: datasets' Image(decode=False), and Dask with "
            'dask.config.set({"dataframe.convert-string": False}) before the frame is made'
        )
    return cell if cell is None else bytes(cell), "picture"


def _picture(data: bytes | None, name: str) -> Picture | None:
    if data is None:
        return None
    made = normalize(data, name=name)
    if made.report.outcome == "deferred":
        raise DeferredPictureError(f"{name}: {made.report.reason}")
    return made


def _replaced(cell: Any, picture: Picture | None) -> Any:
    if picture is None or picture.data is None:
        return cell
    if isinstance(cell, Mapping):
        return {**cell, "bytes": picture.data}
    if hasattr(cell, "asDict"):
        return {**cell.asDict(), "bytes": picture.data}
    return picture.data


def _columns(pictures: Sequence[Picture | None]) -> dict[str, list[Any]]:
    sizes = [(picture.size if picture else None) or (None, None) for picture in pictures]
    return {
        "upright_outcome": [picture.report.outcome if picture else None for picture in pictures],
        "upright_reason": [picture.report.reason if picture else None for picture in pictures],
        "upright_orientation": [picture.report.orientation if picture else None for picture in pictures],
        "upright_width": [size[0] for size in sizes],
        "upright_height": [size[1] for size in sizes],
    }
