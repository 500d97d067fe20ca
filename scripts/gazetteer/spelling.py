"""How names are compared that several sources spell."""
import unicodedata

KINDS = frozenset("region province county state of district governorate department prefecture municipality parish the".split())


def plain_name(name, kinds=KINDS):
    """A name without accents, case and generic words such as province, to compare spellings."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    return "".join(c for w in plain.split() if w not in kinds for c in w if c.isalnum())
