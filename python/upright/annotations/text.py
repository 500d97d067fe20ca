"""Writes JSON and XML as the file that was read has them."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from typing import Any


def json_like(data: bytes, value: Any) -> bytes:
    """Write JSON with the indentation, the separators and the escapes of a file."""
    text = data.decode("utf-8-sig")
    indent = re.search(r"[\[{]\r?\n([ \t]+)", text)
    compact = re.search(r'[\]},"\d],["\[{\d]', text) is not None and '": ' not in text
    separators = (",", ":") if compact else (",", ": ") if indent else (", ", ": ")
    written = json.dumps(
        value, indent=indent[1] if indent else None, separators=separators, ensure_ascii=text.isascii()
    )
    return (written + ("\n" if text.endswith("\n") else "")).encode()


def read_xml(data: bytes) -> ET.Element:
    """Read XML, with its comments."""
    parser = ET.XMLParser(target=ET.TreeBuilder(insert_comments=True))
    try:
        return ET.fromstring(data, parser=parser)
    except ET.ParseError as error:
        raise ValueError(f"expected XML: {error}") from error


def xml_like(data: bytes, root: ET.Element) -> bytes:
    """Write XML with the declaration of a file."""
    written = ET.tostring(root, encoding="unicode")
    declared = data.lstrip(b"\xef\xbb\xbf").startswith(b"<?xml")
    start = '<?xml version="1.0" encoding="utf-8"?>\n' if declared else ""
    return (start + written + ("\n" if data.endswith(b"\n") else "")).encode()


def number(text: str) -> int | float:
    """Read a number of a file, as a whole number if it is written as one."""
    stripped = text.strip()
    return int(stripped) if re.fullmatch(r"[+-]?\d+", stripped) else float(stripped)
