"""The configuration keys: those in pipeline.yaml with their comments, and those that the program knows."""
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass, field

KEY = re.compile(r"(?P<dash>- )?(?P<key>[a-z][a-z-]*)(:(?P<value>\s.*)?)?$")
PROBE = "no-such-key"


@dataclass
class Entry:
    """A key of pipeline.yaml. A path marks list items with []: folders[].source."""
    parent: str
    key: str
    value: str | None
    text: list
    inline: list = field(default_factory=list)

    @property
    def path(self):
        return f"{self.parent}.{self.key}" if self.parent else self.key


def documented(file):
    """The keys in the file, in order, and the comment at the head of the file.

    A key that is commented out follows `# `; without the prefix, the key would be valid in its place. A comment above a key or
    after it belongs to it."""
    with open(file, encoding="utf-8") as lines:
        lines = [line.rstrip("\n") for line in lines]
    entries, preface, comment, parents = [], None, [], []
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        if not line.strip():
            if preface is None:
                preface, comment = comment, []
            elif comment:
                comment.append("")
            continue
        match = re.match(r"( *)(# ?)?( *)(.*)", line)
        column, content = len(match[1]) + len(match[3]), match[4]
        code, _, note = content.partition("  #") if "  #" in content else (content, "", "")
        key = KEY.fullmatch(code.rstrip())
        if key is None or (match[2] and not key["dash"] and ":" not in code):
            if match[2]:
                comment.append(" " * len(match[3]) + content)
            continue
        value = (key["value"] or "").strip()
        while value.count("[") > value.count("]"):
            more = re.match(r" *# *(.*)", lines[index]) or re.match(r" *(.*)", lines[index])
            value, index = value + " " + more[1], index + 1
        while index < len(lines) and note and re.match(r" *#? {20,}# ", lines[index]):
            note, index = note + " " + lines[index].split("# ")[-1], index + 1
        column += 2 if key["dash"] else 0
        while parents and parents[-1][0] >= column:
            parents.pop()
        # A list inside a step is no list of steps.
        is_step = parents and parents[0][1] == "steps" and not parents[-1][1].endswith(".cameras")
        if key["dash"] and is_step:
            del parents[1:]
        parent = parents[-1][1] if parents else ""
        if parent in ("folders", "steps") or parent.endswith((".folders", ".cameras", ".outputs")):
            parent += "[]"
        text = ([line for line in comment] + [note.strip()]) if note else list(comment)
        while text and not text[0]:
            text.pop(0)
        entries.append(Entry(parent, key["key"], value or None, text))
        parents.append((column, entries[-1].path))
        comment = []
        # The keys of inline mappings in a list belong to the key of the list.
        if index < len(lines):
            inline = re.match(r" *#? *- \{(.*)\}", lines[index])
            if inline:
                entries[-1].inline = re.findall(r"(?:^|, )([a-z-]+):", inline[1])
                entries[-1].text.append("  - {" + inline[1] + "}")
                index += 1
    entries[-1].text += comment
    return entries, preface or []


def known(program):
    """The keys that the program knows, by section. Its error about an unknown key lists them."""
    sections = {}

    def explore(path, names):
        """Finds the keys inside a key, given with its parents; True after a name means that its value is a list."""
        text, indent = "", ""
        for name, is_list in names:
            text += f"{indent}{name}:\n"
            indent = " " * (len(indent) + 2) + ("- " if is_list else "")
        found = keys_in(answer(program, text + f"{indent}{PROBE}: {{}}\n"), path)
        if not found:
            return
        sections[path] = found
        for key in sorted(found):
            name = f"{path}.{key}" if path else key
            explore(name, names + [(key, False)])
            explore(name + "[]", names + [(key, True)])

    explore("", [])
    sections["steps[]"] = step_names(answer(program, f"steps:\n  - {PROBE}\n"))
    for step in sorted(sections["steps[]"]):
        explore(f"steps[].{step}", [("steps", True), (step, False)])
    return sections


def answer(program, text):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "pipeline.yaml")
        with open(file, "w", encoding="utf-8") as output:
            output.write(text)
        run = subprocess.run([program, "check", "--config", file], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, check=False)
        return run.stdout


def keys_in(output, path):
    """The keys that a section accepts, from the error about the unknown one; empty if it is not a section."""
    for line in output.splitlines():
        match = re.match(rf".*?:\d+: (\S*?){PROBE}: expected one of (.*), found an unknown key", line)
        if match and re.sub(r"\[\d+\]", "[]", match[1]).rstrip(".") == path:
            return set(match[2].split(", "))
    return set()


def step_names(output):
    for line in output.splitlines():
        match = re.search(r"steps\[0\]: expected one of the steps (.*?), found", line)
        if match:
            return set(match[1].split(", "))
    return set()
