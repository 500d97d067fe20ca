"""Makes any number of small pictures with different bytes."""

import struct
from pathlib import Path

SAMPLES = Path(__file__).resolve().parents[2] / "fixtures" / "samples"


def pictures(count):
    """The samples, and `count` JPEGs made from them with different comments, as pairs of key and bytes."""
    samples = {path.name: path.read_bytes() for path in sorted(SAMPLES.iterdir())}
    yield from samples.items()
    jpegs = [content for content in samples.values() if content[:2] == b"\xff\xd8"]
    for number in range(count):
        comment = b"picture %d" % number
        segment = b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment
        content = jpegs[number % len(jpegs)]
        yield f"made/{number % 100:02}/{number:06}.jpg", content[:2] + segment + content[2:]
