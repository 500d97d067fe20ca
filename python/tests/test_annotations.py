"""Labels turn as their pictures do: against a turn of the rasterised shapes, for each orientation and its inverse."""

from __future__ import annotations

import base64
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import upright
from upright.annotations import LabelError, Options, Picture, Pictures, turn_labels
from upright.annotations.turning import Absent
from upright.turn import Turn

from .samples import fill

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")

ORIENTATIONS = range(1, 9)
WIDTH, HEIGHT = 40, 28


@pytest.fixture(scope="module", autouse=True)
def _pool() -> Iterator[None]:
    """One worker for the labels of all tests."""
    global POOL
    with upright.Normalizer(jobs=2) as POOL:
        yield


POOL: upright.Normalizer

#: The linear part (a, b, d, e) of the eight turns, written down independently of the program.
LINEAR = {
    1: (1, 0, 0, 1), 2: (-1, 0, 0, 1), 3: (-1, 0, 0, -1), 4: (1, 0, 0, -1),
    5: (0, 1, 1, 0), 6: (0, -1, 1, 0), 7: (0, -1, -1, 0), 8: (0, 1, -1, 0),
}  # fmt: skip


def turn_of(orientation: int, width: int, height: int) -> Turn:
    """Return the turn of an orientation."""
    a, b, d, e = LINEAR[orientation]
    across, down = (height, width) if orientation >= 5 else (width, height)
    return Turn((a, b, across if -1 in (a, b) else 0, d, e, down if -1 in (d, e) else 0), width, height)


def mirrors(orientation: int) -> bool:
    return orientation in (2, 4, 5, 7)


def to_counts(mask: bytes) -> list[int]:
    """Run lengths of zeros and ones in turn."""
    counts, place, value = [], 0, 0
    while place < len(mask):
        end = mask.find(1 - value, place)
        end = len(mask) if end < 0 else end
        counts.append(end - place)
        place, value = end, 1 - value
    return counts


def to_mask(counts: list[int]) -> bytes:
    return b"".join((b"\1" if place % 2 else b"\0") * count for place, count in enumerate(counts))


def bits_of(packed: list[int]) -> bytes:
    """Decode a brush as label-studio-converter does (its decode_rle): an independent reader."""
    bits = "".join(f"{byte:08b}" for byte in packed)
    place = 0

    def read(count: int) -> int:
        nonlocal place
        place += count
        return int(bits[place - count : place], 2)

    size, word = read(32), read(5) + 1
    lengths = [read(4) + 1 for _ in range(4)]
    out: list[int] = []
    while len(out) < size:
        repeated = read(1)
        count = 1 + read(lengths[read(2)])
        out += [read(word)] * count if repeated else [read(word) for _ in range(count)]
    return bytes(out)


def brush_of(data: bytes) -> list[int]:
    """Pack a brush in literal runs, which is the plainest of its forms."""
    bits = f"{len(data):032b}{7:05b}" + "".join(f"{length - 1:04b}" for length in (3, 4, 8, 16))
    for at in range(0, len(data), 256):
        piece = data[at : at + 256]
        bits += "0" + "10" + f"{len(piece) - 1:08b}" + "".join(f"{byte:08b}" for byte in piece)
    bits += "0" * (-len(bits) % 8)
    return [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]


def rotated(array: Any, orientation: int) -> Any:
    """Turn an array of rows by numpy's own operations: Exif 3.0, 4.6.5.1.6, as pictures are displayed."""
    return {
        1: lambda a: a,
        2: np.fliplr,
        3: lambda a: np.rot90(a, 2),
        4: np.flipud,
        5: lambda a: a.swapaxes(0, 1),
        6: lambda a: np.rot90(a, -1),
        7: lambda a: np.rot90(a, 2).swapaxes(0, 1),
        8: lambda a: np.rot90(a, 1),
    }[orientation](array)


def polygon(points: list[tuple[float, float]], width: int, height: int) -> Any:
    """Rasterise: a pixel belongs to a polygon if its centre is inside (even-odd rule)."""
    ys, xs = np.mgrid[0:height, 0:width] + 0.5
    inside = np.zeros((height, width), bool)
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        if y0 != y1:
            crosses = (y0 > ys) != (y1 > ys)
            inside ^= crosses & (xs < (x1 - x0) * (ys - y0) / (y1 - y0) + x0)
    return inside


def box(*values: Any) -> Any:
    """Rasterise x, y, width and height in a picture of a size."""
    x, y, width, height, size = values
    return polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], *size)


def blob(seed: int, width: int = WIDTH, height: int = HEIGHT) -> Any:
    chance = random.Random(seed)
    points = [(chance.uniform(1, width - 1), chance.uniform(1, height - 1)) for _ in range(5)]
    return polygon(points, width, height)


