"""Puts the sample pictures where a test needs them."""

from __future__ import annotations

from pathlib import Path

from .conftest import SAMPLES


def sample_names() -> list[str]:
    return sorted(path.name for path in SAMPLES.iterdir())


def fill(folder: Path, count: int = 0) -> list[str]:
    names = sorted(path.name for path in SAMPLES.iterdir())[: count or None]
    for name in names:
        (folder / "in").mkdir(parents=True, exist_ok=True)
        (folder / "in" / name).write_bytes((SAMPLES / name).read_bytes())
    return names


def upload(url: str, names: list[str]) -> None:
    from upright.batch.store import open_store

    store = open_store(url)
    for name in names:
        store.put_new(name, (SAMPLES / name).read_bytes(), "")
