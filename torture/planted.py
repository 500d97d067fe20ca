"""Pictures of all formats, each with a secret in one place that the format allows: behind the content of a part, in parts that no
reader shows, between the coded data, in values and names. Each is one of `FORMS`: plain, UTF-16, hex, base64, deflated.

Pillow and pillow-heif write the pictures, and the secrets are planted byte by byte, so that none of the product's code takes part."""

import base64
import io
import struct
import zlib

SECRET = b"Zq7Secret-Garden 9"
FORMS = {
    "plain": SECRET,
    "UTF-16": SECRET.decode().encode("utf-16-le"),
    "UTF-16, big-endian": SECRET.decode().encode("utf-16-be"),
    "hex": SECRET.hex().encode(),
    "base64": base64.b64encode(SECRET),
    "deflated": zlib.compress(SECRET),
}
# What a search looks for: base64 has three forms by the place of the text.
NEEDLES = [SECRET, *list(FORMS.values())[1:5], SECRET.hex().upper().encode(), zlib.compress(SECRET)[2:-4]] + [
    base64.b64encode(b"\0" * shift + SECRET)[4:-4] for shift in (1, 2)
]


def found(data, depth=0):
    """Whether the secret is in bytes in any form: as they are, without stuffing, in joined pieces, and in deflated streams."""
    views = [data, data.replace(b"\0", b""), data.replace(b"\xff\0", b"\xff")]
    if data[:4] == b"\x89PNG":
        views.append(b"".join(part for kind, part in png_chunks(data) if kind == b"IDAT"))
        views.append(png_padding(data))
    if data[:3] == b"GIF":
        views.append(b"".join(gif_pieces(data)))
    if any(needle in view for view in views for needle in NEEDLES):
        return True
    if depth > 1:
        return False
    for view in views[:1] + views[3:]:
        start = view.find(b"\x78")
        while start >= 0:
            if start + 1 < len(view) and (view[start] << 8 | view[start + 1]) % 31 == 0:
                try:
                    inner = zlib.decompressobj().decompress(view[start:], 1 << 20)
                except zlib.error:
                    inner = b""
                if len(inner) > 8 and any(needle in inner for needle in NEEDLES):
                    return True
            start = view.find(b"\x78", start + 1)
    return False


def raster(mode="RGB", size=(48, 40), colors=None):
    """A picture of gradients."""
    from PIL import Image

    image = Image.new("RGB", size)
    image.putdata([(x * 5 % 256, y * 6 % 256, (x * y) % 256) for y in range(size[1]) for x in range(size[0])])
    if colors:
        return image.quantize(colors)
    return image.convert(mode)


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


# JPEG.


def segments(data):
    """The (marker, start, end, end of coded data) of each segment of a JPEG."""
    found, at = [(0xD8, 0, 2, 2)], 2
    while at + 4 <= len(data):
        marker = data[at + 1]
        if marker == 0xD9:
            found.append((marker, at, at + 2, at + 2))
            break
        end = at + 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
        coded = end
        if marker == 0xDA:
            while not (data[coded] == 0xFF and data[coded + 1] != 0 and not 0xD0 <= data[coded + 1] <= 0xD7):
                coded += 1
        found.append((marker, at, end, coded))
        at = coded
    return found


def segment(marker, payload):
    return bytes([0xFF, marker]) + struct.pack(">H", len(payload) + 2) + payload


def stuffed(data):
    return data.replace(b"\xff", b"\xff\0")


