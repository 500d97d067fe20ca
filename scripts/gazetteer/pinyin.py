"""Chinese names from pinyin: in Russian by Palladius' system, in Ukrainian by its adaptation, in Korean by the rules of the National
Institute of Korean Language. transcribed.py measures how many existing names they make."""
import functools
import unicodedata

INITIALS = {
    "b": ("б", "ㅂ"), "p": ("п", "ㅍ"), "m": ("м", "ㅁ"), "f": ("ф", "ㅍ"), "d": ("д", "ㄷ"), "t": ("т", "ㅌ"),
    "n": ("н", "ㄴ"), "l": ("л", "ㄹ"), "g": ("г", "ㄱ"), "k": ("к", "ㅋ"), "h": ("х", "ㅎ"), "j": ("цз", "ㅈ"),
    "q": ("ц", "ㅊ"), "x": ("с", "ㅅ"), "zh": ("чж", "ㅈ"), "ch": ("ч", "ㅊ"), "sh": ("ш", "ㅅ"), "r": ("ж", "ㄹ"),
    "z": ("цз", "ㅉ"), "c": ("ц", "ㅊ"), "s": ("с", "ㅆ"), "": ("", "ㅇ"),
}
# A final: after a consonant in Russian, then in Korean as vowel, ending, and a further syllable.
FINALS = {
    "a": ("а", "ㅏ", "", ""), "o": ("о", "ㅗ", "", ""), "e": ("э", "ㅓ", "", ""), "ai": ("ай", "ㅏ", "", "이"),
    "ei": ("эй", "ㅔ", "", "이"), "ao": ("ао", "ㅏ", "", "오"), "ou": ("оу", "ㅓ", "", "우"), "an": ("ань", "ㅏ", "ㄴ", ""),
    "en": ("энь", "ㅓ", "ㄴ", ""), "ang": ("ан", "ㅏ", "ㅇ", ""), "eng": ("эн", "ㅓ", "ㅇ", ""), "ong": ("ун", "ㅜ", "ㅇ", ""),
    "er": ("эр", "ㅓ", "ㄹ", ""), "i": ("и", "ㅣ", "", ""), "ia": ("я", "ㅑ", "", ""), "ie": ("е", "ㅖ", "", ""),
    "iao": ("яо", "ㅑ", "", "오"), "iu": ("ю", "ㅠ", "", ""), "ian": ("янь", "ㅖ", "ㄴ", ""), "in": ("инь", "ㅣ", "ㄴ", ""),
    "iang": ("ян", "ㅑ", "ㅇ", ""), "ing": ("ин", "ㅣ", "ㅇ", ""), "iong": ("юн", "ㅠ", "ㅇ", ""), "u": ("у", "ㅜ", "", ""),
    "ua": ("уа", "ㅘ", "", ""), "uo": ("о", "ㅝ", "", ""), "uai": ("уай", "ㅘ", "", "이"), "ui": ("уй", "ㅜ", "", "이"),
    "uan": ("уань", "ㅘ", "ㄴ", ""), "un": ("унь", "ㅜ", "ㄴ", ""), "uang": ("уан", "ㅘ", "ㅇ", ""), "ü": ("юй", "ㅟ", "", ""),
    "üe": ("юэ", "ㅞ", "", ""), "üan": ("юань", "ㅟ", "", "안"), "ün": ("юнь", "ㅟ", "ㄴ", ""),
}
# Syllables without an initial, with the final that Korean writes.
BARE = {
    "a": ("а", "a"), "o": ("о", "o"), "e": ("э", "e"), "ai": ("ай", "ai"), "ei": ("эй", "ei"), "ao": ("ао", "ao"), "ou": ("оу", "ou"),
    "an": ("ань", "an"), "en": ("энь", "en"), "ang": ("ан", "ang"), "eng": ("эн", "eng"), "er": ("эр", "er"), "yi": ("и", "i"),
    "ya": ("я", "ia"), "ye": ("е", "ie"), "yao": ("яо", "iao"), "you": ("ю", "iu"), "yan": ("янь", "ian"), "yin": ("инь", "in"),
    "yang": ("ян", "iang"), "ying": ("ин", "ing"), "yong": ("юн", "iong"), "wu": ("у", "u"), "wa": ("ва", "ua"), "wo": ("во", "uo"),
    "wai": ("вай", "uai"), "wei": ("вэй", "wei"), "wan": ("вань", "uan"), "wen": ("вэнь", "wen"), "wang": ("ван", "uang"),
    "weng": ("вэн", "weng"), "yu": ("юй", "ü"), "yue": ("юэ", "üe"), "yuan": ("юань", "üan"), "yun": ("юнь", "ün"),
}
KOREAN_BARE = {"wei": ("ㅞ", "", "이"), "wen": ("ㅝ", "ㄴ", ""), "weng": ("ㅝ", "ㅇ", "")}
FRONT = {"j", "q", "x"}
# Ukrainian letters for the Russian ones of Palladius' system, and the syllables that keep Russian's и: with ы, and after ж, ч, ш.
UKRAINIAN = str.maketrans("эеыи", "еєиі")
HARD = {"zhi": "чжи", "chi": "чи", "shi": "ши", "ri": "жи"}
# і begins no syllable: it would be read with the consonant before it.
IOTATED = {"yi": "ї", "yin": "їнь", "ying": "їн"}
LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
TAILS = ["", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"]


def block(lead, vowel, tail):
    return chr(0xAC00 + (LEADS.index(lead) * 21 + VOWELS.index(vowel)) * 28 + TAILS.index(tail))


@functools.lru_cache(maxsize=1)
def syllables():
    """Every syllable with its Russian and Korean spelling."""
    result = {}
    for text, (russian, final) in BARE.items():
        vowel, tail, more = KOREAN_BARE.get(final) or FINALS[final][1:]
        result[text] = (russian, block("ㅇ", vowel, tail) + more)
    for initial, (russian, lead) in INITIALS.items():
        if not initial:
            continue
        for final, (ending, vowel, tail, more) in FINALS.items():
            if initial in FRONT and (final[0] not in "iü" and final not in ("u", "ue", "uan", "un")):
                continue
            sounded = {"u": "ü", "uan": "üan", "un": "ün"}.get(final, final) if initial in FRONT else final
            ending, vowel, tail, more = FINALS[sounded]
            if final == "i" and initial in ("zh", "ch", "sh", "r", "z", "c", "s"):
                ending, vowel = ("ы" if initial in ("z", "c", "s") else "и"), ("ㅡ" if initial != "r" else "ㅡ")
            if initial == "h" and final == "ui":
                ending = "уэй"
            if initial in ("j", "q", "zh", "ch", "z", "c"):
                vowel = {"ㅑ": "ㅏ", "ㅖ": "ㅔ", "ㅛ": "ㅗ", "ㅠ": "ㅜ"}.get(vowel, vowel)
            spelling = initial + (final.replace("ü", "u") if initial in FRONT else final)
            result[spelling] = (russian + ending, block(lead, vowel, tail) + more)
    return result


def split(name, count):
    """The pinyin syllables of a name if there are exactly as many as characters, otherwise nothing."""
    text = unicodedata.normalize("NFC", "".join(
        c for c in unicodedata.normalize("NFD", name.casefold()) if c == "\u0308" or not unicodedata.combining(c)))
    for mark in "’ʼ -":
        text = text.replace(mark, "'")
    known = syllables()

    @functools.lru_cache(maxsize=None)
    def parts(at, left):
        """The number of vowels that begin a syllable without a mark, and the syllables; the longest first."""
        start = at + 1 if 0 < at < len(text) and text[at] == "'" else at
        if left == 0:
            return (0, ()) if at == len(text) else None
        best = None
        for length in range(min(6, len(text) - start), 0, -1):
            syllable = text[start : start + length]
            rest = parts(start + length, left - 1) if syllable in known else None
            if rest:
                # A consonant between vowels begins a syllable: Jinan is Ji'nan.
                unmarked = rest[0] + (0 < start == at and syllable[0] in "aoe")
                if best is None or unmarked < best[0]:
                    best = (unmarked, (syllable, *rest[1]))
        return best

    found = parts(0, count) if text else None
    return found and found[1]


def joined(spellings, sign):
    """A Cyrillic name, with a sign between н and the vowel of the next syllable, which would be read as one syllable."""
    text = ""
    for spelling in spellings:
        text += sign + spelling if text.endswith("н") and spelling[0] in "аоэуеюяиєії" else spelling
    return text[0].upper() + text[1:]


def russian(name, count):
    found = split(name, count)
    return joined([syllables()[s][0] for s in found], "ъ") if found else None


def ukrainian(name, count):
    found = split(name, count)
    if not found:
        return None
    return joined([HARD.get(s) or IOTATED.get(s) or syllables()[s][0].translate(UKRAINIAN) for s in found], "’")


def korean(name, count):
    found = split(name, count)
    return "".join(syllables()[s][1] for s in found) if found else None


# By language, what makes a name of pinyin and the number of characters.
TRANSCRIPTIONS = {"ru": russian, "uk": ukrainian, "ko": korean}