def turned(data: bytes | Any, orientation: int, key: str = "labels/a.json", **options: Any) -> Any:
    """Turn a file of one picture, a.jpg, and return what was read back."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    options.setdefault("labelled", "stored")
    beside = options.pop("beside", lambda _: None)
    size = options.pop("size", (WIDTH, HEIGHT))
    pictures = Pictures([Picture("s3://b/images/a.jpg", turn_of(orientation, *size), output_bytes=4321)])
    made = turn_labels(text, key, pictures, POOL, Options(**options), beside)
    return made.data if isinstance(data, bytes) else json.loads(made.data)


def size_of(orientation: int) -> tuple[int, int]:
    return (HEIGHT, WIDTH) if orientation >= 5 else (WIDTH, HEIGHT)


def coco(label: dict[str, Any], **more: Any) -> dict[str, Any]:
    image = {"id": 7, "file_name": "images/a.jpg", "width": WIDTH, "height": HEIGHT}
    return {"images": [image], "annotations": [{"id": 1, "image_id": 7, "category_id": 1, **label}], **more}


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_turn_moves_pixels_and_has_an_inverse(orientation: int) -> None:
    turn = turn_of(orientation, WIDTH, HEIGHT)
    assert turn.inverse.inverse == turn
    assert turn.moves == (orientation != 1)
    for x, y in ((0.25, 3.5), (WIDTH, 0.125), (12.75, HEIGHT)):
        assert turn.inverse.point(*turn.point(x, y)) == (x, y)
    picture = np.arange(WIDTH * HEIGHT).reshape(HEIGHT, WIDTH)
    moved = rotated(picture, orientation)
    for x, y in ((0, 0), (WIDTH - 1, 3), (5, HEIGHT - 1)):
        to_x, to_y = turn.point(x + 0.5, y + 0.5)
        assert moved[int(to_y), int(to_x)] == picture[y, x]
        assert turn.box(x, y, 1, 1) == (int(to_x), int(to_y), 1, 1)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_coco_boxes_and_polygons_turn_as_their_pixels(orientation: int) -> None:
    ring = [3.27, 2.41, 30.79, 5.03, 20.11, 26.25, 6.07, 20.13]
    made = turned(coco({"bbox": [3.3, 4.0, 20.25, 10.6], "segmentation": [ring], "area": 5.5}), orientation)
    (label,) = made["annotations"]
    (image,) = made["images"]
    assert (image["width"], image["height"]) == size_of(orientation)
    assert label["area"] == 5.5
    before = box(3.3, 4.0, 20.25, 10.6, (WIDTH, HEIGHT))
    assert (box(*label["bbox"], size_of(orientation)) == rotated(before, orientation)).all()
    points = list(zip(ring[::2], ring[1::2], strict=True))
    (after,) = label["segmentation"]
    moved = polygon(list(zip(after[::2], after[1::2], strict=True)), *size_of(orientation))
    assert (moved == rotated(polygon(points, WIDTH, HEIGHT), orientation)).all()


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("seed", range(4))
def test_both_run_lengths_of_coco_turn_as_pycocotools_decodes_them(orientation: int, seed: int) -> None:
    oracle = pytest.importorskip("pycocotools.mask")
    mask = blob(seed)
    if seed == 3:
        mask[:] = orientation % 2
    packed = oracle.encode(np.asfortranarray(mask.astype(np.uint8)))
    text = {"size": packed["size"], "counts": packed["counts"].decode()}
    plain = {"size": [HEIGHT, WIDTH], "counts": to_counts(mask.astype(np.uint8).tobytes(order="F"))}
    for shape in (text, plain):
        (label,) = turned(coco({"segmentation": shape}), orientation)["annotations"]
        found = label["segmentation"]
        assert found["size"] == list(reversed(size_of(orientation)))
        if isinstance(found["counts"], list):
            found = oracle.frPyObjects(found, *found["size"])
        else:
            # The text is the one that the oracle writes.
            expected = oracle.encode(np.asfortranarray(rotated(mask, orientation).astype(np.uint8)))
            assert found["counts"] == expected["counts"].decode()
        assert (oracle.decode(found).astype(bool) == rotated(mask, orientation)).all()


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_key_points_of_coco_turn_and_sides_change_places_on_request(orientation: int) -> None:
    names = ["nose", "left_eye", "right_eye"]
    label = {"keypoints": [5, 6, 2, 30, 7, 1, 0, 0, 0], "num_keypoints": 2}
    categories = [{"id": 1, "keypoints": names}]
    for swap in (False, True):
        made = turned(coco(label, categories=categories), orientation, swap_sides=swap)
        values = made["annotations"][0]["keypoints"]
        marked = np.zeros((HEIGHT, WIDTH), int)
        marked[6, 5], marked[7, 30] = 1, 2
        moved = rotated(marked, orientation)
        order = [0, 2, 1] if swap and mirrors(orientation) else [0, 1, 2]
        points = [values[at : at + 3] for at in range(0, 9, 3)]
        for place, name in enumerate(order):
            x, y, seen = points[place]
            assert (seen, x, y) == (0, 0, 0) if name == 2 else moved[y, x] == name + 1


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_yolo_turns_and_turns_back_to_the_same_text(orientation: int) -> None:
    size = size_of(orientation)

    def back(text: bytes, **options: Any) -> bytes:
        inverse = {6: 8, 8: 6}.get(orientation, orientation)
        made: bytes = turned(text, inverse, "labels/a.txt", size=size, **options)
        return made

    detect = b"3 0.500 0.25 0.20 0.1000\r\n0 0.9 0.8 0.1 0.2"
    made = turned(detect, orientation, "labels/a.txt")
    _, x, y, across, down = map(float, made.splitlines()[0].split())
    found = box((x - across / 2) * size[0], (y - down / 2) * size[1], across * size[0], down * size[1], size)
    before = box(0.4 * WIDTH, 0.2 * HEIGHT, 0.2 * WIDTH, 0.1 * HEIGHT, (WIDTH, HEIGHT))
    assert (found == rotated(before, orientation)).all()
    assert back(made) == detect
    segment = b"1 0.1 0.2 0.9 0.3 0.5 0.95\n2 0.1 0.1 0.2 0.1 0.2 0.2 0.1 0.2\n"
    made = turned(segment, orientation, "labels/a.txt")
    values = list(map(float, made.splitlines()[0].split()))[1:]
    points = [(x * size[0], y * size[1]) for x, y in zip(values[::2], values[1::2], strict=True)]
    expected = polygon([(4, 5.6), (36, 8.4), (20, 26.6)], WIDTH, HEIGHT)
    assert (polygon(points, *size) == rotated(expected, orientation)).all()
    assert back(made) == segment
    pose = b"0 0.5 0.5 0.2 0.1 0.41 0.52 2 0.55 0.46 1 0 0 0"
    settings = b"kpt_shape: [3, 3]\nflip_idx: [0, 2, 1]\n"
    for swap in (False, True):
        more: dict[str, Any] = {"beside": {"data.yaml": settings}.get, "swap_sides": swap}
        made = turned(pose, orientation, "labels/a.txt", **more)
        assert back(made, **more) == pose
        first = made.split()[5:7]
        assert tuple(map(float, first)) == pytest.approx(turn_of(orientation, 1, 1).point(0.41, 0.52))
        hidden = made.split()[11:] if not (swap and mirrors(orientation)) else made.split()[8:11]
        assert hidden == [b"0", b"0", b"0"]


def test_poses_of_an_odd_number_of_key_points_with_visibility_need_no_word() -> None:
    pose = "0 0.5 0.5 0.2 0.1" + " 0.25 0.75 2" * 16 + " 0 0 0"
    made = "0 0.5 0.5 0.1 0.2" + " 0.25 0.25 2" * 16 + " 0 0 0"
    assert turned(pose.encode(), 6, key="labels/a.txt") == made.encode()


def test_lines_of_yolo_in_pixels_are_refused() -> None:
    with pytest.raises(LabelError, match="expected lines of YOLO or MOT, found"):
        turned(b"0 12 14 3 4\n", 6, key="labels/a.txt")


def test_lines_of_yolo_that_could_be_polygons_or_poses_are_refused() -> None:
    line = b"0 0.5 0.5 0.2 0.1 0.4 0.5\n0 0.5 0.5 0.2 0.1 0.4 0.5"
    with pytest.raises(LabelError, match="--task"):
        turned(line, 6, "labels/a.txt")
    segment, pose = (turned(line, 6, "labels/a.txt", task=task, dimensions=2) for task in ("segment", "pose"))
    assert segment != pose


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_voc_turns_indices_from_1(orientation: int) -> None:
    text = (
        f"<annotation>\n\t<folder>images</folder><filename>a.jpg</filename><!-- kept -->\n\t<size>"
        f"<width>{WIDTH}</width><height>{HEIGHT}</height><depth>3</depth></size>\n\t<object><name>x</name><bndbox><xmin>3</xmin><ymin>2</ymin>"
        "<xmax>12</xmax><ymax>9</ymax></bndbox></object>\n</annotation>\n"
    )
    made = turned(text.encode(), orientation, "labels/a.xml").decode()
    from xml.etree import ElementTree

    root = ElementTree.fromstring(made)
    assert (int(root.findtext("size/width", "")), int(root.findtext("size/height", ""))) == size_of(orientation)
    left, top, right, bottom = (int(root.findtext(f"object/bndbox/{n}", "")) for n in ("xmin", "ymin", "xmax", "ymax"))
    expected = np.zeros((HEIGHT, WIDTH), bool)
    expected[1:9, 2:12] = True
    found = np.zeros(tuple(reversed(size_of(orientation))), bool)
    found[top - 1 : bottom, left - 1 : right] = True
    assert (found == rotated(expected, orientation)).all()
    assert "<!-- kept -->" in made
    assert orientation != 1 or made == text


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_labelme_turns_its_shapes_and_masks(orientation: int) -> None:
    mask = blob(5, 12, 8)
    target = io.BytesIO()
    Image.fromarray(mask).save(target, "PNG")
    shapes = [
        {"label": "p", "shape_type": "polygon", "points": [[2.41, 3.03], [30.25, 4.57], [20.09, 25.75]]},
        {"label": "m", "shape_type": "mask", "points": [[5, 6], [16, 13]],
         "mask": base64.b64encode(target.getvalue()).decode()},
    ]  # fmt: skip
    file = {"imagePath": "../images/a.jpg", "imageWidth": WIDTH, "imageHeight": HEIGHT, "imageData": "abc",
            "shapes": shapes}  # fmt: skip
    made = turned(file, orientation)
    points = [tuple(point) for point in made["shapes"][0]["points"]]
    before = polygon([(2.41, 3.03), (30.25, 4.57), (20.09, 25.75)], WIDTH, HEIGHT)
    assert (polygon(points, *size_of(orientation)) == rotated(before, orientation)).all()
    whole = np.zeros((HEIGHT, WIDTH), bool)
    whole[6:14, 5:17] = mask
    found = np.zeros(tuple(reversed(size_of(orientation))), bool)
    (left, top), (right, bottom) = made["shapes"][1]["points"]
    cut = Image.open(io.BytesIO(base64.b64decode(made["shapes"][1]["mask"])))
    found[top : bottom + 1, left : right + 1] = np.asarray(cut)
    assert (found == rotated(whole, orientation)).all()
    assert made["imageData"] == ("abc" if orientation == 1 else None)
    assert (made["imageWidth"], made["imageHeight"]) == size_of(orientation)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_cvat_turns_its_shapes_and_masks(orientation: int) -> None:
    mask = blob(6, 12, 8).astype(np.uint8)
    counts = ", ".join(map(str, to_counts(mask.tobytes())))
    text = (
        f'<?xml version="1.0" encoding="utf-8"?>\n<annotations><version>1.1</version><image id="0" name="images/a.jpg" '
        f'width="{WIDTH}" height="{HEIGHT}"><box label="b" xtl="3.30" ytl="4.00" xbr="23.75" ybr="14.60"/>'
        '<polygon label="p" points="3.27,2.41;30.79,5.03;20.11,26.25"/>'
        f'<mask label="m" rle="{counts}" left="5" top="6" width="12" height="8"/></image></annotations>\n'
    )
    made = turned(text.encode(), orientation, "annotations.xml")
    assert orientation != 1 or made.decode() == text
    from xml.etree import ElementTree

    image = ElementTree.fromstring(made).find("image")
    assert image is not None
    shapes = {shape.tag: shape.attrib for shape in image}
    size = size_of(orientation)
    left, top, right, bottom = (float(shapes["box"][name]) for name in ("xtl", "ytl", "xbr", "ybr"))
    before = box(3.3, 4, 20.45, 10.6, (WIDTH, HEIGHT))
    assert (box(left, top, right - left, bottom - top, size) == rotated(before, orientation)).all()
    points = [tuple(map(float, pair.split(","))) for pair in shapes["polygon"]["points"].split(";")]
    before = polygon([(3.27, 2.41), (30.79, 5.03), (20.11, 26.25)], WIDTH, HEIGHT)
    assert (polygon(points, *size) == rotated(before, orientation)).all()  # type: ignore[arg-type]
    found = np.zeros(tuple(reversed(size)), bool)
    x, y, across, down = (int(shapes["mask"][name]) for name in ("left", "top", "width", "height"))
    rows = to_mask([int(count) for count in shapes["mask"]["rle"].split(",")])
    found[y : y + down, x : x + across] = np.frombuffer(rows, np.uint8).reshape(down, across)
    whole = np.zeros((HEIGHT, WIDTH), bool)
    whole[6:14, 5:17] = mask
    assert (found == rotated(whole, orientation)).all()
    with pytest.raises(LabelError, match="cuboid"):
        turned(text.replace("<polygon", '<cuboid xtl1="1"/><polygon').encode(), 6, "annotations.xml")


def rectangle(value: dict[str, Any], size: tuple[int, int]) -> Any:
    """Rasterise a rectangle of Label Studio, which is rotated about its corner."""
    x, y = value["x"] * size[0] / 100, value["y"] * size[1] / 100
    across, down = value["width"] * size[0] / 100, value["height"] * size[1] / 100
    angle = np.radians(value.get("rotation", 0))
    along = np.array([np.cos(angle), np.sin(angle)])
    beside = np.array([-along[1], along[0]])
    start = np.array([x, y])
    corners = [start, start + across * along, start + across * along + down * beside, start + down * beside]
    return polygon([tuple(corner) for corner in corners], *size)


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_label_studio_turns_rectangles_polygons_and_brushes(orientation: int) -> None:
    mask = blob(8)
    pixels = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    pixels[mask] = (255, 10, 20, 255)
    packed = brush_of(pixels.tobytes())
    assert bits_of(packed) == pixels.tobytes()
    values: list[dict[str, Any]] = [
        {"x": 10, "y": 20, "width": 40, "height": 30, "rotation": 0, "rectanglelabels": ["a"]},
        {"x": 40, "y": 30, "width": 30, "height": 35, "rotation": 25, "rectanglelabels": ["a"]},
        {"points": [[10.5, 20], [80, 30], [50, 95]], "polygonlabels": ["a"]},
        {"format": "rle", "rle": packed, "brushlabels": ["a"]},
    ]
    regions = [{"id": str(number), "type": "x", "original_width": WIDTH, "original_height": HEIGHT,
                "image_rotation": 0, "value": value} for number, value in enumerate(values)]  # fmt: skip
    tasks = [{"id": 1, "data": {"image": "/data/upload/1/0123abcd-a.jpg"}, "annotations": [{"result": regions}]}]
    made = turned(tasks, orientation)
    size = size_of(orientation)
    after = [region["value"] for region in made[0]["annotations"][0]["result"]]
    assert (rectangle(after[0], size) == rotated(rectangle(values[0], (WIDTH, HEIGHT)), orientation)).all()
    assert after[0]["rotation"] == 0
    # The edges of the rotated rectangle are rounded.
    assert (rectangle(after[1], size) != rotated(rectangle(values[1], (WIDTH, HEIGHT)), orientation)).sum() <= 2
    points = [(x * size[0] / 100, y * size[1] / 100) for x, y in after[2]["points"]]
    before = polygon([(4.2, 5.6), (32, 8.4), (20, 26.6)], WIDTH, HEIGHT)
    assert (polygon(points, *size) == rotated(before, orientation)).all()
    brush = np.frombuffer(bits_of(after[3]["rle"]), np.uint8).reshape(size[1], size[0], 4)
    assert (brush[..., 3] > 0).tolist() == rotated(mask, orientation).tolist()
    assert {region["original_width"] for region in made[0]["annotations"][0]["result"]} == {size[0]}


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_via_turns_its_regions_and_knows_the_upright_file(orientation: int) -> None:
    regions = [
        {"shape_attributes": {"name": "rect", "x": 3, "y": 4, "width": 20, "height": 10}, "region_attributes": {}},
        {"shape_attributes": {"name": "polygon", "all_points_x": [3.1, 30.2, 20], "all_points_y": [2, 5.3, 26.4]}},
    ]
    file = {"a.jpg15919": {"filename": "a.jpg", "size": 15919, "regions": regions, "file_attributes": {}}}
    made = turned(file, orientation)
    (picture,) = made.values()
    assert list(made) == ["a.jpg4321"]
    assert picture["size"] == 4321
    rect = picture["regions"][0]["shape_attributes"]
    found = box(rect["x"], rect["y"], rect["width"], rect["height"], size_of(orientation))
    assert (found == rotated(box(3, 4, 20, 10, (WIDTH, HEIGHT)), orientation)).all()
    shape = picture["regions"][1]["shape_attributes"]
    points = list(zip(shape["all_points_x"], shape["all_points_y"], strict=True))
    before = polygon([(3.1, 2), (30.2, 5.3), (20, 26.4)], WIDTH, HEIGHT)
    assert (polygon(points, *size_of(orientation)) == rotated(before, orientation)).all()


@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_mot_turns_each_frame(orientation: int) -> None:
    info = f"[Sequence]\nname=s\nimDir=img1\nseqLength=2\nimWidth={WIDTH}\nimHeight={HEIGHT}\nimExt=.jpg\n".encode()
    turn = turn_of(orientation, WIDTH, HEIGHT)
    pictures = Pictures(Picture(f"s3://b/s/img1/{n:06}.jpg", turn) for n in (1, 2))
    data = b"1,1,4.3,5,20,10,1,1,1\n2,1,4,5,20,10.25,1,1,1\n"
    options, beside = Options("stored"), {"s/seqinfo.ini": info}.get
    made = turn_labels(data, "s/gt/gt.txt", pictures, POOL, options, beside).data
    values = [float(value) for value in made.splitlines()[0].split(b",")[2:6]]
    found = box(values[0] - 1, values[1] - 1, values[2], values[3], size_of(orientation))
    assert (found == rotated(box(3.3, 4, 20, 10, (WIDTH, HEIGHT)), orientation)).all()
    assert made.splitlines()[0].endswith(b",1,1,1")
    text = turn_labels(info, "s/seqinfo.ini", pictures, POOL, options).data.decode()
    width, height = size_of(orientation)
    assert f"imWidth={width}\n" in text
    assert f"imHeight={height}\n" in text


@pytest.mark.parametrize("orientation", ORIENTATIONS)
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "I;16"])
def test_masks_keep_each_value(orientation: int, mode: str) -> None:
    values = np.arange(WIDTH * HEIGHT).reshape(HEIGHT, WIDTH)
    if mode == "I;16":
        picture = Image.fromarray((values * 50).astype(np.uint16))
    elif mode == "RGB":
        picture = Image.fromarray(np.dstack([values % 256, values // 5 % 256, values % 7]).astype(np.uint8))
    else:
        picture = Image.fromarray((values % 2 * 255 if mode == "1" else values % 16).astype(np.uint8))
        if mode == "P":
            picture.putpalette([value * 16 % 256 for value in range(48)])
        if mode == "1":
            picture = picture.convert("1")
    target = io.BytesIO()
    picture.save(target, "PNG")
    made = Image.open(io.BytesIO(turned(target.getvalue(), orientation, "masks/a.png")))
    assert made.mode == picture.mode
    assert (np.asarray(made) == rotated(np.asarray(picture), orientation)).all()
    if mode == "P":
        assert made.getpalette()[:48] == picture.getpalette()[:48]


def test_the_convention_is_found_by_the_dimensions_and_never_guessed() -> None:
    label = {"bbox": [3, 4, 20, 10]}
    stored = coco(label)
    assert turned(stored, 6, labelled="auto") != stored
    displayed = coco(label)
    displayed["images"][0].update(width=HEIGHT, height=WIDTH)
    assert turned(displayed, 6, labelled="auto") == displayed
    for orientation, size in ((3, (WIDTH, HEIGHT)), (2, (WIDTH, HEIGHT)), (6, (30, 30))):
        square = coco(label)
        square["images"][0].update(width=size[0], height=size[1])
        with pytest.raises(LabelError, match="--labelled"):
            turned(square, orientation, labelled="auto", size=size)
        assert turned(square, orientation, labelled="displayed", size=size) == square
        assert turned(square, orientation, labelled="stored", size=size) != square
    # Nothing is to be decided for upright pictures.
    assert turned(stored, 1, labelled="auto") == stored
    with pytest.raises(LabelError, match="dimensions of the stored one"):
        turned(stored, 6, labelled="displayed")
    scaled = coco(label)
    scaled["images"][0].update(width=20, height=14)
    with pytest.raises(LabelError, match=r"20.14 pixels"):
        turned(scaled, 6, labelled="auto")
    without = coco(label)
    del without["images"][0]["width"], without["images"][0]["height"]
    with pytest.raises(LabelError, match="--labelled"):
        turned(without, 8, labelled="auto")


def test_one_file_of_two_conventions_is_refused_and_one_picture_decides_for_the_others() -> None:
    turns = [turn_of(orientation, WIDTH, HEIGHT) for orientation in (6, 8, 3)]
    pictures = Pictures(Picture(f"{place}.jpg", turn) for place, turn in enumerate(turns))

    def made(*sizes: tuple[int, int]) -> dict[str, Any]:
        images = [{"id": n, "file_name": f"{n}.jpg", "width": w, "height": h} for n, (w, h) in enumerate(sizes)]
        labels = [{"id": n, "image_id": n, "bbox": [3, 4, 20, 10]} for n in range(len(sizes))]
        data = json.dumps({"images": images, "annotations": labels}).encode()
        found: dict[str, Any] = json.loads(turn_labels(data, "a.json", pictures, POOL).data)
        return found

    labels = made((WIDTH, HEIGHT), (WIDTH, HEIGHT), (WIDTH, HEIGHT))["annotations"]
    assert [label["bbox"] for label in labels] == [[14, 3, 10, 20], [4, 17, 10, 20], [17, 14, 20, 10]]
    with pytest.raises(LabelError, match="one convention"):
        made((WIDTH, HEIGHT), (HEIGHT, WIDTH))


def test_pictures_are_found_by_their_folders() -> None:
    turn, upright_one = turn_of(6, WIDTH, HEIGHT), turn_of(1, WIDTH, HEIGHT)
    pictures = Pictures([Picture("s3://b/train/a.jpg", turn), Picture("s3://b/val/a.jpg", upright_one)])
    data, options = b"0 0.5 0.2 0.1 0.1", Options("stored")
    moved = turn_labels(data, "labels/train/a.txt", pictures, POOL, options)
    assert (moved.moved, moved.data) == (1, b"0 0.8 0.5 0.1 0.1")
    assert turn_labels(data, "labels/val/a.txt", pictures, POOL, options).data == data
    for key in ("labels/a.txt", "labels/train/b.txt"):
        with pytest.raises(LabelError, match="expected"):
            turn_labels(data, key, pictures, POOL, options)
    late = Pictures([Picture("a.jpg", None, "rejected")])
    (warning,) = turn_labels(data, "a.txt", late, POOL).warnings
    assert "rejected" in warning


def test_descriptions_of_an_imagefolder_get_the_upright_dimensions_and_their_boxes_turn() -> None:
    pictures = Pictures(Picture(f"train/{n}.jpg", turn_of(6 if n else 1, WIDTH, HEIGHT)) for n in range(2))
    lines = (
        f'{{"file_name": "0.jpg", "width": {HEIGHT}, "height": {WIDTH}}}\r\n'
        f'{{"file_name": "1.jpg", "width": {WIDTH}, "height": {HEIGHT}, "objects": {{"bbox": [[3, 4, 20, 10]]}}}}\r\n'
    ).encode()
    options = Options(boxes={"objects.bbox": "coco"})
    made = turn_labels(lines, "train/metadata.jsonl", pictures, POOL, options)
    expected = lines.replace(b'"width": 40, "height": 28', b'"width": 28, "height": 40')
    assert made.data == expected.replace(b"[3, 4, 20, 10]", b"[14, 3, 10, 20]")
    with pytest.raises(LabelError, match=r"objects\.bbox"):
        turn_labels(lines, "train/metadata.jsonl", pictures, POOL, Options())
    table = b'file_name,text,width,height,score\n0.jpg,"a, b",28,40,0.50\n1.jpg,"a ""b""",40,28,1\n'
    made = turn_labels(table, "train/metadata.csv", pictures, POOL, Options())
    assert made.data == table.replace(b"40,28", b"28,40")
    with pytest.raises(LabelError, match="xmin"):
        turn_labels(b"filename,class,xmin\n1.jpg,a,3\n", "train/a.csv", pictures, POOL, Options("stored"))


