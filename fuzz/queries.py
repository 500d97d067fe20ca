#!/usr/bin/env python3
"""fuzz/queries.py FOLDER: writes paths and queries into the corpus of the target that asks the gallery."""

import os
import sys

NUMBERS = ["0", "-1", "1", "127", "128", "32768", "2147483648", "4294967296", "9223372036854775807", "-9223372036854775808",
           "9223372036854775808", "18446744073709551616", "1e308", "-0", "nan", "inf", "1" * 100]
PATHS = ["failures.html?asked=%s", "search.html?q=a&page=%s", "search.html?from=%s-01-01&to=2024-12-31", "search.html?year=%s",
         "timeline/2024-05/%s.html", "timeline/2024-05-%s.js", "albums/city-%s.html", "album/x/%s.html", "picture/%s.html?in=x",
         "picture/%s.js", "thumbnail/%s.jpg", "thumbnail/1-%s.jpg", "preview/%s.jpg", "original/%s.jpg", "before/%s.jpg",
         "map/land-%s-%s.js", "download.zip\npicture=%s", "edit.html\nalbum=x&action=cover&picture=%s"]

os.makedirs(sys.argv[1], exist_ok=True)
for index, path in enumerate(PATHS):
    for number in NUMBERS:
        with open(os.path.join(sys.argv[1], f"seed-{index}-{number[:24]}"), "w") as file:
            file.write(path.replace("%s", number))
for index, path in enumerate(["", "index.html", "albums.html", "map.html", "map/points.js", "about.html", "%41%zz", "assets/a.css"]):
    with open(os.path.join(sys.argv[1], f"seed-plain-{index}"), "w") as file:
        file.write(path)
