#!/usr/bin/env python3
"""Prints labelled points to test the gazetteer: US ZIP codes with their state, airports with their country.

    labelled.py --sample 1200 > Tests/UprightPlacesTests/labelled.tsv     the points of the tests
    labelled.py > /tmp/all.tsv                                     all points, for UPRIGHT_LABELLED_POINTS

One line per point: latitude, longitude, country, region or nothing, from zipcodes 3.0.0 and airportsdata 20260905 (PyPI).
"""
import argparse
import hashlib

import airportsdata
import zipcodes

STATES = set(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR "
    "PA RI SC SD TN TX UT VT VA WA WV WI WY".split()
)


def points():
    for z in zipcodes.list_all():
        if z["zip_code_type"] == "STANDARD" and z["state"] in STATES and z["lat"] and float(z["lat"]):
            yield ("zip " + z["zip_code"], float(z["lat"]), float(z["long"]), "US", "US." + z["state"])
    for code, a in airportsdata.load("ICAO").items():
        if a["lat"] or a["lon"]:
            yield ("icao " + code, a["lat"], a["lon"], a["country"], "")


parser = argparse.ArgumentParser()
parser.add_argument("--sample", type=int, default=0, help="only this many, chosen by the digest of their names")
arguments = parser.parse_args()
rows = sorted(points(), key=lambda p: hashlib.sha256(p[0].encode()).digest())
for name, lat, lon, country, region in sorted(rows[: arguments.sample or None]):
    print("%s\t%.5f\t%.5f\t%s\t%s" % (name, lat, lon, country, region))
