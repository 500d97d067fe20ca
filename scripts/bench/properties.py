"""The workload (p) of the benchmark: reading all properties of many pictures."""
import glob
import os
import shutil

from measuring import timed
from peers import have
from session import JOBS

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pictures of cameras, if they are there; the samples have fewer tags.
CAMERAS = os.path.join(REPOSITORY, "..", "shared", "corpus", "camera")
SAMPLES = os.path.join(REPOSITORY, "fixtures", "samples")
LIST = 'ls "$1" | sed "s|^|$1/|" | xargs -d "\\n" -n 2000 '


def pictures(folder, count):
    """Makes a folder of copies, in which every file is one of its own."""
    sources = sorted(glob.glob(os.path.join(CAMERAS, "*.[jJ][pP]*[gG]"))) or sorted(glob.glob(os.path.join(SAMPLES, "*.jpg")))
    target = os.path.join(folder, "p")
    if not os.path.isdir(target):
        os.makedirs(target)
        for index in range(count):
            shutil.copyfile(sources[index % len(sources)], os.path.join(target, f"{index:06}.jpg"))
    return target


def work_p(session, folder):
    count = session.properties
    target = pictures(folder, count)

    def run(command, cores=None):
        place = ["taskset", "-c", f"0-{cores - 1}"] if cores else []
        # Some files of a collection are damaged: the status says so, and the reading goes on.
        return timed([*place, "sh", "-c", f"{LIST}{command}; true", "sh", target], count)

    own = {cores: lambda cores=cores: run(f'"{session.upright}" inspect --json', cores) for cores in {1, JOBS}}
    peers = {"exiftool -fast -j -n": "exiftool -q -fast -j -n", "exiv2 -pa": "exiv2 -q -pa"}
    if have("exif-rs"):
        peers["exif-rs"] = "exif-rs"
    session.compare(
        f"(p) all properties of {count:,} pictures: per file", own,
        {name: lambda command=command: run(command, 1) for name, command in peers.items() if have(command.split()[0])},
        "upright reads confined; the others are not confined, and get 2,000 files a process.")
