"""A proxy before an S3 server that fails like a store, and counts its requests."""

from __future__ import annotations

import http.client
import http.server
import socket
from typing import Any


class Faulty(http.server.BaseHTTPRequestHandler):
    """A proxy that fails like a store, a given number of times for each request method."""

    target = ""
    failures: dict[str, list[Any]] = {}  # noqa: RUF012
    #: The method and the path of each request.
    requests: list[tuple[str, str]] = []  # noqa: RUF012

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.requests.append((self.command, self.path))
        failures = self.failures.get(self.command, [])
        failure = failures.pop(0) if failures else None
        if failure == "cut before":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if isinstance(failure, int):
            self.send_response(failure)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        connection = http.client.HTTPConnection(self.target)
        connection.request(self.command, self.path, body, dict(self.headers))
        answer = connection.getresponse()
        data = answer.read()
        if failure == "cut after":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
            return
        if failure == "half":
            # Of this length, so that no client can notice it.
            data = data[: len(data) // 2]
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "server", "date"):
                self.send_header(name, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else str(len(data))
        self.send_header("Content-Length", length or "0")
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = forward
