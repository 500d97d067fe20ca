#!/usr/bin/env python3
"""Writes Sources/Steps/Albums/Library/Dates/dates.tsv: the words and patterns of dates in the gazetteer's languages.

pip install babel==2.18.0
upright places about --json | python scripts/gazetteer/dates.py

The data is CLDR's, from babel (Unicode License v3). Each line is a language. Its fields are listed in FIELDS; lists are separated by
"|". A pattern has {d}, {dd}, {M}, {MM}, {MMMM}, {LLLL}, {EEEE} and {y} for the parts of a date, as CLDR names them; a pattern of two
dates has a "|" where the second begins. Dates are in the Gregorian calendar.
"""
import importlib.metadata, json, pathlib, re, sys

# Each language is read in a separate process: for some aliases, babel returns names of the language that was read before.
if len(sys.argv) == 1:
    import subprocess

    languages = ["en"] + sorted(name for name in json.load(sys.stdin)["languages"])
    lines = [f"# CLDR (unicode.org), Unicode License v3, from babel {importlib.metadata.version('babel')}; made by scripts/gazetteer/dates.py"]
    for language in languages:
        command = [sys.executable, __file__, language]
        lines.append(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip("\n"))
    root = pathlib.Path(__file__).resolve().parents[2]
    output = root / "Sources/Steps/Albums/Library/Dates/dates.tsv"
    output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{output}: {len(languages)} languages, {output.stat().st_size} bytes")
    sys.exit()

from babel import Locale

FIELDS = [
    "language", "months", "standalone months", "short months", "weekdays from Sunday", "day with weekday", "day", "month",
    "days of a month", "days of a year", "days of two years", "date and time", "list of two", "list's end", "list's middle", "digits",
]
DIGITS = {"latn": "", "arab": "٠١٢٣٤٥٦٧٨٩", "arabext": "۰۱۲۳۴۵۶۷۸۹", "beng": "০১২৩৪৫৬৭৮৯", "deva": "०१२३४५६७८९"}


def plain(text):
    """Without the narrow spaces that nobody types in a search."""
    return re.sub("[\u2009\u202f\u00a0]", " ", text)


def pattern(text, era):
    """CLDR's pattern with its letters in braces, and without quotes."""
    result = ""
    for quoted, letters, other in re.findall(r"'([^']*)'|([A-Za-z]+)|([^A-Za-z']+)", plain(text).replace("MMM.", "MMM")):
        if letters in ("G", "GGGG"):
            result += era
        elif letters:
            # The months of a long date are written out.
            result += "{" + re.sub("^MMM$", "MMMM", re.sub("^LLL$", "LLLL", letters)) + "}"
        else:
            result += quoted + other
    assert re.sub(r"\{(d|dd|M|MM|MMMM|LLLL|EEEE|y)\}", "", result).count("{") == 0, result
    return result


def main(language):
    # Day before month, as the English pages have always had it.
    locale = Locale.parse({"zht": "zh_Hant", "en": "en_GB"}.get(language, language))
    era = locale.eras["abbreviated"][1]
    long = pattern(locale.date_formats["long"].pattern, era)
    intervals = locale.interval_formats.get("yMMMMd") or locale.interval_formats["yMMMd"]

    def interval(part):
        both = "|".join(pattern(text, era) for text in intervals[part])
        # Czech has its months as numbers there.
        if "{MMMM}" in long and not re.search(r"\{(MMMM|LLLL)\}|월", both):
            both = both.replace("{M}.", "{MMMM}")
        return both

    full = pattern(locale.date_formats["full"].pattern, era)
    lists = locale.list_patterns["standard"]
    months, days = locale.months, locale.days["format"]["wide"]
    row = [
        language,
        *("|".join(months[form][width][month] for month in range(1, 13)) for form, width in (
            ("format", "wide"), ("stand-alone", "wide"), ("stand-alone", "abbreviated"))),
        "|".join(days[(day - 1) % 7] for day in range(7)),
        "{EEEE} {d} {MMMM} {y}" if language == "en" else full,
        long,
        pattern(str(locale.datetime_skeletons["yMMMM"].pattern), era),
        *(interval(part) for part in "dMy"),
        plain(str(locale.datetime_formats["medium"])).replace("'", ""),
        *(plain(lists[part]) for part in ("2", "end", "middle")),
        DIGITS[locale.default_numbering_system],
    ]
    assert len(row) == len(FIELDS) and not any("\t" in field for field in row)
    print("\t".join(row))


main(sys.argv[1])
