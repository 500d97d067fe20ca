"""How a picture's coordinates move when it is turned, as the program says it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn from a stored picture to the upright one.

    Coordinates are continuous: the origin is the upper left corner of the upper left pixel, whose centre is at
    (0.5, 0.5).

    Attributes:
        matrix: (a, b, c, d, e, f) of x' = a x + b y + c, y' = d x + e y + f.
        width: The width of the stored picture, in pixels.
        height: Its height.
    """

    matrix: tuple[float, ...]
    width: int
    height: int

    @classmethod
    def of(cls, matrix: Sequence[float] | None, width: int | None, height: int | None) -> Turn | None:
        """Return the turn of a picture; ``None`` if a part of it is not known."""
        return cls(tuple(matrix), width, height) if matrix is not None and width and height else None

    @property
    def moves(self) -> bool:
        """Whether coordinates move."""
        return self.matrix != (1, 0, 0, 0, 1, 0)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the upright picture."""
        return (self.height, self.width) if self.matrix[0] == 0 else (self.width, self.height)

    @property
    def inverse(self) -> Turn:
        """The turn from the upright picture back to the stored one."""
        a, b, c, d, e, f = self.matrix
        # The linear part is orthogonal, so that its inverse is its transpose.
        return Turn((a, d, -a * c - d * f, b, e, -b * c - e * f), *self.size)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Map a point."""
        a, b, c, d, e, f = self.matrix
        return a * x + b * y + c, d * x + e * y + f

    def box(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        """Map a box, given by its upper left corner and its size."""
        (x0, y0), (x1, y1) = self.point(x, y), self.point(x + width, y + height)
        return min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0)
