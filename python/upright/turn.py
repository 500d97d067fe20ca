"""How a picture's coordinates move when it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import TypeVar

N = TypeVar("N", int, float, Decimal)

#: The linear part (a, b, d, e) of x' = a x + b y + c, y' = d x + e y + f for each value of Exif's Orientation.
_LINEAR = {
    1: (1, 0, 0, 1),
    2: (-1, 0, 0, 1),
    3: (-1, 0, 0, -1),
    4: (1, 0, 0, -1),
    5: (0, 1, 1, 0),
    6: (0, -1, 1, 0),
    7: (0, -1, -1, 0),
    8: (0, 1, -1, 0),
}

#: Digits enough that no difference of numbers in a file is rounded.
_EXACT = Context(prec=60)


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn from a stored picture to the upright one.

    Coordinates are continuous: the origin is the upper left corner of the upper left pixel, whose centre is at
    (0.5, 0.5). :meth:`within` gives other frames.

    Attributes:
        orientation: Exif's Orientation, 1 to 8 (Exif 3.0, 4.6.5.1.6): what is turned. 1 turns nothing.
        width: The width of the stored picture, in pixels.
        height: Its height.
    """

    orientation: int
    width: float
    height: float

    def __post_init__(self) -> None:
        """Check the orientation."""
        if self.orientation not in _LINEAR:
            raise ValueError(f"orientation: expected 1 to 8, found {self.orientation!r}")

    @property
    def quarter(self) -> bool:
        """Whether width and height change places."""
        return self.orientation >= 5

    @property
    def mirrors(self) -> bool:
        """Whether left and right of things change places."""
        return self.orientation in (2, 4, 5, 7)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the upright picture."""
        return (self.height, self.width) if self.quarter else (self.width, self.height)

    @property
    def inverse(self) -> Turn:
        """The turn from the upright picture back to the stored one."""
        return Turn({6: 8, 8: 6}.get(self.orientation, self.orientation), *self.size)

    @property
    def matrix(self) -> tuple[float, float, float, float, float, float]:
        """The affine matrix (a, b, c, d, e, f): x' = a x + b y + c, y' = d x + e y + f."""
        a, b, d, e = _LINEAR[self.orientation]
        width, height = self.size
        return (a, b, width if -1 in (a, b) else 0, d, e, height if -1 in (d, e) else 0)

    @classmethod
    def from_matrix(cls, matrix: Sequence[float], width: float, height: float) -> Turn:
        """Read a matrix of :attr:`matrix`.

        Raises:
            ValueError: It is none of the eight for a picture of this size.
        """
        for orientation in _LINEAR:
            turn = cls(orientation, width, height)
            if tuple(matrix) == turn.matrix:
                return turn
        raise ValueError(f"matrix: expected one of the eight turns of {width} by {height} pixels, found {matrix!r}")

    def within(self, width: float, height: float) -> Turn:
        """The same turn of a frame of another size.

        ``within(100, 100)`` maps per cent, ``within(1, 1)`` fractions, ``within(w - 1, h - 1)`` the indices of pixels
        from 0, and ``within(w + 1, h + 1)`` indices from 1.
        """
        return Turn(self.orientation, width, height)

    def point(self, x: N, y: N) -> tuple[N, N]:
        """Map a point, exactly in decimal: 640 - 123.4 is 516.6."""
        a, b, d, e = _LINEAR[self.orientation]
        width, height = self.size
        first = x if a else y
        second = x if d else y
        return (difference(width, first) if -1 in (a, b) else first), (
            difference(height, second) if -1 in (d, e) else second
        )

    def vector(self, x: float, y: float) -> tuple[float, float]:
        """Map a direction."""
        a, b, d, e = _LINEAR[self.orientation]
        return a * x + b * y, d * x + e * y

    def box(self, x: N, y: N, width: N, height: N) -> tuple[N, N, N, N]:
        """Map a box, given by its upper left corner and its size."""
        a, b, d, e = _LINEAR[self.orientation]
        across, down = self.size
        first, first_size = (x, width) if a else (y, height)
        second, second_size = (x, width) if d else (y, height)
        left = difference(difference(across, first), first_size) if -1 in (a, b) else first
        top = difference(difference(down, second), second_size) if -1 in (d, e) else second
        return left, top, first_size, second_size

    def corners(self, left: N, top: N, right: N, bottom: N) -> tuple[N, N, N, N]:
        """Map a box, given by two opposite corners: left, top, right, bottom."""
        (x0, y0), (x1, y1) = self.point(left, top), self.point(right, bottom)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)

    def sides(self, first: N, second: N) -> tuple[N, N]:
        """Map a width and a height, or two radii."""
        return (second, first) if self.quarter else (first, second)


def difference(minuend: float | Decimal, value: N) -> N:
    """Subtract exactly in decimal, and return the type of the value."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise TypeError(f"expected a number, found {value!r}")
    if isinstance(value, int) and isinstance(minuend, int):
        return minuend - value
    whole = minuend if isinstance(minuend, Decimal) else Decimal(repr(minuend))
    if isinstance(value, Decimal):
        return _EXACT.subtract(whole, value)
    exact = _EXACT.subtract(whole, Decimal(repr(value)))
    return float(exact)  # type: ignore[return-value]