def jpegs(form):
    import subprocess

    plain = saved(raster(), "JPEG", quality=85)
    ppm = saved(raster(), "PPM")
    kinds = {
        "baseline": plain,
        "optimized": saved(raster(), "JPEG", quality=85, optimize=True),
        "gray": saved(raster("L"), "JPEG"),
        "CMYK": saved(raster("CMYK"), "JPEG"),
        "progressive": saved(raster(), "JPEG", quality=85, progressive=True),
        "progressive with restarts": subprocess.run(
            ["cjpeg", "-progressive", "-restart", "1"], input=ppm, capture_output=True).stdout,
        "restarts": subprocess.run(["cjpeg", "-restart", "1"], input=ppm, capture_output=True).stdout,
        "arithmetic": subprocess.run(["cjpeg", "-arithmetic"], input=ppm, capture_output=True).stdout,
        "arithmetic progressive": subprocess.run(
            ["cjpeg", "-arithmetic", "-progressive"], input=ppm, capture_output=True).stdout,
    }
    for name, data in kinds.items():
        if not data:
            continue
        parts = segments(data)
        scans = [part for part in parts if part[0] == 0xDA]
        for number, (_, _, _, end) in enumerate(scans):
            if number in (0, 1, len(scans) - 1):
                yield f"{name}: behind the last MCU of scan {number}", data[:end] + stuffed(form) + data[end:]
        _, _, start, end = scans[0]
        restart = next((at for at in range(start, end - 1) if data[at] == 0xFF and 0xD0 <= data[at + 1] <= 0xD7), 0)
        if restart:
            yield f"{name}: before a restart marker", data[:restart] + stuffed(form) + data[restart:]
        last = scans[-1][3]
        yield f"{name}: behind one restart more", data[:last] + b"\xff\xd0" + stuffed(form) + data[last:]
        yield f"{name}: between the last scan and EOI, in a comment", data[:last] + segment(0xFE, form) + data[last:]
        yield f"{name}: behind EOI", data + form
        for marker, at, end, coded in parts[1:-1]:
            grown = segment(marker, data[at + 4:end] + form)
            if name in ("baseline", "arithmetic"):
                yield f"{name}: behind the content of {marker:02X} at {at}", data[:at] + grown + data[end:]
        sos = scans[0][1]
        for marker in (0xE0, 0xE1, 0xE2, 0xE3, 0xE7, 0xEB, 0xED, 0xEE, 0xEF, 0xFE, 0xF0, 0xFD, 0xDF, 0xDE):
            if name == "baseline" and marker not in (0xDE, 0xDF):
                yield f"segment {marker:02X}", data[:2] + segment(marker, form) + data[2:]
                yield f"segment {marker:02X} before the scan", data[:sos] + segment(marker, form) + data[sos:]
        if name == "progressive":
            second = scans[1][1]
            yield "a segment between scans", data[:second] + segment(0xE5, form) + data[second:]
            yield "a table between scans", (
                data[:second] + segment(0xDB, b"\x03" + form.ljust(64, b"\1")[:64]) + data[second:])
            yield "bytes between segments", data[:second] + form.replace(b"\xff", b"") + data[second:]
    sos = next(part[1] for part in segments(plain) if part[0] == 0xDA)
    yield "a Huffman table's symbols without a use", huffman_with(plain, form)
    for name in ("optimized", "progressive"):
        yield f"{name}: further symbols in a Huffman table", huffman_grown(kinds[name], form)
    yield "fill bytes and a stray text", plain[:sos] + form.replace(b"\xff", b"") + plain[sos:]
    for label in (b"JFXX\0\x13", b"Exif\0\0", b"http://ns.adobe.com/xap/1.0/\0", b"http://ns.adobe.com/xmp/extension/\0",
                  b"ICC_PROFILE\0\1\1", b"MPF\0", b"FPXR\0", b"Photoshop 3.0\0", b"Adobe", b"Ducky", b"Meta\0\0",
                  b"urn:iso:std:iso:ts:21496:-1\0", b"JP\0\0", b"HDR_RI ver=11", b"SPIFF\0", b"Qfill", b"AROT\0"):
        for marker in (0xE0, 0xE1, 0xE2, 0xEB, 0xED, 0xEE):
            if label not in (b"FPXR\0", b"Qfill") or marker == 0xE2:
                yield f"{label[:12]} in {marker:02X}", plain[:2] + segment(marker, label + form) + plain[2:]


def huffman_with(data, form):
    """Puts the bytes of a text, as far as they differ, into codes of a table that the picture does not use."""
    for marker, at, end, _ in segments(data):
        payload = bytearray(data[at + 4:end])
        if marker == 0xC4 and len(payload) == 179 and payload[0] == 0x11:
            for place, byte in enumerate(form[:60]):
                payload[len(payload) - 60 + place] = byte
            return data[:at + 4] + bytes(payload) + data[end:]
    return data


def huffman_grown(data, form):
    """Gives the last table codes of 16 bits for the bytes of a text."""
    place = [part for part in segments(data) if part[0] == 0xC4][-1][1]
    end = place + 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    payload, start = bytearray(data[place + 4:end]), 0
    while start + 17 + sum(payload[start + 1:start + 17]) < len(payload):
        start += 17 + sum(payload[start + 1:start + 17])
    counts = payload[start + 1:start + 17]
    room = 65536 - sum(count << (15 - length) for length, count in enumerate(counts)) - 1
    text = form[:min(room, 255 - counts[15], 256 - sum(counts))]
    payload[start + 16] += len(text)
    return data[:place] + segment(0xC4, bytes(payload) + text) + data[end:]


# PNG.


def png_chunks(data):
    at = 8
    while at + 12 <= len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        yield data[at + 4:at + 8], data[at + 8:at + 8 + length]
        at += 12 + length


def png_padding(data):
    """The bits beside the rows of a picture of one bit a pixel."""
    chunks = dict(png_chunks(data))
    width, height, depth, color = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    if (depth, color, width % 8 > 0) != (1, 0, True):
        return b""
    try:
        rows = zlib.decompressobj().decompress(b"".join(part for kind, part in png_chunks(data) if kind == b"IDAT"))
    except zlib.error:
        return b""
    length, above, bits = (width + 7) // 8, bytes((width + 7) // 8), ""
    for y in range(height):
        row = bytearray(rows[y * (length + 1) + 1:(y + 1) * (length + 1)])
        for x in range(len(row)):
            left, up, corner = row[x - 1] if x else 0, above[x], above[x - 1] if x else 0
            near = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[x] = row[x] + (0, left, up, (left + up) // 2, near)[rows[y * (length + 1)] % 5] & 255
        above = bytes(row)
        bits += f"{row[-1]:08b}"[width % 8:] if row else ""
    return bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits) - 7, 8))


def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_file(chunks):
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(kind, data) for kind, data in chunks)


