#!/usr/bin/env python3
"""Checks in headless Chromium that a browser shows each fixture, in each orientation, the same before and after.

    browser.py --upright PROGRAM [--fixtures FOLDER] [FILE...]

Every fixture that is a picture (or every FILE) is tested unchanged, and in eight copies whose Exif orientation exiftool sets.
upright normalizes them. Chromium draws each file and its output onto canvases, and the pixels are compared: size and bytes
for PNG, GIF and WebP, size and 26 dB for JPEG and AVIF, since requantized components and colours between the samples of a
turned picture differ slightly, and a wrongly turned picture differs far more. For carriers that browsers do not read (XMP, and
so all GIFs; Exif in WebP and AVIF), the reference is the stored picture, turned by the orientation that upright reports.
avifenc and cwebp, if they are there, make an AVIF and two WebP files of a fixture.

Exit status: 0 if every picture is shown as before, 1 if one is not, 2 if the comparison could not be made."""

import argparse
import collections
import http.server
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.parse

LEAST_PSNR = 26.0

PAGE = """<!doctype html><meta charset="utf-8"><script>
// The orientations as canvas transforms: stored (w, h) to upright.
const TURNS = {1: (w, h) => [1, 0, 0, 1, 0, 0], 2: (w, h) => [-1, 0, 0, 1, w, 0], 3: (w, h) => [-1, 0, 0, -1, w, h],
  4: (w, h) => [1, 0, 0, -1, 0, h], 5: (w, h) => [0, 1, 1, 0, 0, 0], 6: (w, h) => [0, 1, -1, 0, h, 0],
  7: (w, h) => [0, -1, -1, 0, h, w], 8: (w, h) => [0, -1, 1, 0, 0, w]};
async function image(url) {
  const element = new Image();
  element.src = url;
  await element.decode();
  return element;
}
function pixels(source, w, h, turn) {
  const canvas = document.createElement('canvas');
  const upright = turn >= 5 ? [h, w] : [w, h];
  [canvas.width, canvas.height] = upright;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.imageSmoothingEnabled = false;
  context.setTransform(...TURNS[turn](w, h));
  context.drawImage(source, 0, 0, w, h);
  return {w: upright[0], h: upright[1], data: context.getImageData(0, 0, ...upright).data};
}
function error(a, b) {
  if (a.w !== b.w || a.h !== b.h) return null;
  let sum = 0;
  for (let i = 0; i < a.data.length; i++) { const d = a.data[i] - b.data[i]; sum += d * d; }
  return sum / a.data.length;
}
async function compare(name, turn) {
  const result = {name};
  let before;
  try { before = await image('/in/' + name); } catch (e) { return {...result, unreadable: true}; }
  const shown = pixels(before, before.naturalWidth, before.naturalHeight, 1);
  let after;
  try { after = await image('/out/' + name); } catch (e) { return {...result, broken: true}; }
  const upright = pixels(after, after.naturalWidth, after.naturalHeight, 1);
  result.before = [shown.w, shown.h];
  result.after = [upright.w, upright.h];
  result.error = error(shown, upright);
  const stored = await image('/stored/' + name);
  const [width, height] = [stored.naturalWidth, stored.naturalHeight];
  // Whether the browser ignored the orientation, and the difference of the output from the turned stored picture.
  result.ignored = error(shown, pixels(stored, width, height, 1)) === 0;
  result.turned = error(pixels(stored, width, height, turn), upright);
  return result;
}
(async () => {
  const list = await (await fetch('/list')).json();
  for (const [name, turn] of list) {
    let result;
    try { result = await compare(encodeURI(name), turn); } catch (e) { result = {failure: String(e)}; }
    await fetch('/result', {method: 'POST', body: JSON.stringify({...result, name})});
  }
  await fetch('/done', {method: 'POST', body: ''});
})();
</script>"""


