"""T16: hostile clients attack the status port and the gallery while pictures arrive; compares the time with and without attack."""

import os
import signal
import socket
import threading
import time

from bench import wait_until
from checker import Reference
from pictures import Pictures
from product import Setup

NAME = "T16"
TITLE = "hostile HTTP clients while pictures arrive"
# It compares times.
ALONE = True

# The allowed slowdown: apart from noise, the attackers themselves use the processors.
MOST_SLOWER = 1.25
# Other programs slow a run down, too: only what happens each time is the attack's.
ATTEMPTS = 3
# The longest allowed wait for an honest request during the attack.
MOST_SECONDS = 5.0


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=5)


def exchange(port, data, most=1 << 20):
    """Sends bytes, and returns the response until the other side closes, or for 5 s."""
    with connect(port) as one:
        try:
            one.sendall(data)
        except OSError:
            pass
        answer = b""
        try:
            while len(answer) < most:
                piece = one.recv(65536)
                if not piece:
                    break
                answer += piece
        except OSError:
            pass
        return answer


# The attacks. Each is one round of one client, and is repeated until the test ends.


def slowloris(port, ended):
    held = []
    try:
        for _ in range(300):
            one = connect(port)
            one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            held.append(one)
        while held and not ended.wait(0.5):
            for one in list(held):
                try:
                    one.sendall(b"X: y\r\n")
                except OSError:
                    held.remove(one)
    finally:
        for one in held:
            one.close()


def giant_line(port, ended):
    with connect(port) as one:
        one.sendall(b"GET /" + b"a" * 1_000_000)


def giant_header(port, ended):
    with connect(port) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1_000_000)


def flood(port, ended):
    for _ in range(50):
        connect(port).close()


def requests(port, ended):
    with connect(port) as one:
        for _ in range(50):
            one.sendall(b"GET /status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            one.recv(65536)


def half_open(port, ended):
    held = [connect(port) for _ in range(200)]
    ended.wait(1)
    for one in held:
        one.close()


def pipelining(port, ended):
    with connect(port) as one:
        one.sendall(b"GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 500)
        # The client disconnects without reading a response.


def nonsense_chunks(port, ended):
    head = b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    for body in (b"zz\r\n", b"ffffffffffffffff\r\n", b"1;" + b"e" * 200_000, b"1\r\na\r\n" * 50_000, b"-1\r\n\r\n"):
        with connect(port) as one:
            one.sendall(head + body)


def noise(port, ended):
    with connect(port) as one:
        one.sendall(os.urandom(65536))


def not_read(port, ended):
    """Requests a large response and does not read it."""
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.connect(("127.0.0.1", port))
        one.sendall(b"GET /map/land.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 20)
        ended.wait(1)


ATTACKS = [slowloris, giant_line, giant_header, flood, requests, half_open, pipelining, nonsense_chunks, noise, not_read]


class Attacker(threading.Thread):
    def __init__(self, attack, port):
        super().__init__(daemon=True)
        self.attack, self.port = attack, port
        self.ended = threading.Event()
        self.rounds = 0

    def run(self):
        while not self.ended.is_set():
            try:
                self.attack(self.port, self.ended)
            except OSError:
                pass
            self.rounds += 1
            # The attack aims at the server and not at the processors that both share.
            self.ended.wait(0.05)


def answers(port, path, statuses):
    """The seconds of an honest request, or None."""
    began = time.monotonic()
    answer = exchange(port, b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n" % path.encode())
    took = time.monotonic() - began
    return took if any(answer.startswith(b"HTTP/1.1 %d " % status) for status in statuses) else None


def measure(bench, name, pictures, count, attacked):
    """Measures the seconds for `count` pictures, and reports failures."""
    status, gallery = free_port(), free_port()
    more = "status: {listen: '127.0.0.1:%d'}\ngallery: {listen: '127.0.0.1:%d'}\n" % (status, gallery)
    setup = Setup(bench, name, settle="100ms", scan="30s", more=more)
    daemon = setup.daemon()
    ready = wait_until(lambda: reachable(status) and reachable(gallery), 60)
    if not ready:
        bench.fail("%s: the ports do not answer" % name)
    attackers = [Attacker(attack, port) for attack in ATTACKS for port in (status, gallery)] if attacked else []
    for one in attackers:
        one.start()
    if attacked:
        time.sleep(2)
    began = time.monotonic()
    pictures.fill(setup.source, count)
    slowest = 0.0
    ended = threading.Event()

    def ask():
        nonlocal slowest
        while not ended.wait(1):
            took = answers(status, "/healthz", (200,))
            slowest = max(slowest, 99 if took is None else took)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    if not daemon.await_outputs(count, 300 + count):
        bench.fail("%s: some of %d pictures are not delivered" % (name, count))
    took = time.monotonic() - began
    ended.set()
    asking.join()
    for one in attackers:
        one.ended.set()
    for one in attackers:
        one.join(10)
    honest = answers(gallery, "/", (200,))
    if honest is None:
        bench.fail("%s: the gallery does not answer afterwards" % name)
    descriptors = daemon.descriptors()
    began = time.monotonic()
    if daemon.stop() != 0:
        bench.fail("%s: the daemon did not exit cleanly" % name)
    if time.monotonic() - began > 15:
        bench.fail("%s: the daemon took %d s to exit" % (name, time.monotonic() - began))
    return setup, took, slowest, descriptors, sum(one.rounds for one in attackers)


def reachable(port):
    try:
        connect(port).close()
        return True
    except OSError:
        return False


def run(bench):
    count = bench.size(quick=100, full=1_000)
    pictures = Pictures(bench.root)
    for _ in range(ATTEMPTS):
        # Run times vary, so there is an undisturbed run before and after the attack.
        calm = [measure(bench, "calm-before", pictures, count, False)]
        attacked, took, slowest, descriptors, rounds = measure(bench, "attacked", pictures, count, True)
        calm.append(measure(bench, "calm-after", pictures, count, False))
        without = max(one[1] for one in calm)
        # The attackers use the same processors, so the times are only reported here.
        bench.tell("%d pictures in %.1f s under %d rounds of %d attacks, in %.1f and %.1f s without; honest requests within "
                   "%.2f s; %d descriptors at the end" % (
                       count, took, rounds, len(ATTACKS), calm[0][1], calm[1][1], slowest, descriptors))
        Reference(bench, attacked.source, calm[0][0].output).judge(attacked.output, "under attack", complete=True)
        if bench.failures or took <= without * MOST_SLOWER + 2 and slowest <= MOST_SECONDS:
            return
    if slowest > MOST_SECONDS:
        bench.fail("an honest request took %.1f s, expected at most %.1f" % (slowest, MOST_SECONDS))
    if took > without * MOST_SLOWER + 2:
        bench.fail("the pictures took %.1f s, %.1f s without the attack" % (took, without))
