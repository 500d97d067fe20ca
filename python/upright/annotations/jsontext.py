"""Writes JSON as the file that was read has it."""

from __future__ import annotations

import json
import re
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
