"""T21: hostile requests to `upright serve` beside honest ones, with killed workers; compares bytes, descriptors and memory."""

import http.client
import os
import random
import re
import signal
import socket
import subprocess
import threading
import time

from bench import wait_until

NAME = "T21"
TITLE = "hostile requests to upright serve"

# The longest allowed wait for an honest request, the time to be refused and to try again included.
MOST_SECONDS = 20.0
# How much the process may grow, in KiB, and how many descriptors it may gain.
MOST_GROWTH = 64 * 1024
MOST_DESCRIPTORS = 8
SAMPLES = ("orientation-6.jpg", "orientation-1.jpg", "odd-size.jpg", "palette.png", "animation.gif", "orientation-7.jpg")
# The statuses that hostile requests may get; the others say that the server has failed.
EXPECTED = {200, 204, 400, 401, 403, 404, 405, 408, 412, 413, 414, 415, 421, 422, 431, 501, 503}


class Server:
    def __init__(self, bench, folder, jobs):
        config = os.path.join(folder, "serve.yaml")
        with open(config, "w") as file:
            file.write("limits: {file-size: 8 MiB, pixels: 40000000}\n")
        self.log = open(os.path.join(folder, "log"), "ab")
        self.process = subprocess.Popen(
            [bench.program("upright"), "serve", "--listen", "127.0.0.1:0", "--jobs", str(jobs), "--config", config],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        self.port = int(line.strip().strip("/").rsplit(":", 1)[1])

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)

    def orient(self, data, query=""):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            client.request("POST", "/orient" + query, data)
            answer = client.getresponse()
            return answer.status, answer.read()
        finally:
            client.close()

    def metric(self, name):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        client.request("GET", "/metrics")
        text = client.getresponse().read().decode()
        client.close()
        return int(float(re.search(r"^%s (\S+)$" % name, text, re.M)[1]))

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def memory(self):
        with open("/proc/%d/status" % self.process.pid) as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def workers(self):
        found = []
        for task in os.listdir("/proc/%d/task" % self.process.pid):
            try:
                with open("/proc/%d/task/%s/children" % (self.process.pid, task)) as file:
                    found += [int(each) for each in file.read().split()]
            except (FileNotFoundError, ProcessLookupError):
                pass  # The thread has ended since it was listed.
        return found