@pytest.mark.parametrize("absent", ["keep", "drop"])
@pytest.mark.parametrize("key", ["metadata.jsonl", "metadata.csv", "coco.json", "tasks.json", "via.csv"])
def test_what_names_no_picture_costs_itself_only(key: str, absent: Absent) -> None:
    size = {"width": WIDTH, "height": HEIGHT}
    box = {"x": 10, "y": 10, "width": 20, "height": 30, "rotation": 0}
    value = {"type": "rectangle", "original_width": WIDTH, "original_height": HEIGHT, "value": box}
    task = {"id": 1, "data": {"image": "1.jpg"}, "annotations": [{"result": [value]}]}
    good, bad, after = {
        "metadata.jsonl": ('{"file_name": "1.jpg", "t": "a\u2028b", "width": 40, "height": 28}\n', '{"file_na', "\n"),
        "metadata.csv": ("1.jpg,a\u2028b,40,28\n", "2.jpg,", "\n"),
        "coco.json": (json.dumps({"id": 1, "file_name": "1.jpg", **size}), ', {"id": 2}', ""),
        "tasks.json": (json.dumps(task), ', {"id": 2, "data": {}}', ""),
        "via.csv": ('1.jpg,30,"{""name"": ""rect"", ""x"": 3, ""y"": 4, ""width"": 20, ""height"": 10}"\n', "2.jp", ""),
    }[key]  # fmt: skip
    head, tail = {
        "metadata.jsonl": ("\ufeff", ""),
        "metadata.csv": ("file_name,text,width,height\n", ""),
        "coco.json": ('{"images": [', '], "annotations": [{"image_id": 1, "bbox": [3, 4, 20, 10]}]}'),
        "tasks.json": ("[", "]"),
        "via.csv": ("filename,file_size,region_shape_attributes\n", ""),
    }[key]
    pictures = Pictures([Picture("1.jpg", turn_of(6, WIDTH, HEIGHT), output_bytes=31)])
    data = f"{head}{good}{bad}{after}{tail}".encode()
    options = Options("stored", absent=absent)
    made = turn_labels(data, key, pictures, POOL, options)
    alone = turn_labels(f"{head}{good}{tail}".encode(), key, pictures, POOL, options)
    assert (made.left, made.moved, len(made.warnings)) == (1, alone.moved, 1)
    assert made.data != data
    assert alone.data == (made.data if absent == "drop" else made.data.replace(f"{bad}{after}".encode(), b""))


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("notes.json", '{"categories": [], "info": {"year": 2024}}'),
        ("meta.xml", "<data><a>1</a></data>"),
        ("classes.csv", "name,count\na,3\n"),
    ],
)
def test_what_has_no_form_of_labels_and_no_picture_is_copied(key: str, text: str) -> None:
    pictures = Pictures([Picture("a.jpg", turn_of(6, WIDTH, HEIGHT))])
    made = turn_labels(text.encode(), key, pictures, POOL, Options("stored"))
    assert (made.data, made.format) == (text.encode(), "none")


