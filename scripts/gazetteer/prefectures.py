"""The prefectures of mainland China, for build.py: the cities that people there speak of, of which GeoNames' places are towns and
sections.

cpca 0.5.5 has the divisions of GB/T 2260 with a position each. A position belongs to the prefecture of the nearest county's seat in its
province.
"""
import collections
import csv
import importlib.util
import math
import os
import re

import divisions
from sound import likeness, sound

MUNICIPALITIES = {"11", "12", "31", "50"}
# Divisions that are named or belong otherwise since 2017: Nagqu is a city, and Laiwu a part of Jinan.
RENAMED = {"542400": "那曲市"}
JOINED = {"371200": "370100"}
# Autonomous prefectures: 凉山彝族自治州.
OF_PEOPLES = re.compile(r"(.{2,5}?)((?:[\u4e00-\u9fff]{1,5}族)+|蒙古)?自治[州县]$")
# Where the name of a county in GeoNames ends, and its kind begins.
KIND = re.compile(
    r"\s+(\w+zu|Zizhizhou|Tibetan|Li|Miao|Menggu|Buyei|Autonomous|Diqu|Meng|Shi|Prefecture|County|City|Region|Municipality)\b.*"
    r"|^Prefecture of ")
FAR = 60
LIKE = 0.7


def prefecture(code):
    """The code of the prefecture of a division. A county that its province governs is its own."""
    if code[:2] in MUNICIPALITIES:
        return code[:2] + "0000"
    return code if code[2:4] == "90" else JOINED.get(code[:4] + "00", code[:4] + "00")


def shown(name):
    """The name as it is spoken: cities and municipalities lack the word for their kind."""
    return name[:-1] if name.endswith("市") and len(name) > 2 else name


def stem(name):
    peoples = OF_PEOPLES.match(name)
    return peoples[1] if peoples else divisions.stem(name)


def rows():
    folder = os.path.dirname(importlib.util.find_spec("cpca").origin)
    with open(os.path.join(folder, "resources", "adcodes.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            code = row["adcode"][:6]
            if row["adcode"].endswith("000000") and row["longitude"] and code[:2] not in ("71", "81", "82"):
                yield code, row["name"], float(row["latitude"]), float(row["longitude"])


def kilometres(a, b):
    across = (a[1] - b[1]) * math.cos(math.radians(a[0]))
    return 111.2 * math.hypot(across, a[0] - b[0])


def sections(cities, region, county, chinese_names, forms, rules):
    """The prefectures and the seats of their counties.

    `cities` are GeoNames' places, `region` and `county` the number of each one's region and the name of its county, `chinese_names` its
    Chinese name. `forms` convert Simplified Chinese by language, and `rules` make a name in a language of one in pinyin (names.py).

    Returns the lines of the table (region, name, position, names by language) and the seats in their order (prefecture, latitude,
    longitude), in thousandths of a degree.
    """
    official = {code: RENAMED.get(code, name) for code, name, *_ in rows()}
    places = {code: place for code, _, *place in rows()}
    seats = sorted((prefecture(c), *place) for c, place in places.items() if not c.endswith("0000") and prefecture(c) in official)
    chinese = [i for i, c in enumerate(cities) if c["countrycode"] == "CN"]
    grid = collections.defaultdict(list)
    for i in chinese:
        grid[int(cities[i]["latitude"]), int(cities[i]["longitude"])].append(i)

    def near(place):
        row, column = int(place[0]), int(place[1])
        return [
            i for r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1) for i in grid[r, c]
            if kilometres(place, (cities[i]["latitude"], cities[i]["longitude"])) <= FAR
        ]

    provinces, counties = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    for code, *place in seats:
        close = sorted(near(place), key=lambda i: kilometres(place, (cities[i]["latitude"], cities[i]["longitude"])))[:3]
        for i in close:
            provinces[code[:2]][region[i]] += 1
            if county[i]:
                counties[code][county[i]] += 1
    lines, number = [], {}
    for code in sorted({code for code, *_ in seats}):
        own = provinces[code[:2]].most_common(1)[0][0]
        name, place = official[code], places[code]
        latins = {n: KIND.sub("", n) for n in counties[code]}
        close = [i for i in near(place) if region[i] == own]
        same = [i for i in close if sound(divisions.own(cities[i])) == sound(stem(name))]
        same = same or [i for i in close if chinese_names[i] and divisions.stem(chinese_names[i]) == stem(name)]
        latin = ""
        if same:
            latin = cities[max(same, key=lambda i: (cities[i]["population"], cities[i]["name"]))]["name"]
        elif counties[code]:
            latin = latins[max(latins, key=lambda n: (likeness(latins[n], stem(name)) > LIKE, counties[code][n], n))]
        # GeoNames' county around a county that its province governs is another one.
        if not latin or code[2:4] == "90" and likeness(latin, stem(name)) <= LIKE:
            latin = sound(stem(name)).capitalize()
        number[code] = len(lines)
        names = {language: convert(shown(name)) for language, convert in forms.items()}
        if not same:
            names.update({l: n for l, n in ((l, rule(latin, len(stem(name)))) for l, rule in rules.items()) if n})
        else:
            del names["ja"]
        lines.append("\t".join([
            str(own), latin, str(round(place[0] * 1000)), str(round(place[1] * 1000)),
            *("%s=%s" % pair for pair in sorted(names.items()))]))
    return lines, [(number[c], round(a * 1000), round(b * 1000)) for c, a, b in seats]
