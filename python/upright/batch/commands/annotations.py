"""``upright-batch annotations``."""

from __future__ import annotations

import argparse
import sys
from typing import get_args

from ...annotations import Convention, LabelError, Options, Pictures, turn_all
from ...annotations.turning import FORMATS, Absent, Task
from ...normalizer import Normalizer
from ..tables import rows_of
from .boxes import add_boxes, boxes_of
from .command import Answer, Command, count


def _add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("labels", metavar="URL", help="a file of labels, or a folder of them")
    parser.add_argument(
        "--results", required=True, metavar="RESULTS", help="the work folder of the plan, or the table of merge"
    )
    parser.add_argument("--output", required=True, metavar="URL", help="the folder for the turned labels")
    parser.add_argument("--format", default="auto", choices=["auto", *FORMATS], help="the format (auto)")
    parser.add_argument(
        "--labelled",
        default="auto",
        choices=get_args(Convention),
        help="on which pictures the labels were made: stored, by a tool that ignores Exif's orientation, or displayed; "
        "auto finds it by the dimensions in the file, and refuses to guess",
    )
    parser.add_argument(
        "--swap-left-right",
        action="store_true",
        help="let left and right key points of mirrored pictures change places, by their names",
    )
    add_boxes(parser)
    parser.add_argument("--task", default="auto", choices=get_args(Task), help="what the lines of YOLO files are")
    parser.add_argument("--dimensions", type=int, choices=(2, 3), help="numbers of a key point of YOLO (data.yaml)")
    parser.add_argument(
        "--absent",
        default="keep",
        choices=get_args(Absent),
        help="what happens to labels in a file whose pictures the results do not have (keep)",
    )
    parser.add_argument("--force", action="store_true", help="replace files with other bytes")


def _run(arguments: argparse.Namespace) -> Answer:
    pictures = Pictures.of_rows(rows_of(arguments.results))
    options = Options(
        arguments.labelled,
        arguments.format,
        arguments.swap_left_right,
        arguments.task,
        arguments.dimensions or 0,
        arguments.absent,
        boxes_of(arguments.boxes),
    )
    files = failed = moved = left = 0
    with Normalizer() as normalizer:
        for turned in turn_all(
            arguments.labels, arguments.output, pictures, normalizer, options, force=arguments.force
        ):
            if isinstance(turned, LabelError):
                failed += 1
                print(f"upright-batch: {turned}", file=sys.stderr)
                continue
            for warning in turned.warnings:
                place = "" if warning.startswith(f"{turned.key}: ") else f"{turned.key}: "
                print(f"upright-batch: {place}{warning}", file=sys.stderr)
            files += 1
            moved += turned.moved
            left += turned.left
    text = f"{count(files, 'file')} written; labels of {count(moved, 'picture')} moved"
    text += f"; those of {count(left, 'picture')} that the results do not have were not turned" if left else ""
    text += f"; {count(failed, 'file')} not written, see above" if failed else ""
    return int(failed + left > 0), {"files": files, "moved": moved, "left": left, "failed": failed}, text


COMMAND = Command(
    "annotations",
    "Turn labels with their pictures: COCO, YOLO, Pascal VOC, LabelMe, CVAT, Label Studio, VIA, TensorFlow, Create ML, "
    "MOT, masks.",
    _add,
    _run,
    planned=False,
)