def without_orientation(data):
    """The file without the parts from which browsers read an orientation: APP1 of JPEG, eXIf of PNG."""
    if data[:2] == b"\xff\xd8":
        kept, at = [data[:2]], 2
        while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
            if data[at + 1] == 0xFF:
                at += 1
                continue
            end = at + 2 + int.from_bytes(data[at + 2:at + 4], "big")
            if data[at + 1] != 0xE1:
                kept.append(data[at:end])
            at = end
        return b"".join(kept) + data[at:]
    if data[:4] == b"\x89PNG":
        kept, at = [data[:8]], 8
        while at + 12 <= len(data):
            end = at + 12 + int.from_bytes(data[at:at + 4], "big")
            if data[at + 4:at + 8] != b"eXIf":
                kept.append(data[at:end])
            at = end
        return b"".join(kept) + data[at:]
    return data


class Server(http.server.ThreadingHTTPServer):
    """Serves the page and the pictures before and after, and collects the page's results."""

    def __init__(self, top, pairs):
        super().__init__(("127.0.0.1", 0), Handler)
        self.top, self.pairs = top, pairs
        self.results = []
        self.done = threading.Event()


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, body, kind="application/json"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            return self.answer(PAGE.encode(), "text/html")
        if self.path == "/list":
            return self.answer(json.dumps(self.server.pairs).encode())
        name = urllib.parse.unquote(self.path).lstrip("/")
        bare = name.startswith("stored/")
        name = name.replace("stored/", "in/", 1) if bare else name
        if name not in self.server.files:
            return self.send_error(404)
        with open(os.path.join(self.server.top, name), "rb") as file:
            data = file.read()
        end = name.rsplit(".", 1)[-1]
        self.answer(without_orientation(data) if bare else data, "image/" + {"jpg": "jpeg"}.get(end, end))

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/result":
            self.server.results.append(json.loads(body))
        else:
            self.server.done.set()
        self.answer(b"{}")

    def log_message(self, *arguments):
        pass


def kind(path):
    with open(path, "rb") as file:
        head = file.read(12)
    if head[:2] == b"\xff\xd8":
        return "jpg"
    if head[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if head[4:12] == b"ftypavif":
        return "avif"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    return "gif" if head[:4] == b"GIF8" else None


def fixtures(folder):
    """The pictures below a folder except damaged ones, whose missing parts are transparent in a browser and grey in the output."""
    for top, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in ("bad", "recipes", "state", "other"))
        for name in sorted(names):
            path = os.path.join(top, name)
            if kind(path):
                yield path


