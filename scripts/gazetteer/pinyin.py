"""Chinese names from pinyin: in Russian by Palladius' system, in Korean by the rules of the National Institute of Korean Language."""
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
    text = text.replace("’", "'").replace("ʼ", "'").replace(" ", "").replace("-", "")
    known = syllables()

    @functools.lru_cache(maxsize=None)
    def parts(at, left):
        if at < len(text) and text[at] == "'":
            at += 1
        if left == 0:
            return () if at == len(text) else None
        # The longest syllable first, and a consonant between vowels begins a syllable.
        for length in range(min(6, len(text) - at), 0, -1):
            if text[at : at + length] in known:
                rest = parts(at + length, left - 1)
                if rest is not None:
                    return (text[at : at + length], *rest)
        return None

    return parts(0, count) if text else None


def russian(name, count):
    found = split(name, count)
    if not found:
        return None
    text = ""
    for syllable in found:
        spelling = syllables()[syllable][0]
        text += "ъ" + spelling if text.endswith("н") and spelling[0] in "аоэуеюяи" else spelling
    return text[0].upper() + text[1:]


def korean(name, count):
    found = split(name, count)
    return "".join(syllables()[s][1] for s in found) if found else None