@pytest.mark.parametrize(
    "data",
    [
        b'{"images": [{"id": 1, "file_name": 5}]}',
        b'{"images": [{"id": 1}]}',
        b'{"images": [{"file_name": "a.jpg"}, {"file_name": "b.jpg"}]}',
        b'{"images": [[1]], "annotations": 3}',
        b'[{"data": 3}]',
        b"[" * 100_000,
        b'{"imagePath": null}',
        b'{"a": {"regions": 3}}',
    ],
)
def test_a_damaged_file_costs_itself_only(data: bytes) -> None:
    pictures = Pictures([Picture("a.jpg", turn_of(6, WIDTH, HEIGHT))])
    with pytest.raises(LabelError, match=r"^b\.json"):
        turn_labels(data, "b.json", pictures, POOL, Options("stored"))


def test_an_absent_picture_costs_its_own_labels_only() -> None:
    pictures = Pictures(Picture(f"{n}.jpg", turn_of(6, WIDTH, HEIGHT)) for n in range(20))
    images = [{"id": n, "file_name": f"{n}.jpg", "width": WIDTH, "height": HEIGHT} for n in range(21)]
    labels = [{"id": n, "image_id": n, "bbox": [3, 4, 20, 10]} for n in range(21)]
    data = json.dumps({"images": images, "annotations": labels}).encode()
    for absent in ("keep", "drop"):
        made = turn_labels(data, "a.json", pictures, POOL, Options(absent=absent))
        root = json.loads(made.data)
        assert (made.moved, made.left) == (20, 1)
        assert "20.jpg" in made.warnings[0]
        assert [label["bbox"] for label in root["annotations"]] == [[14, 3, 10, 20]] * 20 + [[3, 4, 20, 10]] * (
            absent == "keep"
        )
        assert len(root["images"]) == 20 + (absent == "keep")


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "coco": (
        "a.json",
        lambda: json.dumps(coco({"bbox": [3, 4, 20, 10]})).encode(),
    ),
    "yolo": ("labels/a.txt", lambda: b"0 0.5 0.2 0.1 0.1\n"),
    "voc": (
        "a.xml",
        lambda: (
            b"<annotation><filename>a.jpg</filename><size><width>40</width><height>28</height></size><object><bndbox>"
            b"<xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox></object></annotation>"
        ),
    ),
    "cvat": (
        "a.xml",
        lambda: (
            b'<annotations><image id="0" name="a.jpg" width="40" height="28"><box xtl="1" ytl="2" xbr="3" ybr="4"/>'
            b"</image></annotations>"
        ),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_every_prefix_of_a_file_is_refused_or_has_no_label_lost(name: str) -> None:
    key, make = FILES[name]
    data = make()
    pictures = Pictures([Picture("images/a.jpg", turn_of(6, WIDTH, HEIGHT))])
    for length in range(len(data)):
        try:
            made = turn_labels(data[:length], key, pictures, POOL, Options("stored"))
        except LabelError:
            continue
        # Only text without an end of its own can be shorter and whole.
        assert name == "yolo" or data[:length].strip() in (b"", data.strip())
        assert made.pictures == 1


def test_the_command_turns_a_folder_of_labels_by_the_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow")
    pytest.importorskip("obstore")
    from upright import batch
    from upright.batch.__main__ import main

    names = fill(tmp_path)
    places = [str(tmp_path / name) for name in ("in", "out", "work")]
    batch.plan([batch.Entry(name) for name in names if name.endswith(".jpg")], *places)
    batch.run(places[2], 0)
    labels = tmp_path / "labels"
    (labels / "train").mkdir(parents=True)
    (labels / "data.yaml").write_text("names: [a]\n")
    for number in range(1, 9):
        (labels / "train" / f"orientation-{number}.txt").write_text("0 0.5 0.25 0.2 0.1\n")
    found = POOL.describe((tmp_path / "in" / "orientation-6.jpg").read_bytes())
    image = {"id": 1, "file_name": "orientation-6.jpg", "width": found.width, "height": found.height}
    (labels / "coco.json").write_text(
        json.dumps({"images": [image], "annotations": [{"image_id": 1, "bbox": [1, 2, 3, 4]}]})
    )
    command = ["annotations", str(labels), "--results", places[2], "--output", str(tmp_path / "turned")]
    # COCO says which convention it has, YOLO does not.
    assert main(command) == 1
    errors = capsys.readouterr().err
    assert errors.count("--labelled stored") == 7
    assert sorted(path.name for path in (tmp_path / "turned").rglob("*.*")) == [
        "coco.json", "data.yaml", "orientation-1.txt"
    ]  # fmt: skip
    assert main([*command, "--labelled", "stored", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"files": 10, "moved": 8, "left": 0, "failed": 0}
    assert (tmp_path / "turned" / "train" / "orientation-6.txt").read_text() == "0 0.75 0.5 0.1 0.2\n"
    table = tmp_path / "all.parquet"
    assert main(["merge", "--work", places[2], "--table", str(table), "--quiet"]) == 0
    (tmp_path / "turned" / "coco.json").write_text("{}")
    again = [*command, "--labelled", "stored", "--results", str(table)]
    assert main(again) == 1
    assert main([*again, "--force"]) == 0
    assert main([*command[:4], "--output", str(labels / "x")]) == 64
