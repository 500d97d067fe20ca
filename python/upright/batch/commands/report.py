"""``upright-batch report``."""

from __future__ import annotations

import argparse
from collections import Counter

from ..report import Prices, report
from ..tables import tables_of
from .command import Answer, Command


def _add(parser: argparse.ArgumentParser) -> None:
    prices = Prices()
    parser.add_argument("results", metavar="RESULTS", help="the work folder of a plan, or the table of merge")
    for option, value, what in (
        ("--core-hour", prices.core_hour, "an hour of a processor"),
        ("--thousand-gets", prices.gets, "a thousand GETs or HEADs"),
        ("--thousand-puts", prices.puts, "a thousand PUTs"),
        ("--gigabyte-month", prices.gigabyte_month, "a GB of the outputs for a month"),
    ):
        parser.add_argument(option, type=float, default=value, metavar="USD", help=f"the price of {what} ({value:g})")


def _run(arguments: argparse.Namespace) -> Answer:
    prices = Prices(arguments.core_hour, arguments.thousand_gets, arguments.thousand_puts, arguments.gigabyte_month)
    found = report(tables_of(arguments.results), prices)
    lines = [f"{found.pictures:,} pictures, {found.source_bytes:,} bytes; outputs {found.output_bytes:,} bytes"]
    lines += ["", *_counts(found.outcomes), "", "orientation        before        after"]
    most = max([1, *found.before.values()])
    for orientation in range(9):
        before, after = found.before[orientation], found.after[orientation]
        name = str(orientation or "none")
        lines.append(f"{name:11} {before:13,} {after:12,}  {'#' * round(30 * before / most)}".rstrip())
    lines += ["", *_counts(found.types)]
    if found.reasons:
        lines += ["", *(f"{number:12,} {reason}" for reason, number in found.reasons.most_common(10))]
    cost = found.cost
    lines += [
        "",
        f"{found.seconds / 3600:,.2f} hours of a processor ${cost['processor']:,.2f}, {found.gets:,} reads "
        f"${cost['gets']:,.2f}, {found.puts:,} writes ${cost['puts']:,.2f}; a month of the outputs "
        f"${cost['storedMonth']:,.2f}",
    ]
    return 0, found.to_json(), "\n".join(lines)


def _counts(counts: Counter[str]) -> list[str]:
    return [f"{name:24} {number:12,}" for name, number in counts.most_common()]


COMMAND = Command("report", "Count outcomes, orientations before and after, and the cost.", _add, _run, planned=False)
