"""The option ``--boxes``."""

from __future__ import annotations

import argparse

from ...annotations.turning import FORMS
from ..plan import PlanError


def add_boxes(parser: argparse.ArgumentParser) -> None:
    """Add the option to a command."""
    parser.add_argument(
        "--boxes",
        action="append",
        default=[],
        metavar="COLUMN=FORM",
        help="boxes in tables and descriptions of pictures, such as objects.bbox=coco: coco (left, top, width, "
        "height), voc (left, top, right, bottom), yolo (centre, width, height, in fractions) or albumentations (left, "
        "top, right, bottom, in fractions)",
    )


def boxes_of(values: list[str]) -> dict[str, str]:
    """Return the forms of boxes by the paths of their columns."""
    found = {}
    for value in values:
        column, _, form = value.rpartition("=")
        if not column or form not in FORMS:
            raise PlanError(f"--boxes: expected COLUMN=FORM with one of {', '.join(FORMS)}, found {value}")
        found[column] = form
    return found
