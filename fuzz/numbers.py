#!/usr/bin/env python3
"""fuzz/numbers.py json|requests FOLDER: writes JSON with numbers at the ends of the types into a target's corpus."""

import os
import sys

NUMBERS = ["0", "-0", "-1", "1e308", "-1e309", "5e-324", "9223372036854775807", "-9223372036854775808", "-9223372036854775809",
           "18446744073709551616", "1e-9223372036854775808", "9" * 300, "1.5", "-0.0"]
TEXTS = ["%s", "[%s,-%s]", '{"id":%s,"source":"a","output":"b"}', '{"id":1,"length":%s,"echo":true}',
         '{"id":"\\u00e4\\ud83d\\ude00","length":3,"position":[%s,%s,%s]}',
         '{"id":1,"length":3,"edits":{"set":{"EXIF:FNumber":"%s"},"remove":["GPS:all"],"rename":{"EXIF:Artist":"EXIF:Copyright"}}}',
         '{"photoTakenTime":{"timestamp":"%s"},"geoData":{"latitude":%s,"longitude":%s,"altitude":%s}}']

target, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
for index, text in enumerate(TEXTS):
    for number in NUMBERS:
        with open(os.path.join(folder, f"seed-{index}-{number[:24]}"), "wb") as file:
            file.write((b"\0" if target == "requests" else b"") + text.replace("%s", number).encode())
if target == "requests":
    # A message of each of the other kinds: fields with one empty field, and a list.
    for kind in (1, 2, 3):
        for index, message in enumerate([b"\x09\x03\0\0\0\x01a\0", b"\x08\x01\0\0\0\0", b"\x03" + b"\xff" * 8]):
            with open(os.path.join(folder, f"seed-message-{kind}-{index}"), "wb") as file:
                file.write(bytes([kind]) + message)