def damaged(chance, picture):
    data = bytearray(picture)
    kind = chance.randrange(4)
    if kind == 0:
        return bytes(data[:chance.randrange(len(data))])
    for _ in range(chance.choice((1, 4, 64))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    if kind == 1:
        return bytes(data) + os.urandom(chance.randrange(5000))
    return bytes(data)


def form(chance, picture):
    boundary = "".join(chance.choice("ab-'") for _ in range(chance.choice((1, 8, 70, 200)))) + "x"
    parts = []
    for _ in range(chance.randrange(4)):
        head = chance.choice((
            'Content-Disposition: form-data; name="strip"', 'Content-Disposition: form-data; name="x"; filename="a.jpg"',
            "Content-Disposition: form-data", "X: " + "y" * chance.choice((1, 9000)), 'Content-Disposition: form-data; name="'))
        parts.append("--%s\r\n%s\r\n\r\n" % (boundary, head))
    data = b""
    for part in parts:
        data += part.encode() + chance.choice((picture, b"location", b"", b"\r\n--" + boundary[:-1].encode())) + b"\r\n"
    data += chance.choice((b"", b"--%s--\r\n" % boundary.encode(), b"--%s--" % boundary.encode() * 50))
    return data, "Content-Type: multipart/form-data; boundary=%s\r\n" % boundary


def attack(chance, picture):
    """The bytes of one hostile request, and whether to leave without reading the response."""
    line, fields = b"POST /orient", "Host: 127.0.0.1\r\n"
    body, leaves = picture, chance.random() < 0.1
    kind = chance.randrange(14)
    length = None
    if kind == 0:
        body = damaged(chance, picture)
    elif kind == 1:
        body = os.urandom(chance.randrange(70_000))
    elif kind == 2:
        body, more = form(chance, picture)
        fields += more
    elif kind == 3:
        length, leaves = str(len(body) + chance.choice((1, 1 << 20))), True
    elif kind == 4:
        length = chance.choice(("-1", "1e9", "99999999999999999999", "0x10", "", "9000000000", "8388609"))
    elif kind == 5:
        fields += "Transfer-Encoding: chunked\r\n"
        size = chance.choice((1, 7, 5000))
        pieces = b"".join(b"%x\r\n%s\r\n" % (len(body[at:at + size]), body[at:at + size])
                          for at in range(0, min(len(body), 3000 * size), size))
        end = chance.choice((b"0\r\n\r\n", b"", b"zz\r\n", b"ffffffffffffffff\r\n", b"-1\r\n\r\n"))
        return line + b" HTTP/1.1\r\n" + fields.encode() + b"\r\n" + pieces + end, end == b""
    elif kind == 6:
        line += chance.choice((b"?strip=%ff", b"?strip=" + b"a" * 9000, b"?" + b"echo=0&" * 900, b"?name=../../etc/passwd",
                               b"?name=%0d%0aX:%20y.jpg", b"?digest=2", b"?url=http://127.0.0.1/"))
    elif kind == 7:
        fields += chance.choice(("Content-Encoding: gzip\r\n", "Expect: 100-continue\r\n", "If-None-Match: " + '"a",' * 3000 + "\r\n",
                                 "Upgrade: h2c\r\nConnection: Upgrade\r\n", "Transfer-Encoding: gzip, chunked\r\n",
                                 "Content-Type: multipart/form-data\r\n", "Origin: http://evil\r\nSec-Fetch-Site: cross-site\r\n"))
    elif kind == 8:
        line = chance.choice((b"GET /orient", b"PUT /orient", b"DELETE /", b"POST /metrics", b"GET /../orient", b"POST //orient",
                              b"POST http://evil/orient", b"OPTIONS *", b"TRACE /orient"))
    elif kind == 9:
        return os.urandom(chance.randrange(2000)) + b"\r\n\r\n", False
    elif kind == 10:
        # Two requests in one, the second in what could be taken for the body of the first.
        fields += "Content-Length: 5\r\n"
    elif kind == 11:
        # A picture that announces far more than it has.
        body = picture.replace(b"\xff\xc0\x00\x11\x08", b"\xff\xc0\x00\x11\x08\xff\xff\xff\xff"[:9], 1)
    elif kind == 12:
        fields = "Host: evil.example\r\n"
    else:
        body = bytes(chance.choice((0, 1, 9 << 20)))
    fields += "Content-Length: %s\r\n" % (len(body) if length is None else length)
    return line + b" HTTP/1.1\r\n" + fields.encode() + b"\r\n" + body, leaves


def exchange(server, data, leaves):
    """Sends a request and leaves when it has the response; returns its status, or None."""
    with server.connect() as one:
        try:
            one.sendall(data)
        except OSError:
            pass
        if leaves:
            return None
        answer = http.client.HTTPResponse(one)
        try:
            answer.begin()
            answer.read()
        except (OSError, http.client.HTTPException):
            return None
        return answer.status


def run_attackers(server, pictures, count, statuses, lock):
    def attacker(seed, rounds):
        chance = random.Random(seed)
        for _ in range(rounds):
            data, leaves = attack(chance, chance.choice(pictures))
            try:
                status = exchange(server, data, leaves)
            except OSError:
                status = None
            with lock:
                statuses[status] = statuses.get(status, 0) + 1

    threads = [threading.Thread(target=attacker, args=(seed, count // 8)) for seed in range(8)]
    for thread in threads:
        thread.start()
    return threads


def slow_client(server, picture, ended):
    """Holds places: sends a body byte by byte, and begins again when it is refused."""
    head = b"POST /orient HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n" % len(picture)
    while not ended.is_set():
        try:
            with server.connect() as one:
                one.sendall(head)
                for byte in picture:
                    one.sendall(bytes([byte]))
                    if ended.wait(0.2):
                        return
        except OSError:
            ended.wait(0.1)


def run(bench):
    folder = bench.folder("serve")
    count = bench.size(quick=300, full=10_000)
    honest_count = count // 10
    samples = {name: open(os.path.join(bench.root, "fixtures", "samples", name), "rb").read() for name in SAMPLES}
    os.makedirs(os.path.join(folder, "in"))
    for name, data in samples.items():
        with open(os.path.join(folder, "in", name), "wb") as file:
            file.write(data)
    subprocess.run([bench.program("upright"), "reprocess", os.path.join(folder, "in"), "-o", os.path.join(folder, "out"),
                    "--quiet"], check=True)
    expected = {name: open(os.path.join(folder, "out", name), "rb").read() for name in samples}
    server = Server(bench, folder, jobs=2)
    try:
        judge(bench, server, samples, expected, count, honest_count)
    finally:
        server.process.kill()
        server.process.wait()


def judge(bench, server, samples, expected, count, honest_count):
    for name in samples:
        for _ in range(4):
            server.orient(samples[name])
    descriptors, memory = server.descriptors(), server.memory()
    statuses, lock, ended = {}, threading.Lock(), threading.Event()
    attackers = run_attackers(server, list(samples.values()), count, statuses, lock)
    slow = [threading.Thread(target=slow_client, args=(server, samples["odd-size.jpg"], ended), daemon=True) for _ in range(24)]
    for thread in slow:
        thread.start()
    chance, slowest, served, busy, wrong, kills = random.Random(99), 0.0, 0, 0, [], 0
    while served < honest_count or any(thread.is_alive() for thread in attackers):
        name = chance.choice(SAMPLES)
        began = time.monotonic()
        while True:
            status, body = server.orient(samples[name])
            if status != 503:
                break
            busy += 1
            time.sleep(0.05)
        slowest = max(slowest, time.monotonic() - began)
        served += 1
        if status != 200 or body != expected[name]:
            wrong.append((name, status))
        workers = server.workers()
        if served % 25 == 0 and workers:
            try:
                os.kill(chance.choice(workers), signal.SIGKILL)
                kills += 1
            except ProcessLookupError:
                pass
        if server.process.poll() is not None:
            bench.fail("the server ended with status %s" % server.process.returncode)
            return
    ended.set()
    for thread in attackers + slow:
        thread.join(60)
    if wrong:
        bench.fail("%d of %d honest requests got other bytes or statuses: %s" % (len(wrong), served, wrong[:3]))
    if slowest > MOST_SECONDS:
        bench.fail("an honest request took %.1f s, expected at most %.1f" % (slowest, MOST_SECONDS))
    unexpected = {status: number for status, number in statuses.items() if status is not None and status not in EXPECTED}
    if unexpected:
        bench.fail("unexpected statuses: %s" % unexpected)
    if not wait_until(lambda: server.metric("upright_in_progress_files") == 0, 60):
        bench.fail("%d places are not free again" % server.metric("upright_in_progress_files"))
    if not wait_until(lambda: server.descriptors() <= descriptors + MOST_DESCRIPTORS, 60):
        bench.fail("%d descriptors, %d before" % (server.descriptors(), descriptors))
    grown = server.memory() - memory
    if grown > MOST_GROWTH:
        bench.fail("memory grew by %d KiB" % grown)
    bench.tell("%d hostile requests, 24 slow clients, %d honest requests, %d killed workers; statuses %s; an honest request took at "
               "most %.1f s and was told to wait %d times; %d descriptors before, %d after; memory %+d KiB" % (
                   sum(statuses.values()), served, kills,
                   ", ".join("%s: %d" % each for each in sorted(statuses.items(), key=str)), slowest, busy, descriptors,
                   server.descriptors(), grown))
    server.process.send_signal(signal.SIGTERM)
    try:
        if server.process.wait(60) != 0:
            bench.fail("it did not exit cleanly: %s" % server.process.returncode)
    except subprocess.TimeoutExpired:
        bench.fail("it did not exit")
