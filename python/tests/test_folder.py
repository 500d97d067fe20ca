"""The store that is a folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from upright.batch.store import open_store


def test_a_file_in_progress_is_locked_until_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def link(source: Path, target: Path) -> None:
        with source.open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        seen.append(target.name)
        original(source, target)

    original = os.link
    monkeypatch.setattr(os, "link", link)
    assert open_store(str(tmp_path)).put_new("a.jpg", b"abc", "") is None
    assert seen == ["a.jpg"]
    assert (tmp_path / "a.jpg").read_bytes() == b"abc"
