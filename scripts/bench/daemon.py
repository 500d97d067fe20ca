"""Measures the cost of the worker process, the start-up time of a run, and the time until a dropped picture is durable."""
import os
import shutil
import signal
import statistics
import subprocess
import time

CONFIGURATION = """folders:
  - source: {top}/drop
    output: {top}/out
    settle: {settle}ms
state: {top}/state
sandbox: {sandbox}
status: {{listen: off}}
"""


def configured(session, name, sandbox="best-effort", settle=100):
    top = session.fresh(name)
    os.makedirs(os.path.join(top, "drop"))
    path = os.path.join(top, "pipeline.yaml")
    with open(path, "w") as file:
        file.write(CONFIGURATION.format(top=top, settle=settle, sandbox=sandbox))
    return top, path


def seconds(command):
    began = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - began


def overhead(session, pictures):
    """The additional milliseconds per picture in a worker, compared with the supervisor, for each round."""
    count, differences = len(os.listdir(pictures)), []
    for _ in range(max(session.rounds, 5)):
        took = {}
        for sandbox in ("best-effort", "off"):
            top, config = configured(session, "overhead-" + sandbox, sandbox)
            took[sandbox] = seconds([
                session.upright, "reprocess", pictures, "--output", os.path.join(top, "out"), "--config", config,
                "--jobs", "1", "--quiet"])
        differences.append((took["best-effort"] - took["off"]) * 1000 / count)
    return differences


def start(session, picture):
    """The milliseconds of a complete run on one small picture, worker included."""
    took = []
    for _ in range(max(session.rounds, 5) * 4):
        top = session.fresh("start")
        took.append(seconds([session.upright, "reprocess", picture, "--output", os.path.join(top, "out"), "--quiet"]) * 1000)
    return took


def latency(session, picture, settle=100):
    """The milliseconds from a picture's arrival until it is delivered and recorded, without the settle time."""
    return [value for _ in range(3) for value in latencies(session, picture, settle)]


def latencies(session, picture, settle):
    top, config = configured(session, "latency", settle=settle)
    daemon = subprocess.Popen(
        [session.upright, "watch", "--config", config, "--log-format", "json"], stderr=subprocess.PIPE, text=True)
    took = []

    def await_line(word):
        for line in daemon.stderr:
            if word in line:
                return time.monotonic()
        raise SystemExit("bench: the daemon ended unexpectedly")

    try:
        await_line("watching")
        time.sleep(0.5)
        # Few enough that the rate-limited log reports each.
        for number in range(20):
            name = "p%04d.jpg" % number
            shutil.copyfile(picture, os.path.join(top, name))
            began = time.monotonic()
            os.rename(os.path.join(top, name), os.path.join(top, "drop", name))
            took.append((await_line(name) - began) * 1000 - settle)
            time.sleep(0.02)
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
    # The first picture still starts a worker.
    return took[1:]


def figures(values):
    return "%.1f ms (%.1f to %.1f)" % (statistics.median(values), min(values), max(values))


def work_i(session, folder):
    pictures = os.path.join(folder, "h")
    picture = os.path.join(pictures, sorted(os.listdir(pictures))[0])
    session.say("\n## (i) processes\n\nThumbnails of 10 KB; the median, with the smallest and the largest.\n")
    session.say("- additional time in a sandboxed worker, compared with the supervisor: " + figures(overhead(session, pictures))
              + " per picture")
    session.say("- `upright reprocess` on one picture, from start to exit, worker included: " + figures(start(session, picture)))
    session.say("- the daemon, from a picture's arrival until it is durable and recorded, without the settle time: "
              + figures(latency(session, picture)))
