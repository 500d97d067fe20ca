#!/usr/bin/env python3
"""fuzz/requests.py FOLDER: writes requests into the corpus of the HTTP target. The first byte selects how they are split into packets."""

import os
import sys

HOST = b"Host: 127.0.0.1\r\n"
REQUESTS = {
    "get": b"GET /a%20b?q=1+2&x=%C3%A4 HTTP/1.1\r\n" + HOST + b"\r\n",
    "head": b"HEAD / HTTP/1.0\r\n\r\n",
    "absolute": b"GET http://other:80/p?q HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n",
    "form": b"POST /login HTTP/1.1\r\n" + HOST + b"Content-Length: 11\r\n\r\ntoken=a+b&c",
    "chunks": b"POST / HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n",
    "pipelined": (b"GET /1 HTTP/1.1\r\n" + HOST + b"\r\n") * 3,
    "both": b"POST / HTTP/1.1\r\n" + HOST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "folded": b"GET / HTTP/1.1\r\n" + HOST + b"A: b\r\n c\r\n\r\n",
    "expect": b"POST / HTTP/1.1\r\n" + HOST + b"Expect: 100-continue\r\nContent-Length: 1\r\n\r\na",
    "connect": b"CONNECT a:1 HTTP/1.1\r\n" + HOST + b"\r\n",
    "line": b"GET /" + b"a" * 300,
    "field": b"GET / HTTP/1.1\r\nA: " + b"b" * 500,
    "upgrade": b"GET / HTTP/1.1\r\n" + HOST + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\nPRI * HTTP/2.0\r\n\r\n",
}

os.makedirs(sys.argv[1], exist_ok=True)
for name, request in REQUESTS.items():
    with open(os.path.join(sys.argv[1], "seed-" + name), "wb") as file:
        file.write(b"\x02" + request)
