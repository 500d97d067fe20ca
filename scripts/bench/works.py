"""The workloads (a) to (h) and (v) of the benchmark."""
import glob
import math
import os
import shutil
import subprocess

import numpy as np
from PIL import Image

import workload
from measuring import timed
from peers import TARGET, folder_peers, have, into, jpeg_peers, single_peers
from session import JOBS


def psnr(reference, path):
    image = np.asarray(Image.open(path).convert("RGB"), dtype=np.float64)
    if image.shape != reference.shape:
        return 0.0
    error = ((image - reference) ** 2).mean()
    return 99.0 if error == 0 else 10 * math.log10(255 ** 2 / error)


def outputs(session, kind):
    return glob.glob(os.path.join(session.scratch, f"out/upright/**/*.{kind}"), recursive=True)


def written_size(session, command, suffix):
    """The size of what a peer writes."""
    target = session.new_file(suffix)
    subprocess.run(into(command, target), check=True)
    return os.path.getsize(target)


def work_a(session, folder):
    source = os.path.join(folder, "a.jpg")
    copies = 12
    session.compare(
        "(a) 12-megapixel JPEG, 4:2:0, orientation 6: per file of a folder",
        session.threads(session.folder_of(source, copies), copies),
        jpeg_peers(session, source, ["exiftran", "jpegtran"]))
    session.compare(
        "(a) the same: one file per process", session.threads(source),
        jpeg_peers(session, source, ["exiftran", "jpegtran", "ImageMagick", "GraphicsMagick", "libvips", "Pillow"]))
    for orientation in (2, 3, 4):
        turned = os.path.join(folder, f"a-{orientation}.jpg")
        session.compare(
            f"(a) orientation {orientation}: per file of a folder", session.threads(session.folder_of(turned, copies), copies),
            jpeg_peers(session, turned, ["exiftran", "jpegtran"], orientation))


def work_v(session, folder):
    for name, title in workload.VARIANTS.items():
        source = os.path.join(folder, f"v-{name}.jpg")
        session.compare(
            f"(v) 12-megapixel JPEG, {title}, orientation 6: per file of a folder",
            session.threads(session.folder_of(source, 6), 6), jpeg_peers(session, source, ["exiftran", "jpegtran"]))


def work_b(session, folder):
    source = os.path.join(folder, "b.jpg")
    copies = 12
    many = session.folder_of(source, copies)

    def floor():
        target = session.fresh("cp")
        return timed(["sh", "-c", 'for f in "$1"/*; do cp "$f" "$2" && sync "$2/$(basename "$f")"; done', "sh", many, target], copies)

    session.compare(
        "(b) 12-megapixel JPEG, orientation 1: per file of a folder", session.threads(many, copies),
        {"cp and sync of the file": floor, **jpeg_peers(session, source, ["exiftran", "jpegtran"], 1)})


def work_c(session, folder):
    source = os.path.join(folder, "c.jpg")
    session.compare(
        "(c) 24-megapixel progressive JPEG, orientation 6: per file of a folder", session.threads(session.folder_of(source, 4), 4),
        jpeg_peers(session, source, ["jpegtran -progressive", "exiftran", "jpegtran"]),
        "upright and `jpegtran -progressive` write a progressive picture; the others write a sequential one.")


def work_d(session, folder):
    source = os.path.join(folder, "d.jpg")
    session.compare(
        "(d) odd-sized 12-megapixel JPEG, orientation 6: per file of a folder", session.threads(session.folder_of(source, 6), 6),
        jpeg_peers(session, source, ["ImageMagick", "GraphicsMagick", "libvips"]))
    reference = np.asarray(Image.open(source).convert("RGB").transpose(Image.Transpose.ROTATE_270), dtype=np.float64)
    figures = {"upright": psnr(reference, outputs(session, "jpg")[0])}
    for name, command in (("ImageMagick", ["convert", source, "-auto-orient"]), ("libvips", ["vips", "autorot", source])):
        if have(command[0]):
            target = session.new_file(".jpg")
            subprocess.run([*command, target], check=True)
            figures[name] = psnr(reference, target)
    session.remark("(d) PSNR against the turned pixels of the source: " + ", ".join(f"{name} {value:.2f} dB" for name, value in figures.items()) + ".")


