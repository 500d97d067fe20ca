#!/usr/bin/env python3
"""Measures `upright serve`: pictures a second on one core, latency, memory, beside small HTTP servers with Pillow and libvips.

    serving.py --upright .build/programs/upright [--seconds 10] [--clients 4] PICTURE...

`make bench` runs it as work (w). imgproxy and imaginary are not Debian packages, so that they cannot be part of this run. The servers beside it do what these do
with an upload: decode, turn, encode at quality 90 (pyvips needs the package of that name from PyPI; without it, it is left out).
Every server runs on the first core, the clients on the others. Prints a Markdown table.
"""
import argparse
import http.client
import os
import re
import statistics
import subprocess
import sys
import threading
import time

PEER = '''
import io, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
kind = sys.argv[1]
if kind == "pillow":
    from PIL import Image, ImageOps
    def turn(data):
        picture = Image.open(io.BytesIO(data))
        made = io.BytesIO()
        ImageOps.exif_transpose(picture).save(made, "JPEG", quality=90, exif=picture.getexif())
        return made.getvalue()
else:
    import pyvips
    pyvips.cache_set_max(0)
    def turn(data): return pyvips.Image.new_from_buffer(data, "").autorot().jpegsave_buffer(Q=90)
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self):
        made = turn(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(made)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(made)
    def log_message(self, *_): pass
class Server(ThreadingHTTPServer):
    request_queue_size = 64
server = Server(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
server.serve_forever()
'''


def started(command, core):
    process = subprocess.Popen(["taskset", "-c", str(core), *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    line = process.stdout.readline()
    if not line:
        process.wait()
        return None, None
    return process, int(line.strip().strip("/").rsplit(":", 1)[1])


def family(pid):
    found = [pid]
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/children") as file:
                children = file.read().split()
        except FileNotFoundError:
            continue  # The thread has ended since.
        for child in children:
            found += family(int(child))
    return found


def memory(pid):
    """The memory of a process and its descendants in MiB (Pss)."""
    total = 0
    for each in family(pid):
        try:
            with open(f"/proc/{each}/smaps_rollup") as file:
                total += int(re.search(r"^Pss:\s+(\d+)", file.read(), re.M)[1])
        except OSError:
            continue
    return total / 1024


def measured(port, pid, picture, clients, seconds):
    """Pictures a second, latencies in milliseconds, the most memory, how often clients were told to wait."""
    times, waits, lock = [], [0], threading.Lock()
    end = time.monotonic() + seconds

    def client():
        while time.monotonic() < end:
            began = time.perf_counter()
            while True:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                connection.request("POST", "/orient", picture)
                answer = connection.getresponse()
                answer.read()
                connection.close()
                if answer.status == 200:
                    break
                assert answer.status == 503, answer.status
                with lock:
                    waits[0] += 1
                time.sleep(0.005)
            with lock:
                times.append((time.perf_counter() - began) * 1e3)

    threads = [threading.Thread(target=client) for _ in range(clients)]
    began = time.monotonic()
    for thread in threads:
        thread.start()
    most = 0.0
    while any(thread.is_alive() for thread in threads):
        most = max(most, memory(pid))
        time.sleep(0.2)
    took = time.monotonic() - began
    return len(times) / took, times, most, waits[0]


def rows(upright, pictures, clients, seconds):
    """Measures every server with every picture; the lines of a table."""
    cores = sorted(os.sched_getaffinity(0))
    servers = {"upright serve": [upright, "serve", "--listen", "127.0.0.1:0", "--jobs", "1"]}
    for kind in ("pillow", "pyvips"):
        servers[f"{kind}, http.server"] = [sys.executable, "-c", PEER, kind]
    yield ("| picture | server | pictures/s | p50 ms | p99 ms | memory MiB |\n|---|---|---|---|---|---|")
    for path in pictures:
        with open(path, "rb") as file:
            picture = file.read()
        for name, command in servers.items():
            process, port = started(command, cores[0])
            if process is None:
                continue
            if len(cores) > 1:
                os.sched_setaffinity(0, cores[1:])
            try:
                measured(port, process.pid, picture, 1, 1)
                rate, times, most, _ = measured(port, process.pid, picture, clients, seconds)
            finally:
                os.sched_setaffinity(0, cores)
                process.terminate()
                process.wait()
            cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
            yield (f"| {os.path.basename(path)}, {len(picture) / 1e6:.2f} MB | {name} | {rate:.1f} | {cuts[49]:.1f} | "
                f"{cuts[98]:.1f} | {most:.0f} |")


def work_w(session, folder):
    """The picture of (a) and a thumbnail of (h)."""
    thumbnails = os.path.join(folder, "h")
    pictures = [os.path.join(folder, "a.jpg"), os.path.join(thumbnails, sorted(os.listdir(thumbnails))[0])]
    session.say("\n## (w) `upright serve`\n\nEach server runs on one core, two clients on the other. The others decode and encode at quality 90, "
                "as imgproxy and imaginary do. Memory includes the workers.\n")
    session.say("\n".join(rows(session.upright, pictures, clients=2, seconds=10)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--upright", required=True)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=2)
    parser.add_argument("pictures", nargs="+")
    arguments = parser.parse_args()
    for row in rows(arguments.upright, arguments.pictures, arguments.clients, arguments.seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
