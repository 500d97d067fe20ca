"""Objects that hold many pictures: tars of WebDataset, zips, tables of Parquet and Arrow.

To add one, add a file and a line.
"""

from . import arrow, parquet, tar, zip
from .container import Container, ContainerError, Damaged, Limits, Made, Member, Work

#: The containers; their files are known by their names.
CONTAINERS: tuple[Container, ...] = (tar.CONTAINER, zip.CONTAINER, parquet.CONTAINER, arrow.CONTAINER)

__all__ = ["CONTAINERS", "Container", "ContainerError", "Damaged", "Limits", "Made", "Member", "Work", "container_of"]


def container_of(key: str) -> Container | None:
    """Return the container whose files have such a name; ``None`` if the object is a picture."""
    return next((each for each in CONTAINERS if key.lower().endswith(each.endings)), None)
