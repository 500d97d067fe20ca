"""Measures tables of values: `inspect --csv` and `tag --csv` against `exiftool -csv`, over thousands of files in one run."""
import os
import shutil
import subprocess
import sys

from measuring import timed

COUNT = 10_000
COLUMNS = ["DateTimeOriginal", "Make", "Model", "ISO", "ExposureTime", "FNumber", "GPSLatitude", "GPSLongitude", "Title", "Keywords"]


def make(session, picture, count):
    """A folder with copies of a picture that has Exif, XMP and IPTC."""
    top = os.path.join(session.scratch, "batch")
    shutil.rmtree(top, ignore_errors=True)
    os.makedirs(top)
    first = os.path.join(top, "first.jpg")
    shutil.copyfile(picture, first)
    subprocess.run(
        [session.upright, "tag", first, "--gps", "48.137154,11.576124,519.5", "--time", "2024-05-17T18:03:09+02:00", "--set",
         "IFD0:Make=Maker", "--set", "IFD0:Model=Model", "--set", "EXIF:ISO=200", "--set", "EXIF:FNumber=2.8", "--set",
         "EXIF:ExposureTime=1/160", "--set", "XMP:dc:title=A title", "--set", "IPTC:Keywords=one", "--set", "IPTC:Keywords=two"],
        check=True, stdout=subprocess.DEVNULL)
    for number in range(count - 1):
        if number % 500 == 0:
            os.mkdir(os.path.join(top, f"{number // 500:04}"))
        shutil.copyfile(first, os.path.join(top, f"{number // 500:04}", f"IMG_{number:06}.jpg"))
    return top


def work_t(session, folder):
    pictures = os.path.join(folder, "h")
    tables(session, os.path.join(pictures, sorted(os.listdir(pictures))[0]), COUNT)


def tables(session, picture, count):
    if shutil.which("exiftool") is None:
        sys.exit("bench: (t) needs exiftool")
    top = make(session, picture, count)
    session.say(f"\n## (t) tables\n\nProcessor time for each of {count:,} files in one run, children included; exiftool is one process, "
                "upright reads each file in a confined worker.\n")
    selected = ["-" + name for name in COLUMNS]
    for title, own, peer in (
        ("every usual column", ["inspect", "--csv", "-r", top], ["-csv", "-q", "-r", top]),
        (f"{len(COLUMNS)} columns", ["inspect", "--csv", "--get", ",".join(COLUMNS), "-r", top], ["-csv", "-q", *selected, "-r", top]),
    ):
        ours = [timed([session.upright, *own]) for _ in range(session.rounds)]
        theirs = [timed(["exiftool", *peer]) for _ in range(min(session.rounds, 2))]
        mine, other = min(run.cpu for run in ours), min(run.cpu for run in theirs)
        session.say(f"- {title}: upright {mine * 1e6 / count:.0f} µs, exiftool {other * 1e6 / count:.0f} µs ({other / mine:.1f}×); "
                    f"wall time {min(run.wall for run in ours):.1f} s and {min(run.wall for run in theirs):.1f} s; "
                    f"memory {max(run.peak for run in ours):.0f} and {max(run.peak for run in theirs):.0f} MiB")
    shutil.rmtree(top)
