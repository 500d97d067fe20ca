"""A job that is seen, and that ends when it is asked to."""

from __future__ import annotations

import http.server
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from upright import Report, batch
from upright.batch import progress
from upright.batch.delivery import Delivery
from upright.batch.manifest import Entry
from upright.batch.progress import Progress, Tally
from upright.batch.usage import Usage

from .conftest import REPOSITORY
from .samples import fill

pytest.importorskip("pyarrow")
pytest.importorskip("obstore")

SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[A-Za-z]+"\})? -?[0-9.]+')


def tally() -> Tally:
    usage = Usage()
    for method in ("GET", "PUT"):
        for _ in range(100):
            usage.request(method)
    usage.retry()
    made = Tally("shard 3", 400, usage=usage)
    for outcome in ("normalized",) * 90 + ("unchanged",) * 10:
        report = Report("a", None, "public.jpeg", outcome, source_bytes=1_000_000, output_bytes=2_000_000, seconds=0.5)
        made.add([Delivery(report)])
    return made


def test_a_tally_says_rate_outcomes_bytes_cost_and_the_time_left() -> None:
    text = tally().text(50.0)
    assert text == (
        "shard 3: 100 of 400, 2.0 pictures/s, 90 normalized, 10 unchanged, 100 MB in, 200 MB out, $0.0012, 1 retries, "
        "0:02:30 left"
    )


def test_metrics_are_openmetrics_text(tmp_path: Path) -> None:
    text = tally().metrics(50.0)
    assert text.endswith("\n# EOF\n")
    lines = text.splitlines()
    assert 'upright_batch_pictures_total{outcome="normalized"} 90' in lines
    assert 'upright_batch_requests_total{method="PUT"} 100' in lines
    typed: set[str] = set()
    for line in lines[:-1]:
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert kind in ("counter", "gauge")
            typed.add(f"{name}_total" if kind == "counter" else name)
        else:
            assert SAMPLE.fullmatch(line), line
            assert line.split("{")[0].split(" ")[0] in typed


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_without_a_terminal_there_is_a_line_a_minute(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    clock = Clock()
    shown = Progress(tally(), file=tmp_path / "m.prom", clock=clock)
    for second in range(181):
        clock.now = second
        shown.show()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("upright-batch: shard 3: 100 of 400, 1.7 pictures/s")
    assert (tmp_path / "m.prom").read_text().endswith("# EOF\n")
    assert list(tmp_path.iterdir()) == [tmp_path / "m.prom"]
    quiet = Progress(tally(), quiet=True, clock=clock)
    clock.now = 1000
    quiet.show()
    assert capsys.readouterr().err == ""


def test_metrics_are_pushed_and_a_gateway_that_fails_ends_no_job(capsys: pytest.CaptureFixture[str]) -> None:
    bodies: list[tuple[str, bytes]] = []

    class Gateway(http.server.BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            bodies.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *arguments: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Progress(tally(), push=f"http://127.0.0.1:{server.server_port}/metrics/job/upright"):
        pass
    server.shutdown()
    server.server_close()
    ((path, body),) = bodies
    assert path == "/metrics/job/upright"
    assert body.endswith(b"# EOF\n")
    for url in (f"http://127.0.0.1:{server.server_port}/", "no url"):
        with Progress(tally(), push=url) as shown:
            shown._next_push = 0
            shown.show()
        assert capsys.readouterr().err.count("metrics:") == 1


def planned(folder: Path, turned: bytes, count: int = 5_000) -> list[str]:
    (folder / "in").mkdir()
    names = [f"{number}.jpg" for number in range(count)]
    for name in names:
        (folder / "in" / name).write_bytes(turned)
    places = [str(folder / name) for name in ("in", "out", "work")]
    batch.plan([Entry(name) for name in names], *places, shard_seconds=1e6)
    return [sys.executable, "-m", "upright.batch", "run", "--work", places[2], "--shard", "0", "--quiet"]


def wait_for_outputs(process: subprocess.Popen[str], folder: Path) -> None:
    while not (folder / "out").exists() or len(os.listdir(folder / "out")) < 20:
        assert process.poll() is None
        time.sleep(0.01)


ENVIRONMENT = {**os.environ, "PYTHONPATH": str(REPOSITORY / "python")}


def test_sigterm_ends_a_shard_at_the_next_picture(tmp_path: Path, turned: bytes) -> None:
    command = [*planned(tmp_path, turned), "--metrics", str(tmp_path / "m.prom")]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_for_outputs(process, tmp_path)
    process.terminate()
    start = time.monotonic()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 75, errors
    assert time.monotonic() - start < 30
    assert "stopped after" in errors
    # What was done is whole, and there is nothing else.
    written = sorted((tmp_path / "out").iterdir())
    done = int(re.search(r"stopped after (\d+) of", errors)[1])  # type: ignore[index]
    assert len(written) == done
    assert len({path.read_bytes() for path in written}) == 1
    assert batch.status(str(tmp_path / "work")).done == 0
    assert f'upright_batch_pictures_total{{outcome="normalized"}} {done}' in (tmp_path / "m.prom").read_text()


def test_process_1_ends_on_sigterm(tmp_path: Path, turned: bytes) -> None:
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "--pid", "--fork", "true"], check=False).returncode:
        pytest.skip("this user cannot make a process 1")
    command = [unshare, "--pid", "--fork", "--mount-proc", *planned(tmp_path, turned)]
    process = subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True)
    wait_for_outputs(process, tmp_path)
    (child,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 75, errors
    assert "stopped after" in errors


def test_sigterm_ends_a_command_that_is_still_loading() -> None:
    script = (
        "import os, signal, sys, types\nloading = types.ModuleType('loading')\n"
        "loading.__getattr__ = lambda name: os.kill(os.getpid(), signal.SIGTERM)\n"
        "import upright.batch\nsys.modules['upright.batch.__main__'] = loading\n"
        "from upright._batch import main\nsys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, check=False)
    assert done.returncode == 75


def test_a_store_that_fails_does_not_hold_up_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    from upright.batch.objects import retrying
    from upright.batch.usage import STOPPING

    def failing() -> None:
        STOPPING.set()
        raise OSError("down")

    try:
        with pytest.raises(batch.StoreError, match="stopped"):
            retrying(failing, "a", 180.0)
    finally:
        STOPPING.clear()


def test_the_bare_wheel_says_what_its_command_needs() -> None:
    script = (
        "import importlib.util, sys\nreal = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name, *a: None if name == 'obstore' else real(name, *a)\n"
        "from upright._batch import main\nsys.exit(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (78, "upright-batch: needs obstore: pip install 'upright[batch]'\n")


def test_the_bar_is_a_line_a_minute_without_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("upright.batch.progress.time.monotonic", clock)
    bar = progress.Bar("pictures", False)
    for second in range(130):
        clock.now = second
        bar(1000 * second)
    assert capsys.readouterr().err == "upright-batch: pictures 60,000\nupright-batch: pictures 120,000\n"


def test_plans_of_folders_leave_no_file_of_metrics(tmp_path: Path) -> None:
    names = fill(tmp_path, 2)
    places = [str(tmp_path / name) for name in ("in", "out", "work")]
    batch.plan([Entry(name) for name in names], *places)
    seen: list[int] = []
    batch.run(places[2], 0, observer=lambda rows: seen.append(len(rows)))
    assert seen == [1, 1]