def made(fixtures, folder):
    """Pictures of formats of which there are no fixtures that a browser shows."""
    source = os.path.join(fixtures, "samples", "photo.jpg")
    for name, command in (("made.avif", ["avifenc", "--ignore-exif", "--ignore-xmp", "-s", "8"]), ("made-lossless.webp", ["cwebp", "-quiet", "-lossless"]),
                          ("made-lossy.webp", ["cwebp", "-quiet"])):
        target = os.path.join(folder, name)
        if shutil.which(command[0]) and os.path.exists(source):
            end = ["-o", target] if command[0] == "cwebp" else [target]
            subprocess.run([*command, source, *end], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if os.path.exists(target):
            yield target


def prepare(paths, folder):
    """Copies the files under plain names, unchanged and in eight orientations."""
    names = []
    for number, path in enumerate(paths):
        end = kind(path)
        stem = "%03d-%s" % (number, "".join(c if c.isascii() and c.isalnum() else "_" for c in os.path.basename(path)))
        shutil.copyfile(path, os.path.join(folder, "%s.as-is.%s" % (stem, end)))
        names.append("%s.as-is.%s" % (stem, end))
        if end != "gif":
            names += ["%s.o%d.%s" % (stem, turn, end) for turn in range(1, 9)]
    for turn in range(1, 9):
        copies = []
        for name in names:
            if ".o%d." % turn in name:
                shutil.copyfile(os.path.join(folder, name.replace(".o%d." % turn, ".as-is.")), os.path.join(folder, name))
                copies.append(name)
        if copies:
            # A file that exiftool cannot write (damaged metadata) stays unchanged, and is compared anyway.
            subprocess.run(["exiftool", "-q", "-q", "-m", "-n", "-overwrite_original", "-Orientation#=%d" % turn, *copies],
                           cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return names


def show(server, browser, seconds):
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.Popen(
            [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--force-color-profile=srgb",
             "--disable-dev-shm-usage", "--user-data-dir=" + profile, "http://127.0.0.1:%d/" % server.server_port],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = server.done.wait(seconds)
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        server.shutdown()
    return done


def psnr(error):
    return float("inf") if error == 0 else -10 * math.log10(error / 255 ** 2)


def verdict(result, report):
    """The problem with a pair, or None, and the rule by which it was judged."""
    if "failure" in result:
        return "the page failed: " + result["failure"], "page"
    if result.get("unreadable"):
        return None, "Chromium cannot read the source"
    if result.get("broken"):
        return "Chromium cannot read the output", "page"
    exact = report["type"] not in ("public.jpeg", "public.avif")
    error, rule = result["error"], "as before"
    if result["ignored"] and (report["orientation"] or 1) in range(2, 9) and report["outcome"] == "normalized":
        error, rule = result["turned"], "carrier that browsers do not read"
    if error is None:
        return "%s before, %s after" % ("×".join(map(str, result["before"])), "×".join(map(str, result["after"]))), rule
    if error != 0 if exact else psnr(error) < LEAST_PSNR:
        return "the pixels differ: %.1f dB" % psnr(error), rule
    return None, rule


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--upright", required=True)
    parser.add_argument("--fixtures", default="fixtures")
    parser.add_argument("--browser", default=shutil.which("chromium") or shutil.which("chromium-browser"))
    parser.add_argument("--seconds", type=int, default=900, help="the time limit of the browser")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the files before and after in this folder")
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    if not arguments.browser:
        sys.exit("browser.py: expected chromium, found none; install Debian's package `chromium`")
    top = arguments.keep or tempfile.mkdtemp()
    before, after = os.path.join(top, "in"), os.path.join(top, "out")
    os.makedirs(before, exist_ok=True)
    paths = arguments.files or list(fixtures(arguments.fixtures)) + list(made(arguments.fixtures, top))
    try:
        names = prepare([path for path in paths if kind(path)], before)
        lines = subprocess.run([arguments.upright, "reprocess", before, "--output", after, "--json"],
                               stdout=subprocess.PIPE, check=False).stdout.decode().splitlines()
        reports = {os.path.basename(line["source"]): line for line in map(json.loads, lines)}
        written = [name for name in names if os.path.exists(os.path.join(after, name))]
        turns = {name: reports[name]["orientation"] for name in written}
        server = Server(top, [[name, turn if turn in range(1, 9) else 1] for name, turn in turns.items()])
        server.files = {"in/" + name for name in written} | {"out/" + name for name in written}
        if not show(server, arguments.browser, arguments.seconds):
            print("browser.py: Chromium returned %d of %d results in %d s" % (
                len(server.results), len(written), arguments.seconds), file=sys.stderr)
            sys.exit(2)
        wrong, rules = [], collections.Counter()
        for result in server.results:
            problem, rule = verdict(result, reports[result["name"]])
            rules[rule] += 1
            if problem:
                wrong.append("%s: %s" % (result["name"], problem))
        for line in sorted(wrong):
            print(line)
        print("%d files of %d pictures: %d shown differently; %s; not written: %d" % (
            len(names), len(paths), len(wrong), ", ".join("%s: %d" % item for item in sorted(rules.items())),
            len(names) - len(written)))
        sys.exit(1 if wrong or not server.results else 0)
    finally:
        if not arguments.keep:
            shutil.rmtree(top, ignore_errors=True)


if __name__ == "__main__":
    main()
