"""T11: a compromised worker. The test injects system calls into a running worker, as hostile code in it would make them: open,
socket, exec, ptrace, fork, kill and others must all be denied. It shares no code with the product's own probe (`upright-codec
--probe-sandbox`), which it also runs. With the sandbox off, harmless calls must succeed, so that a refusal proves something."""

import ctypes
import errno
import os
import platform
import signal
import socket
import struct
import subprocess

from bench import Skip, run as run_command, wait_until

NAME = "T11"
TITLE = "escaping from a worker"

PTRACE = ctypes.CDLL(None, use_errno=True).ptrace
PTRACE.restype = ctypes.c_long
PTRACE.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
PEEK, POKE, STEP, GETREGS, SETREGS, ATTACH, DETACH = 1, 4, 9, 12, 13, 16, 17
REGISTERS = 27  # struct user_regs_struct of x86-64, in words
R10, R9, R8, AX, DX, SI, DI, ORIG, IP, SP = 7, 8, 9, 10, 12, 13, 14, 15, 16, 19
DENIED = (errno.EPERM, errno.EACCES)

# Number on x86-64 and arguments; bytes are passed as their address in the worker.
CALLS = {
    "open for reading": (2, b"/etc/passwd", os.O_RDONLY),
    "openat": (257, -100, b"/etc/passwd", os.O_RDONLY),
    "openat2": (437, -100, b"/etc/passwd", b"\0" * 24, 24),
    "create a file": (2, b"/upright-torture/x", os.O_WRONLY | os.O_CREAT, 0o600),
    "a file in memory": (319, b"x", 0),
    "unlink": (87, b"/upright-torture/x"),
    "rename": (82, b"/upright-torture/x", b"/upright-torture/y"),
    "symlink": (88, b"/etc/passwd", b"/upright-torture/x"),
    "chmod": (90, b"/upright-torture/x", 0o777),
    "chdir": (80, b"/"),
    "stat": (4, b"/etc/passwd", b"\0" * 144),
    "internet socket": (41, socket.AF_INET, socket.SOCK_STREAM, 0),
    "unix socket": (41, socket.AF_UNIX, socket.SOCK_STREAM, 0),
    "netlink socket": (41, 16, socket.SOCK_RAW, 0),
    "execve": (59, b"/upright-torture/x", 0, 0),
    "execveat": (322, -100, b"/upright-torture/x", 0, 0, 0),
    "fork": (57,),
    "vfork": (58,),
    "clone": (56, signal.SIGCHLD, 0, 0, 0, 0),
    "clone3": (435, b"\0" * 88, 88),
    "ptrace": (101, 16, 1, 0, 0),
    "read another process": (310, 1, 0, 0, 0, 0, 0),
    "kill another process": (62, 1, 0),
    "io_uring": (425, 8, b"\0" * 120),
    "bpf": (321, 0, 0, 0),
    "userfaultfd": (323, 0),
    "mount": (165, b"none", b"/upright-torture", b"tmpfs", 0, 0),
    "unshare": (272, 0x10000000),
    "executable memory": (9, 0, 4096, 7, 0x22, -1, 0),
    "raise a limit": (160, 7, struct.pack("QQ", 1 << 40, 1 << 40)),
    "keyring": (250, 0, -3, 1),
}


class Worker:
    """`upright-codec` with one end of a socket pair, started like by the supervisor."""

    def __init__(self, bench, mode):
        self.near, far = socket.socketpair()
        self.process = subprocess.Popen(
            [bench.program("upright-codec"), "--sandbox", mode], stdin=far, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={})
        far.close()
        self.near.settimeout(20)
        self.near.recv(65536)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.near.close()

    def status(self):
        with open("/proc/%d/status" % self.process.pid) as file:
            return {key: value.strip() for key, _, value in (line.partition(":") for line in file)}


def check(result, what):
    if result == -1 and ctypes.get_errno():
        raise Skip("%s: %s" % (what, os.strerror(ctypes.get_errno())))


