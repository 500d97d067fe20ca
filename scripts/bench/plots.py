"""Draws the benchmark's results as SVG with matplotlib."""
import os
import re

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "upright", "font.family": "sans-serif", "font.size": 9,
                            "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "white"})

from matplotlib import pyplot  # noqa: E402

COLOURS = {"upright": "#0b6e4f", "exiftran": "#c44536", "jpegtran": "#e09f3e", "jpegtran -progressive": "#9c6b1e", "libvips": "#4361a8",
           "ImageMagick": "#7a5195", "GraphicsMagick": "#b07aa1", "gifsicle": "#5f7470", "Pillow": "#555555",
           "cp and sync of the file": "#999999"}


def colour(peer):
    return COLOURS.get(peer.replace(" under xargs", ""), "#777777")


def save(figure, path):
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    # Remove trailing blanks, so that the file is clean in version control.
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(re.sub(r"[ \t]+\n", "\n", text))


def processor(rows, path):
    """Horizontal bars: each peer's processor time as a multiple of upright's, on one core."""
    figure, axes = pyplot.subplots(figsize=(8, 0.2 * len(rows) + 1.2))
    labels, last = [], None
    for index, (work, peer, ratio) in enumerate(rows):
        axes.barh(index, ratio, color=colour(peer), height=0.8)
        axes.text(ratio * 1.02, index, f"{ratio:.2f}", va="center", fontsize=7)
        short = work.split(": per file")[0]
        labels.append(f"{short} · {peer}" if short != last else peer)
        last = short
    axes.set_yticks(range(len(rows)), labels, fontsize=7)
    axes.margins(y=0.005)
    axes.invert_yaxis()
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xticks([0.5, 1, 2, 4, 8, 16], ["0.5", "1", "2", "4", "8", "16"])
    axes.minorticks_off()
    axes.set_xlabel("processor time, peer / upright (log scale)")
    save(figure, path)


def curves(lines, path, across, up):
    """One line per contender over a logarithmic axis."""
    figure, axes = pyplot.subplots(figsize=(6.4, 3.4))
    for name, points in lines.items():
        if points:
            axes.plot([x for x, _ in points], [y for _, y in points], marker="o", markersize=3, color=colour(name), label=name)
    axes.set_xscale("log")
    ticks = [x for x, _ in next(iter(lines.values()))]
    axes.set_xticks(ticks, [f"{round(x):,}" for x in ticks])
    axes.minorticks_off()
    axes.set_ylim(bottom=0)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    axes.legend(frameon=False)
    axes.grid(axis="y", linewidth=0.3)
    save(figure, path)


def draw(session, folder):
    """Writes the plots of the results into `folder`; returns the Markdown that shows them."""
    shown = []
    if session.processor:
        processor(session.processor, os.path.join(folder, "benchmarks-processor.svg"))
        shown.append("![Processor time of each peer as a multiple of upright's](benchmarks-processor.svg)")
    if getattr(session, "by_size", None):
        curves(session.by_size, os.path.join(folder, "benchmarks-size.svg"), "megapixels", "processor time per megapixel, ms")
        shown.append("![Processor time per megapixel by size](benchmarks-size.svg)")
    if getattr(session, "by_files", None):
        curves({"upright": session.by_files}, os.path.join(folder, "benchmarks-files.svg"), "files in the folder",
               "processor time per file, ms")
        shown.append("![Processor time per file by number of files](benchmarks-files.svg)")
    return shown
