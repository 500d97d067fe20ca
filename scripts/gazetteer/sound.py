"""How a name sounds, roughly, in any script."""
import difflib
import functools

from anyascii import anyascii


@functools.lru_cache(maxsize=None)
def sound(name):
    """The name in lowercase Latin letters alone: 常熟 and Changshu are "changshu"."""
    return "".join(c for c in anyascii(name).casefold() if c.isalpha())


@functools.lru_cache(maxsize=None)
def likeness(name, own):
    """How much two names sound the same: 0 to 1."""
    return difflib.SequenceMatcher(None, sound(name), sound(own), autojunk=False).ratio()
