"""M1: checks the order of a delivery in a trace of its system calls: written, synced, renamed, folder synced, journal synced,
reported. Then a preloaded library disables each safeguard, and the same check must fail."""

import os
import re
import shutil

from bench import Skip, run as run_command
from pictures import Pictures
from product import Setup

NAME = "M1"
TITLE = "the order of safeguards, and detection if one is removed"

SAFEGUARDS = ["file-fsync", "folder-fsync", "journal-fsync", "order", "rename"]
CALLS = "openat,openat2,open,creat,write,pwrite64,copy_file_range,ftruncate,fsync,fdatasync,rename,renameat,renameat2,linkat"


class Call:
    def __init__(self, name, text, start, end):
        self.name, self.text, self.start, self.end = name, text, start, end


def calls(path):
    """The finished calls of a trace, with the lines of their start and end."""
    open_calls, found = {}, []
    with open(path, errors="replace") as file:
        for number, line in enumerate(file):
            match = re.match(r"(\d+)\s+(.*)", line)
            if not match:
                continue
            process, text = match.groups()
            if text.endswith("<unfinished ...>"):
                open_calls[process] = (text[:-len("<unfinished ...>")], number)
                continue
            begun = number
            resumed = re.match(r"<\.\.\. (\w+) resumed>(.*)", text)
            if resumed and process in open_calls:
                head, begun = open_calls.pop(process)
                text = head + resumed.group(2)
            name = re.match(r"(\w+)\(", text)
            if name and " = -1 " not in text:
                found.append(Call(name.group(1), text, begun, number))
    return sorted(found, key=lambda call: call.start)


def check(trace, setup):
    """The problems with the order of calls for each output, and the number of outputs."""
    wrong, outputs = [], 0
    everything = calls(trace)
    syncs = [call for call in everything if call.name in ("fsync", "fdatasync")]
    first = r'\w+\(\d+<([^>]*)>'
    for call in everything:
        if call.name in ("open", "openat", "openat2", "creat") and "O_CREAT" in call.text:
            opened = re.search(r"= \d+<([^>]*)>", call.text)
            if opened and opened.group(1).startswith(setup.output + "/"):
                if not os.path.basename(opened.group(1)).startswith("."):
                    wrong.append("%s was created under its visible name" % os.path.basename(opened.group(1)))
    renames = [call for call in everything if call.name in ("rename", "renameat", "renameat2", "linkat")]
    for call in renames:
        names = re.findall(r'"([^"]*)"', call.text)
        folders = re.findall(r"\d+<([^>]*)>", call.text)
        if len(names) < 2 or not folders or not folders[-1].startswith(setup.output):
            continue
        outputs += 1
        temporary = os.path.join(folders[0], names[0])
        writes = [
            other for other in everything
            if other.name in ("write", "pwrite64", "copy_file_range", "ftruncate") and other.start < call.start
            and temporary in other.text.split(" = ")[0]]
        written = max([other.end for other in writes], default=-1)

        def synced(path, after, before):
            return [other for other in syncs if re.match(first, other.text)
                    and re.match(first, other.text).group(1).startswith(path)
                    and other.start > after and other.end < before]

        if not writes:
            wrong.append("nothing was written to the file that became %s" % names[1])
        if not synced(temporary, written, call.start):
            wrong.append("%s was not synced between its last write and its rename" % names[1])
        told = [other for other in everything if other.name == "write" and other.text.startswith("write(1<")
                and names[1] in other.text]
        end = told[0].start if told else 1 << 60
        if not told:
            wrong.append("%s was never reported" % names[1])
        folder = [other for other in synced(folders[-1], call.end, end)
                  if re.match(first, other.text).group(1) == folders[-1]]
        if not folder:
            wrong.append("the folder of %s was not synced between the rename and the report" % names[1])
        elif not synced(setup.state, folder[0].end, end):
            wrong.append("the journal was not synced between %s's folder and the report" % names[1])
    return wrong, outputs


def traced(bench, name, count, weaken=None):
    setup = Setup(bench, name)
    Pictures(bench.root).fill(setup.source, count)
    trace = os.path.join(setup.top, "trace")
    prefix = ["strace", "-f", "-y", "-qq", "-s", "65536", "-o", trace, "-e", "trace=" + CALLS]
    environment = dict(os.environ)
    if weaken:
        environment.update(LD_PRELOAD=os.path.join(bench.scratch, "weaken.so"), WEAKEN=weaken, WEAKEN_STATE=setup.state)
        prefix += ["-E", "LD_PRELOAD=" + environment.pop("LD_PRELOAD")]
    result = setup.reprocess(prefix=prefix, env=environment)
    wrong, outputs = check(trace, setup)
    return result, wrong, outputs


def run(bench):
    bench.need("strace")
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        raise Skip("no C compiler")
    source = os.path.join(bench.root, "torture", "shim", "weaken.c")
    library = os.path.join(bench.scratch, "weaken.so")
    built = run_command([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
    if built.returncode != 0:
        raise Skip("the shim cannot be built: %s" % built.stderr.decode()[-200:])
    count = bench.size(quick=6, full=100)
    result, wrong, outputs = traced(bench, "order", count)
    if result.returncode != 0 or outputs != count:
        bench.fail("traced run: ended with %d after %d of %d outputs" % (result.returncode, outputs, count))
    for text in wrong[:10]:
        bench.fail("the order of safeguards: " + text)
    noticed = []
    for safeguard in SAFEGUARDS:
        _, wrong, _ = traced(bench, "weak-" + safeguard, min(count, 6), weaken=safeguard)
        if not wrong:
            bench.fail("without the safeguard %s the check still passes" % safeguard)
        else:
            noticed.append(safeguard)
    bench.tell("%d deliveries in order; removal detected of: %s" % (outputs, ", ".join(noticed)))