def work_e(session, folder):
    for name, title in (("e-2mp", "RGB 8-bit, 2 megapixels"), ("e-12mp", "RGB 8-bit, 12 megapixels"),
                        ("e-palette", "palette, 2 megapixels"), ("e-16bit", "RGB 16-bit, 2 megapixels")):
        source = os.path.join(folder, name + ".png")
        copies = 3 if name == "e-12mp" else 12
        commands = {"libvips": ["vips", "autorot", source, TARGET], "ImageMagick": ["convert", source, "-rotate", "90", TARGET]}
        session.compare(f"(e) PNG {title}, orientation 6: per file of a folder",
                        session.threads(session.folder_of(source, copies), copies), single_peers(session, commands, ".png"))
        sizes = {"upright": os.path.getsize(outputs(session, "png")[0])}
        sizes.update((peer, written_size(session, command, ".png")) for peer, command in commands.items() if have(command[0]))
        session.remark(f"(e) PNG {title}, size of the output relative to the source: " + ", ".join(
            f"{peer} {size / os.path.getsize(source):.3f}" for peer, size in sizes.items()) + ".")
    source = os.path.join(folder, "e-lossless.webp")
    commands = {"libvips": ["sh", "-c", 'vips autorot "$0" "$1[lossless]"', source, TARGET]} if have("vips") else {}
    session.compare("(e) WebP without loss, 2 megapixels, orientation 6: per file of a folder",
                    session.threads(session.folder_of(source, 4), 4), single_peers(session, commands, ".webp"))
    sizes = {"upright": os.path.getsize(outputs(session, "webp")[0])}
    sizes.update((peer, written_size(session, command, ".webp")) for peer, command in commands.items())
    session.remark("(e) WebP, size of the output relative to the source: " + ", ".join(
        f"{peer} {size / os.path.getsize(source):.3f}" for peer, size in sizes.items()) + ".")


def work_m(session, folder):
    """HEIC is not decoded: what it takes is a copy and the digests of both files."""
    for name, title, copies in (("m-12mp", "12 megapixels", 4), ("m-large", "100 MB", 1)):
        source = os.path.join(folder, name + ".heic")
        if not os.path.exists(source):
            session.remark(f"(m) HEIC of {title}: not measured, since heif-enc or exiftool is missing.")
            continue
        commands = {"cp and two sha256sum": ["sh", "-c", 'cp "$0" "$1" && sha256sum "$0" "$1" > /dev/null', source, TARGET]}
        session.compare(f"(m) HEIC, {title}, orientation 6: per file of a folder",
                        session.threads(session.folder_of(source, copies), copies), single_peers(session, commands, ".heic"))


def work_f(session, folder):
    for name, title in (("f-turned", "orientation 6"), ("f-upright", "upright")):
        source = os.path.join(folder, name + ".gif")
        turn = ["--rotate-90"] if name == "f-turned" else []
        commands = {"gifsicle": ["gifsicle", "--no-warnings", *turn, source, "-o", TARGET],
                    "ImageMagick": ["convert", source, "-rotate", "90", TARGET]}
        session.compare(f"(f) GIF animation of 100 frames, {title}: per file of a folder",
                        session.threads(session.folder_of(source, 6), 6), single_peers(session, commands, ".gif"))
        if have("gifsicle"):
            own = os.path.getsize(outputs(session, "gif")[0])
            size = written_size(session, commands["gifsicle"], ".gif")
            session.remark(f"(f) GIF, {title}, size of the output relative to gifsicle's: {own / size:.3f}.")


def work_g(session, folder):
    mixed = os.path.join(folder, "g")
    session.compare("(g) a folder of mixed files", {JOBS: lambda: session.run_upright(mixed, JOBS)}, folder_peers(session, mixed, [
        ("ImageMagick under xargs", "convert", 'convert "$1" -auto-orient "$0/$1"'),
        ("GraphicsMagick under xargs", "gm", 'gm convert "$1" -auto-orient "$0/$1"'),
        ("libvips under xargs", "vips", 'vips autorot "$1" "$0/$1" 2>/dev/null || cp "$1" "$0/$1"'),
    ]), f"{len(os.listdir(mixed))} JPEG, PNG and GIF files in all eight orientations; {JOBS} jobs per tool.")


def work_h(session, folder):
    small = os.path.join(folder, "h")
    count = len(os.listdir(small))
    results = session.compare("(h) a folder of thumbnails of 10 KB", {JOBS: lambda: session.run_upright(small, JOBS)}, folder_peers(session, small, [
        ("exiftran under xargs", "exiftran", 'exiftran -a -o "$0/$1" "$1" 2>/dev/null || cp "$1" "$0/$1"'),
        ("jpegtran under xargs", "jpegtran", 'jpegtran -copy all -rotate 90 -outfile "$0/$1" "$1"'),
    ]), f"{count} JPEG files; {JOBS} jobs per tool.")
    cost = sorted(run.cpu for run in results[JOBS])[len(results[JOBS]) // 2]
    session.remark(f"(h) {cost / count * 1000:.2f} ms of processor time per file.")
    shutil.rmtree(os.path.join(session.scratch, "used"), ignore_errors=True)