def inject(worker, number, arguments):
    """Lets the stopped worker make a system call with its last `syscall` instruction; returns the result."""
    pid = worker.process.pid
    saved = (ctypes.c_ulonglong * REGISTERS)()
    check(PTRACE(GETREGS, pid, None, ctypes.addressof(saved)), "registers")
    with open("/proc/%d/mem" % pid, "rb") as memory:
        memory.seek(saved[IP] - 2)
        if memory.read(2) != b"\x0f\x05":
            raise RuntimeError("the worker was not stopped in a system call")
    place = (saved[SP] - 65536) & ~15
    registers = (ctypes.c_ulonglong * REGISTERS)(*saved)
    values = []
    for argument in arguments:
        if isinstance(argument, bytes):
            content = argument + b"\0" * (16 - len(argument) % 8)
            for at in range(0, len(content), 8):
                check(PTRACE(POKE, pid, place + at, int.from_bytes(content[at:at + 8], "little")), "memory")
            values.append(place)
            place += (len(content) + 15) & ~15
        else:
            values.append(argument & 0xFFFFFFFFFFFFFFFF)
    for register, value in zip((DI, SI, DX, R10, R8, R9), values):
        registers[register] = value
    registers[AX], registers[ORIG], registers[IP] = number, 0xFFFFFFFFFFFFFFFF, saved[IP] - 2
    check(PTRACE(SETREGS, pid, None, ctypes.addressof(registers)), "registers")
    for _ in range(10):
        check(PTRACE(STEP, pid, None, None), "step")
        _, status = os.waitpid(pid, 0)
        if not os.WIFSTOPPED(status):
            raise RuntimeError("the worker ended: status %d" % status)
        check(PTRACE(GETREGS, pid, None, ctypes.addressof(registers)), "registers")
        # A pending signal stops the worker before the call is made.
        if registers[IP] != saved[IP] - 2:
            break
    check(PTRACE(SETREGS, pid, None, ctypes.addressof(saved)), "registers")
    return ctypes.c_longlong(registers[AX]).value


def attach(worker):
    """Stops the worker while it waits for a request: the preceding instruction is then `syscall`."""
    def is_waiting():
        with open("/proc/%d/syscall" % worker.process.pid) as file:
            return file.read().split()[0] not in ("running", "-1")
    if not wait_until(is_waiting, 20, 0.002):
        raise Skip("expected the worker to wait for a request; it does not")
    ctypes.set_errno(0)
    check(PTRACE(ATTACH, worker.process.pid, None, None), "ptrace")
    os.waitpid(worker.process.pid, 0)


def attempts(bench, mode, names):
    """The result of each call, each in a new worker with the given sandbox mode."""
    given = {}
    for name in names:
        number, *arguments = CALLS[name]
        worker = Worker(bench, mode)
        try:
            attach(worker)
            given[name] = inject(worker, number, arguments)
        finally:
            worker.end()
    return given


def run(bench):
    if platform.machine() != "x86_64":
        raise Skip("written for x86-64")
    bench.need_root()
    rounds = bench.size(quick=1, full=20)
    denied = 0
    for _ in range(rounds):
        for name, value in attempts(bench, "required", CALLS).items():
            denied += 1
            if -value not in DENIED:
                bench.fail("%s: %s" % (name, "possible (%d)" % value if value >= 0 else os.strerror(-value)))
    harmless = ["open for reading", "openat", "internet socket", "unix socket", "fork", "a file in memory", "stat",
                "executable memory"]
    for name, value in attempts(bench, "off", harmless).items():
        if value < 0:
            bench.fail("without the sandbox %s is also refused (%s): its refusal proves nothing" % (
                name, os.strerror(-value)))
    worker = Worker(bench, "required")
    status = worker.status()
    held = sorted(os.readlink("/proc/%d/fd/%s" % (worker.process.pid, number)).split(":")[0]
                  for number in os.listdir("/proc/%d/fd" % worker.process.pid))
    worker.end()
    for key, wanted in (("Seccomp", "2"), ("NoNewPrivs", "1"), ("CapEff", "0" * 16), ("CapBnd", "0" * 16), ("Threads", "1")):
        if status.get(key) != wanted:
            bench.fail("/proc: expected %s to be %s, found %s" % (key, wanted, status.get(key)))
    if len(held) != 3:
        bench.fail("expected 3 descriptors in the worker, found %s" % ", ".join(held))
    probe = run_command([bench.program("upright-codec"), "--sandbox", "required", "--probe-sandbox"])
    if probe.returncode != 0 or b"POSSIBLE" in probe.stdout:
        bench.fail("the worker's own probe: " + probe.stdout.decode()[-300:])
    bench.tell("%d calls of %d kinds injected into workers: all denied; the worker's own probe: %d denied" % (
        denied, len(CALLS), probe.stdout.count(b"denied")))