def pngs(form):
    plain = list(png_chunks(saved(raster(), "PNG")))
    gray = list(png_chunks(saved(raster("L"), "PNG")))
    alpha = list(png_chunks(saved(raster("RGBA"), "PNG")))
    paletted = list(png_chunks(saved(raster(colors=8), "PNG", bits=8)))

    def before(chunks, kind, *new, at=b"IDAT"):
        place = next(index for index, chunk in enumerate(chunks) if chunk[0] == at)
        return png_file(chunks[:place] + [(kind, data) for data in new] + chunks[place:])

    def grown(chunks, kind):
        return png_file([(name, data + form if name == kind else data) for name, data in chunks])

    for kind in (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"zxIf", b"tIME", b"pHYs", b"gAMA", b"cHRM", b"sRGB", b"sBIT", b"bKGD",
                 b"hIST", b"tRNS", b"sPLT", b"iCCP", b"oFFs", b"pCAL", b"sCAL", b"gIFg", b"gIFt", b"gIFx", b"sTER", b"dSIG",
                 b"fRAc", b"cICP", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT", b"caBX", b"vpAg", b"prVt", b"iDOT", b"CgBI",
                 b"npTc", b"mkBF", b"tXMP", b"skMf", b"JDAT", b"cpIp", b"meTa", b"PLTE", b"JHDR", b"LONG"):
        for name, chunks in (("RGB", plain), ("gray", gray)):
            yield f"{name}: {kind.decode()}", before(chunks, kind, form)
    yield "RGB: behind IEND", png_file(plain) + form
    yield "RGB: in IEND", grown(plain, b"IEND")
    yield "RGB: behind the stream", png_file(
        [(kind, data + form if index + 2 == len(plain) else data) for index, (kind, data) in enumerate(plain)])
    yield "RGB: a further IDAT", png_file(plain[:-1] + [(b"IDAT", form)] + plain[-1:])
    content = zlib.decompress(b"".join(data for kind, data in plain if kind == b"IDAT"))
    yield "RGB: rows below", png_file(plain[:1] + [(b"IDAT", zlib.compress(content + form))] + plain[-1:])
    yield "RGB: stored rows below", png_file(plain[:1] + [(b"IDAT", zlib.compress(content + form, 0))] + plain[-1:])
    for kind, head in ((b"gAMA", struct.pack(">I", 45455)), (b"pHYs", struct.pack(">IIB", 2835, 2835, 1)),
                       (b"sRGB", b"\0"), (b"cHRM", struct.pack(">8I", *([31270] * 8))), (b"sBIT", b"\x08\x08\x08"),
                       (b"bKGD", b"\0\1\0\1\0\1"), (b"tRNS", b"\0\1\0\1\0\1"), (b"oFFs", b"\0" * 9), (b"sTER", b"\0"),
                       (b"cICP", b"\1\x0d\0\1"), (b"cLLI", b"\0" * 8), (b"mDCV", b"\0" * 24), (b"tIME", b"\7\xd0\1\1\0\0\0"),
                       (b"sPLT", b"name\0\x08" + bytes(12)), (b"acTL", b"\0\0\0\1\0\0\0\0")):
        yield f"RGB: behind the content of {kind.decode()}", before(plain, kind, head + form)
    yield "RGB: suggested palette", before(plain, b"sPLT", b"name\0\x08" + (form + bytes(10))[:len(form) // 6 * 6 + 6])
    yield "RGB: name of a suggested palette", before(plain, b"sPLT", form.replace(b"\0", b"")[:79] + b"\0\x08" + bytes(12))
    profile = icc()
    yield "RGB: name of a profile", before(plain, b"iCCP", form.replace(b"\0", b"")[:79] + b"\0\0" + zlib.compress(profile))
    yield "RGB: behind a profile", before(plain, b"iCCP", b"a\0\0" + zlib.compress(profile + form))
    yield "RGB: behind a profile's stream", before(plain, b"iCCP", b"a\0\0" + zlib.compress(profile) + form)
    for keyword in (b"Title", b"Author", b"Comment", b"Raw profile type exif", b"Raw profile type foo", b"parameters",
                    b"XML:com.adobe.xmp", b"Description", b"Software", b"Location"):
        if keyword not in (b"Title", b"Description"):
            yield f"text {keyword.decode()}", before(plain, b"tEXt", keyword + b"\0" + form)
            yield f"deflated text {keyword.decode()}", before(plain, b"zTXt", keyword + b"\0\0" + zlib.compress(form))
            yield f"international text {keyword.decode()}", before(plain, b"iTXt", keyword + b"\0\0\0\0\0" + form)
        yield f"language of {keyword.decode()}", before(
            plain, b"iTXt", keyword + b"\0\0\0" + form.replace(b"\0", b"") + b"\0\0text")
        yield f"behind a deflated text {keyword.decode()}", before(
            plain, b"zTXt", keyword + b"\0\0" + zlib.compress(b"text") + form)
    # Palettes.
    yield "palette: unused entries", png_file(
        [(kind, (data + form + bytes(3))[:len(data) + len(form) // 3 * 3 + 3] if kind == b"PLTE" else data)
         for kind, data in paletted])
    place = next(index for index, chunk in enumerate(paletted) if chunk[0] == b"PLTE") + 1
    yield "palette: transparency beyond it", png_file(
        paletted[:place] + [(b"tRNS", bytes([255] * 8) + form)] + paletted[place:])
    wide = [(kind, data.ljust(768, b"\0") if kind == b"PLTE" else data) for kind, data in paletted]
    yield "palette: transparency of unused entries", png_file(
        wide[:place] + [(b"tRNS", bytes([255] * 8) + form)] + wide[place:])
    yield "palette: histogram of unused entries", png_file(
        wide[:place] + [(b"hIST", (bytes(16) + form).ljust(512, b"\0")[:512])] + wide[place:])
    yield "RGB: a palette", before(plain, b"PLTE", (form + bytes(3))[:len(form) // 3 * 3 + 3])
    narrow = list(png_chunks(saved(raster("1", (3, 40)), "PNG")))
    rows = bytearray(zlib.decompress(b"".join(data for kind, data in narrow if kind == b"IDAT")))
    bits = [int(bit) for byte in form for bit in f"{byte:08b}"]
    for y in range(40):
        rows[2 * y] = 0
        rows[2 * y + 1] = rows[2 * y + 1] & 0xE0 | sum(bits[5 * y + x] << (4 - x) for x in range(5) if 5 * y + x < len(bits))
    yield "bits beside the rows", png_file(
        [(kind, zlib.compress(bytes(rows)) if kind == b"IDAT" else data) for kind, data in narrow])
    yield "alpha: behind the stream", png_file(
        [(kind, data + form if index + 2 == len(alpha) else data) for index, (kind, data) in enumerate(alpha)])


def icc():
    from PIL import ImageCms

    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


# GIF.


def gif_pieces(data):
    """The joined sub-blocks that follow one another."""
    for start in range(13, min(len(data), 4000)):
        at, pieces = start, []
        while at < len(data) and data[at] and at + 1 + data[at] < len(data):
            pieces.append(data[at + 1:at + 1 + data[at]])
            at += 1 + data[at]
        if len(pieces) > 1 and at < len(data) and data[at] == 0:
            yield b"".join(pieces) + b"|"


def sub_blocks(data):
    return b"".join(bytes([len(data[at:at + 255])]) + data[at:at + 255] for at in range(0, len(data), 255)) + b"\0"


def gifs(form):
    from PIL import Image

    image = raster(colors=8)
    plain = saved(image, "GIF")
    table = 3 << (plain[10] & 7) + 1
    head, rest = plain[:13 + table], plain[13 + table:]
    frames = [image, image.transpose(Image.Transpose.ROTATE_180)]
    animated = saved(frames[0], "GIF", save_all=True, append_images=frames[1:], loop=0, duration=100)

    def image_data(data):
        """Where the coded data of the first image begin and end."""
        at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
        while data[at] == 0x21:
            at += 2
            while data[at]:
                at += 1 + data[at]
            at += 1
        at += 10 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 0x80 else 0)
        start, coded = at, b""
        at += 1
        while data[at]:
            coded += data[at + 1:at + 1 + data[at]]
            at += 1 + data[at]
        return start + 1, at + 1, coded

    for name, data in (("still", plain), ("animated", animated)):
        start, end, coded = image_data(data)
        yield f"{name}: behind the end code", data[:start] + sub_blocks(coded + form) + data[end:]
        yield f"{name}: a sub-block more", data[:end - 1] + sub_blocks(form) + data[end:]
        yield f"{name}: behind the end", data + form
        yield f"{name}: a comment at the end", data[:-1] + b"\x21\xfe" + sub_blocks(form) + b";"
        yield f"{name}: an extension at the end", data[:-1] + b"\x21\x77" + sub_blocks(form) + b";"
        yield f"{name}: padding", data[:-1] + b"\0\0" + data[-1:] + form
    for code, what in ((0xFE, "comment"), (0x01, "plain text"), (0x77, "unknown"), (0xF9, "graphic control"), (0, "zero")):
        yield what, head + bytes([0x21, code]) + sub_blocks(form) + rest
        yield what + " behind", head + bytes([0x21, code, 4]) + bytes(4) + sub_blocks(form) + rest
        yield "last " + what, plain[:-1] + bytes([0x21, code]) + sub_blocks(form) + b";"
    for name in (b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012", b"XMP DataXMP", b"MGK8BIM0000", b"MGKIPTC0000", b"FRACTINT002",
                 b"C2PA_GIF\1\0\0", b"ADOBE:IR1.0", b"fractint\0\0\0", b"Zq7Secret\0\0", b"ImageMagick"):
        yield f"application {name[:8]}", head + b"\x21\xff\x0b" + name + sub_blocks(form) + rest
        yield f"application {name[:8]} loop", head + b"\x21\xff\x0b" + name + b"\3\1\0\0" + sub_blocks(form) + rest
    # Colours that no pixel has.
    wide = bytearray(plain[:13])
    wide[10] |= 7
    colors = (plain[13:13 + table] + bytes(0) + form).ljust(768, b"\0")[:768]
    yield "unused colours of the screen", bytes(wide) + colors + rest
    at = rest.index(b",")
    local = bytearray(rest[at:at + 10])
    local[9] |= 0x87
    yield "unused colours of a frame", (
        plain[:10] + bytes([plain[10] & 0x7F]) + plain[11:13] + rest[:at] + bytes(local) + colors + rest[at + 10:])
    yield "colours that no frame uses", bytes(wide) + form.ljust(768, b"\0")[:768] + rest[:at] + bytes(local) + (
        plain[13:13 + table].ljust(768, b"\0")) + rest[at + 10:]
    outside = bytearray(rest)
    yield "a frame outside of the screen", plain[:-1] + b"," + struct.pack("<HHHH", 4000, 4000, 1, 1) + b"\0\2" + sub_blocks(
        b"\x44\1" + form) + b";"
    del outside


# WebP.


def riff(chunks):
    body = b"WEBP" + b"".join(
        code + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1) for code, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def riff_chunks(data, at=12):
    while at + 8 <= len(data):
        length = struct.unpack("<I", data[at + 4:at + 8])[0]
        yield data[at:at + 4], data[at + 8:at + 8 + length]
        at += 8 + length + (length & 1)


def webps(form):
    from PIL import Image

    lossy = saved(raster(), "WEBP", quality=80)
    lossless = saved(raster(), "WEBP", lossless=True)
    alpha = raster("RGBA")
    alpha.putalpha(raster("L"))
    with_alpha = saved(alpha, "WEBP", quality=80)
    frames = [raster(), raster().transpose(Image.Transpose.ROTATE_180)]
    animated = saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], duration=100)
    for name, data in (("lossy", lossy), ("lossless", lossless), ("alpha", with_alpha), ("animated", animated)):
        chunks = list(riff_chunks(data))
        for index, (code, content) in enumerate(chunks):
            yield f"{name}: behind the content of {code.decode()} {index}", riff(
                chunks[:index] + [(code, content + form)] + chunks[index + 1:])
            if code == b"ANMF":
                for part, (inner, own) in enumerate(list(riff_chunks(content, 16))):
                    parts = list(riff_chunks(content, 16))
                    parts[part] = (inner, own + form)
                    yield f"{name}: behind the content of {inner.decode()} in ANMF {index}", riff(
                        chunks[:index] + [(code, content[:16] + riff(parts)[12:])] + chunks[index + 1:])
                yield f"{name}: a chunk in ANMF {index}", riff(
                    chunks[:index] + [(code, content + riff([(b"abcd", form)])[12:])] + chunks[index + 1:])
        yield f"{name}: behind the end", data + form
        yield f"{name}: a chunk behind the end", data + b"abcd" + form
        extended = chunks if chunks[0][0] == b"VP8X" else [
            (b"VP8X", b"\x0c\0\0\0" + struct.pack("<I", 47)[:3] + struct.pack("<I", 39)[:3])] + chunks
        for code in (b"abcd", b"EXIF", b"XMP ", b"ICCP", b"C2PA", b"ALPH", b"VP8 ", b"VP8L", b"FRGM", b"META", b"ANIM", b"JUNK"):
            yield f"{name}: a chunk {code.decode()} at the end", riff(extended + [(code, form)])
            yield f"{name}: a chunk {code.decode()} in the middle", riff(extended[:1] + [(code, form)] + extended[1:])
    content = dict(riff_chunks(lossy))[b"VP8 "]
    size = (content[0] | content[1] << 8 | content[2] << 16) >> 5
    tag = struct.pack("<I", (content[0] | content[1] << 8 | content[2] << 16) & 31 | (size + len(form)) << 5)[:3]
    yield "lossy: behind the first partition", riff([(b"VP8 ", tag + content[3:10 + size] + form + content[10 + size:])])


# TIFF.


def tiffs(form):
    import subprocess
    import tempfile
    import os

    kinds = {}
    for name in ("raw", "tiff_lzw", "tiff_adobe_deflate", "packbits", "jpeg", "lzma", "zstd", "webp"):
        try:
            kinds[name] = saved(raster(), "TIFF", compression=name)
        except Exception:  # A codec that this Pillow lacks.
            continue
    for name in ("group3", "group4"):
        kinds[name] = saved(raster("1"), "TIFF", compression=name)
    kinds["palette"] = saved(raster(colors=8), "TIFF", compression="raw")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "a.tif")
        open(source, "wb").write(kinds["raw"])
        for name, options in (("tiled LZW", ["-c", "lzw", "-t", "-w", "16", "-l", "16"]), ("strips of LZW", ["-c", "lzw", "-r", "8"]),
                              ("tiled JPEG", ["-c", "jpeg", "-t", "-w", "16", "-l", "16"]), ("planes", ["-p", "separate"]),
                              ("BigTIFF", ["-8"]), ("big-endian", ["-B"]), ("LZW with a predictor", ["-c", "lzw:2"])):
            target = os.path.join(folder, "b.tif")
            if subprocess.run(["tiffcp"] + options + [source, target], capture_output=True).returncode == 0:
                kinds[name] = open(target, "rb").read()
    for name, data in kinds.items():
        yield f"{name}: behind the end", data + form
        if data[:2] != b"II" or data[2] != 42:
            continue
        yield f"{name}: behind the samples of the first segment", tiff_grown(data, form)
        for tag in (269, 270, 271, 285, 305, 306, 315, 316, 337, 700, 33432, 33723, 34377, 34675, 37724, 42112, 50341, 59932, 65000):
            if name in ("raw", "tiff_lzw") and tag not in (270, 271, 306):
                for kind in (1, 2, 7):
                    yield f"{name}: tag {tag} of type {kind}", tiff_with(data, tag, kind, form)
        for tag in (254, 258, 259, 262, 266, 274, 277, 282, 296, 297, 317, 338, 339, 530, 532):
            if name == "raw":
                yield f"{name}: values of {tag} beyond those it has", tiff_with(data, tag, 3, struct.pack("<H", 1) * 3 + (
                    form + b"\0" * (len(form) & 1)))
    for compression, name in ((50001, "WebP"), (34712, "JPEG 2000"), (34887, "LERC")):
        stored = saved(raster(), "WEBP") if compression == 50001 else b"coded"
        entries, following = tiff_entries(kinds["raw"])
        kept = [entry for entry in entries if entry[0] not in (259, 273, 279, 278)]
        for what, content in (("behind", stored + form), ("in a chunk of", stored[:12] + riff([(b"abcd", form)])[12:] + stored[12:])):
            body = kinds["raw"] + b"\0" * (len(kinds["raw"]) & 1)
            yield f"{what} samples of {name}", tiff_rewritten(body + content, kept + [
                (259, 3, 1, struct.pack("<I", compression)), (273, 4, 1, struct.pack("<I", len(body))),
                (278, 3, 1, struct.pack("<I", 40)), (279, 4, 1, struct.pack("<I", len(content)))], following)
    if "palette" in kinds:
        yield "palette: unused colours", tiff_palette(kinds["palette"], form)
    yield "a directory that no picture is", tiff_chained(kinds["raw"], form)


def tiff_entries(data):
    start = struct.unpack("<I", data[4:8])[0]
    count = struct.unpack("<H", data[start:start + 2])[0]
    entries = []
    for number in range(count):
        at = start + 2 + 12 * number
        tag, kind, values = struct.unpack("<HHI", data[at:at + 8])
        entries.append((tag, kind, values, data[at + 8:at + 12]))
    return entries, struct.unpack("<I", data[start + 2 + 12 * count:start + 6 + 12 * count])[0]


def tiff_rewritten(data, entries, following=0):
    data += b"\0" * (len(data) & 1)
    directory = struct.pack("<H", len(entries)) + b"".join(
        struct.pack("<HHI", tag, kind, count) + value for tag, kind, count, value in sorted(entries))
    return data[:4] + struct.pack("<I", len(data)) + data[8:] + directory + struct.pack("<I", following)


def tiff_with(data, tag, kind, content):
    entries, following = tiff_entries(data)
    entries = [entry for entry in entries if entry[0] != tag]
    data += b"\0" * (len(data) & 1)
    count = len(content) // {1: 1, 2: 1, 3: 2, 7: 1}[kind]
    if len(content) <= 4:
        entries.append((tag, kind, count, content.ljust(4, b"\0")))
        return tiff_rewritten(data, entries, following)
    entries.append((tag, kind, count, struct.pack("<I", len(data))))
    return tiff_rewritten(data + content, entries, following)


def tiff_grown(data, form):
    """Puts the first strip or tile with a text behind it at the end."""
    entries, following = tiff_entries(data)
    values = {tag: (kind, count, value) for tag, kind, count, value in entries}
    places, lengths = (273, 279) if 273 in values else (324, 325)

    def numbers(tag):
        kind, count, value = values[tag]
        code, size = ("H", 2) if kind == 3 else ("I", 4)
        source = value if size * count <= 4 else data[struct.unpack("<I", value)[0]:]
        return list(struct.unpack("<%d%s" % (count, code), source[:size * count]))

    offsets, counts = numbers(places), numbers(lengths)
    data += b"\0" * (len(data) & 1)
    stored = data[offsets[0]:offsets[0] + counts[0]] + form
    offsets[0], counts[0] = len(data), len(stored)
    data += stored + b"\0" * (len(stored) & 1)
    kept = [entry for entry in entries if entry[0] not in (places, lengths)]
    for tag, own in ((places, offsets), (lengths, counts)):
        packed = struct.pack("<%dI" % len(own), *own)
        if len(own) == 1:
            kept.append((tag, 4, 1, packed))
        else:
            kept.append((tag, 4, len(own), struct.pack("<I", len(data))))
            data += packed
    return tiff_rewritten(data, kept, following)


def tiff_palette(data, form):
    entries, _ = tiff_entries(data)
    at = next(struct.unpack("<I", value)[0] for tag, _, _, value in entries if tag == 320)
    place = at + 2 * 128
    return data[:place] + form[:200] + data[place + len(form[:200]):]


def tiff_chained(data, form):
    entries, _ = tiff_entries(data)
    data += b"\0" * (len(data) & 1)
    second = struct.pack("<HHHII", 1, 270, 2, len(form), len(data) + 18) + b"\0\0\0\0" + form
    place = len(data)
    return tiff_rewritten(data + second, entries, place)


# HEIF and AVIF.


def boxes(data, start=0, end=None):
    at, end = start, len(data) if end is None else end
    while at + 8 <= end:
        size = struct.unpack(">I", data[at:at + 4])[0] or end - at
        head = 8
        if size == 1:
            size, head = struct.unpack(">Q", data[at + 8:at + 16])[0], 16
        yield data[at + 4:at + 8], at, at + head, at + size
        at += size


def box(kind, content):
    return struct.pack(">I", 8 + len(content)) + kind + content


class Meta:
    """The `meta` box of a file whose `iloc` has plain offsets of 4 bytes."""

    def __init__(self, data):
        self.data = data
        _, self.start, body, self.end = next(one for one in boxes(data) if one[0] == b"meta")
        self.children = [(kind, data[at:end]) for kind, at, _, end in boxes(data, body + 4, self.end)]

    def extents(self):
        """The (item, place of the offset in iloc's bytes, offset, length) of the extents."""
        iloc = dict(self.children)[b"iloc"]
        version, sizes, bases = iloc[8], iloc[12], iloc[13]
        offset_size, length_size, base_size = sizes >> 4, sizes & 15, bases >> 4
        count, at = struct.unpack(">H", iloc[14:16])[0], 16
        for _ in range(count):
            item = struct.unpack(">H", iloc[at:at + 2])[0]
            at += 2 + (2 if version else 0) + 2
            base = int.from_bytes(iloc[at:at + base_size], "big")
            at += base_size
            extents = struct.unpack(">H", iloc[at:at + 2])[0]
            at += 2
            for _ in range(extents):
                offset = base + int.from_bytes(iloc[at:at + offset_size], "big")
                length = int.from_bytes(iloc[at + offset_size:at + offset_size + length_size], "big")
                yield item, at, base, offset_size, length_size, offset, length
                at += offset_size + length_size

    def written(self, children=None, further=b"", change=lambda item, stored: stored):
        """The file with its items' data in a new `mdat`, and other children of `meta`."""
        children = list(self.children if children is None else children)
        index = next(place for place, child in enumerate(children) if child[0] == b"iloc")
        iloc = bytearray(dict(self.children)[b"iloc"])
        other = b"".join(self.data[at:end] for kind, at, _, end in boxes(self.data) if kind not in (b"meta", b"mdat", b"free"))
        size = 12 + sum(len(child[1]) for child in children)
        content, start = b"", len(other) + size + 8
        for item, at, base, offset_size, length_size, offset, length in self.extents():
            stored = change(item, self.data[offset:offset + length])
            iloc[at:at + offset_size] = (start + len(content) - base).to_bytes(offset_size, "big")
            iloc[at + offset_size:at + offset_size + length_size] = len(stored).to_bytes(length_size, "big")
            content += stored
        children[index] = (b"iloc", bytes(iloc))
        meta = box(b"meta", self.data[self.start + 8:self.start + 12] + b"".join(child[1] for child in children))
        return other + meta + box(b"mdat", content + further)


def properties_with(meta, change):
    """The children with the properties changed: a list of (kind, bytes)."""
    result = []
    for kind, data in meta.children:
        if kind == b"iprp":
            inner = [(name, data[at:end]) for name, at, _, end in boxes(data, 8)]
            for place, (name, own) in enumerate(inner):
                if name == b"ipco":
                    listed = [(one, own[at:end]) for one, at, _, end in boxes(own, 8)]
                    inner[place] = (name, box(b"ipco", b"".join(content for _, content in change(listed))))
            data = box(b"iprp", b"".join(content for _, content in inner))
        result.append((kind, data))
    return result


def leb128(number):
    out = b""
    while True:
        out += bytes([number & 127 | (128 if number > 127 else 0)])
        number >>= 7
        if not number:
            return out


def heifs(form):
    try:
        import pillow_heif
    except ImportError:  # Then without HEIC and AVIF.
        return
    pillow_heif.register_heif_opener()
    kinds = {"HEIC": saved(raster(size=(64, 64)), "HEIF", quality=60), "AVIF": saved(raster(size=(64, 64)), "AVIF", quality=60)}
    alpha = raster("RGBA", size=(64, 64))
    alpha.putalpha(raster("L", size=(64, 64)))
    kinds["AVIF with alpha"] = saved(alpha, "AVIF", quality=60)
    kinds["HEIC with alpha"] = saved(alpha, "HEIF", quality=60)
    for name, data in kinds.items():
        meta = Meta(data)
        yield f"{name}: behind the last box", data + form
        for kind in (b"free", b"skip", b"uuid", b"abcd", b"mdat", b"udta", b"jumb", b"xml ", b"idat", b"wide", b"moov"):
            if kind != b"moov":
                yield f"{name}: a box {kind.decode()} at the end", data + box(kind, form)
            yield f"{name}: a box {kind.decode()} in meta", meta.written(meta.children + [(kind, box(kind, form))])
        yield f"{name}: a gap of mdat", meta.written(further=form)
        yield f"{name}: a box that ends too late", data + b"\0\0\xff\xff" + b"abcd" + form
        yield f"{name}: behind the coded data", meta.written(change=lambda _, stored: stored + form)
        if name.startswith("AVIF"):
            for kind, content in ((5, b"\x04\xb5" + form + b"\x80"), (15, form + b"\x80"), (9, form), (5, b"\x1f" + form + b"\x80"), (6, form), (7, form), (8, form)):
                obu = bytes([kind << 3 | 2]) + leb128(len(content)) + content
                yield f"{name}: an OBU {kind} of {content[0]} behind the picture", meta.written(
                    change=lambda item, stored: stored + obu)
                yield f"{name}: an OBU {kind} of {content[0]} before the frame", meta.written(
                    change=lambda item, stored: obu_inserted(stored, obu))

                def in_configuration(listed, obu=obu):
                    return [(one, box(one, own[8:] + obu) if one == b"av1C" else own) for one, own in listed]

                yield f"{name}: an OBU {kind} of {content[0]} in av1C", meta.written(properties_with(meta, in_configuration))
            yield f"{name}: behind av1C", meta.written(properties_with(
                meta, lambda listed: [(one, box(one, own[8:] + form) if one == b"av1C" else own) for one, own in listed]))
        else:
            for kind, content in ((39, b"\5" + bytes([len(form) + 16]) + bytes(16) + form + b"\x80"),
                                  (40, b"\4" + bytes([len(form)]) + form + b"\x80"), (38, form), (35, form), (48, form), (63, form), (10, form), (22, form),
                                  (19, b"\x80" + form)):
                nal = bytes([kind << 1, 1]) + content
                unit = struct.pack(">I", len(nal)) + nal
                yield f"{name}: a NAL unit {kind} behind the picture", meta.written(change=lambda _, stored: stored + unit)
                yield f"{name}: a NAL unit {kind} before the picture", meta.written(change=lambda _, stored: unit + stored)

                def in_configuration(listed, kind=kind, nal=nal):
                    changed = []
                    for one, own in listed:
                        if one == b"hvcC":
                            content = bytearray(own[8:])
                            content[22] += 1
                            own = box(one, bytes(content) + bytes([kind, 0, 1]) + struct.pack(">H", len(nal)) + nal)
                        changed.append((one, own))
                    return changed

                yield f"{name}: a NAL unit {kind} in hvcC", meta.written(properties_with(meta, in_configuration))
            yield f"{name}: behind the slice", meta.written(
                change=lambda _, stored: struct.pack(">I", len(stored) - 4 + len(form)) + stored[4:] + form
                if struct.unpack(">I", stored[:4])[0] == len(stored) - 4 else stored + form)
        for kind in (b"ispe", b"pixi", b"colr", b"pasp", b"irot", b"imir", b"clap", b"auxC", b"clli", b"mdcv"):
            yield f"{name}: behind {kind.decode()}", meta.written(properties_with(
                meta, lambda listed: [(one, box(one, own[8:] + form) if one == kind else own) for one, own in listed]))
        for kind in (b"altt", b"udes", b"abcd", b"uuid", b"free", b"rloc", b"crtt", b"mdft", b"colr", b"pixi", b"itai", b"taic"):
            yield f"{name}: a property {kind.decode()} of nothing", meta.written(properties_with(
                meta, lambda listed: listed + [(kind, box(kind, form))]))
        for kind, content in meta.children:
            if kind in (b"hdlr", b"pitm", b"iref", b"iprp", b"iinf", b"iloc"):
                grown = [(one, box(one, own[8:] + form) if one == kind else own) for one, own in meta.children]
                if kind != b"iloc":
                    yield f"{name}: behind {kind.decode()}", meta.written(grown)


def obu_inserted(stored, obu):
    """An OBU behind the sequence header."""
    at = 0
    while at < len(stored):
        kind, head = stored[at] >> 3 & 15, 1 + (stored[at] >> 2 & 1)
        size, shift = 0, 0
        while True:
            byte = stored[at + head]
            size |= (byte & 127) << shift
            head, shift = head + 1, shift + 7
            if byte < 128:
                break
        at += head + size
        if kind == 1:
            return stored[:at] + obu + stored[at:]
    return obu + stored


def sequences(form):
    """Animated AVIF files, whose pictures are in a track."""
    from PIL import Image

    frames = [raster(size=(64, 64)), raster(size=(64, 64)).transpose(Image.Transpose.ROTATE_180)]
    data = saved(frames[0], "AVIF", save_all=True, append_images=frames[1:], duration=100)
    yield "sequence: as it is", data
    yield "sequence: behind the last box", data + form
    parts = [(kind, data[at:end]) for kind, at, _, end in boxes(data)]
    for kind in (b"free", b"uuid", b"abcd", b"mdat", b"udta"):
        yield f"sequence: a box {kind.decode()} at the end", data + box(kind, form)
    # Behind the other boxes, so that no offset changes.
    if parts[-1][0] == b"mdat":
        yield "sequence: a gap of mdat", data[:-len(parts[-1][1])] + box(b"mdat", parts[-1][1][8:] + form)


    for kind in (5, 15, 9):
        obu = bytes([kind << 3 | 2]) + leb128(len(form) + 1) + b"\x04" + form
        yield f"sequence: an OBU {kind} in the samples", sequence_with(data, lambda sample, obu=obu: obu_inserted(sample, obu))


def sequence_with(data, change):
    """A file with the samples of its tracks changed, in an `mdat` of its own at the end."""
    data = bytearray(data)

    def inner(start, end, *path):
        for kind, _, body, after in boxes(bytes(data), start, end):
            if kind == path[0]:
                yield from inner(body, after, *path[1:]) if path[1:] else [body]

    content = b""
    for sizes in inner(0, len(data), b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsz"):
        tables = list(inner(0, len(data), b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsz"))
        chunks = list(inner(0, len(data), b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stco"))[tables.index(sizes)]
        uniform, count = struct.unpack(">II", data[sizes + 4:sizes + 12])
        if uniform or struct.unpack(">I", data[chunks + 4:chunks + 8])[0] != 1:
            return bytes(data)
        at = struct.unpack(">I", data[chunks + 8:chunks + 12])[0]
        data[chunks + 8:chunks + 12] = struct.pack(">I", len(data) + 8 + len(content))
        for number in range(count):
            place = sizes + 12 + 4 * number
            length = struct.unpack(">I", data[place:place + 4])[0]
            sample = change(bytes(data[at:at + length]))
            at += length
            data[place:place + 4] = struct.pack(">I", len(sample))
            content += sample
    return bytes(data) + box(b"mdat", content)


def places(form):
    """The (format, place, picture) of all places."""
    for kind, made in (("jpg", jpegs), ("png", pngs), ("gif", gifs), ("webp", webps), ("tif", tiffs), ("heic", heifs),
                       ("avif", sequences)):
        for name, data in made(form):
            yield ("avif" if name.startswith("AVIF") else kind), name, data
