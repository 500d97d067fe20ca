// Streets under the map's labels: from a PMTiles archive (version 3) on this server, read in parts, or from the images of a tile
// server that the configuration names. Vector tiles are drawn from the layers of Protomaps and of OpenMapTiles.
"use strict";
window.uprightTiles = (box, redraw) => {
    const { archive, images, credit } = box.dataset;
    if (!archive && !images) return null;
    const kept = new Map();
    const most = 300;
    const failed = (error) => console.warn(`upright: the tiles of the map: ${error.message}`);

    // Keeps what a promise gives, and draws again when it is there.
    function tile(key, make) {
        if (!kept.has(key)) {
            const entry = { content: null };
            kept.set(key, entry);
            if (kept.size > most) kept.delete(kept.keys().next().value);
            make().then((content) => {
                entry.content = content;
                if (content) redraw();
            }, failed);
        }
        const entry = kept.get(key);
        kept.delete(key);
        kept.set(key, entry);
        return entry.content;
    }

    // MARK: The archive

    const gzip = 2;
    const vector = 1;
    const pictures = { 2: "image/png", 3: "image/jpeg", 4: "image/webp", 5: "image/avif" };

    async function part(offset, length) {
        if (!(length > 0 && length <= 64 << 20 && Number.isSafeInteger(offset + length))) throw Error("the archive is damaged");
        const answer = await fetch(archive, { headers: { Range: `bytes=${offset}-${offset + length - 1}` } });
        if (answer.status !== 206) throw Error(`the server answered ${answer.status}`);
        return new Uint8Array(await answer.arrayBuffer());
    }

    async function unpacked(bytes, compression) {
        if (compression !== gzip) {
            if (compression > 1) throw Error("only gzip is read as the compression of an archive");
            return bytes;
        }
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
        return new Uint8Array(await new Response(stream).arrayBuffer());
    }

    const header = archive && part(0, 127).then(async (bytes) => {
        const view = new DataView(bytes.buffer);
        if (new TextDecoder().decode(bytes.subarray(0, 7)) !== "PMTiles" || bytes[7] !== 3) throw Error("expected a PMTiles archive of version 3");
        const number = (at) => Number(view.getBigUint64(at, true));
        const found = {
            root: number(8), rootLength: number(16), metadata: number(24), metadataLength: number(32), leaves: number(40), data: number(56),
            inner: bytes[97], compression: bytes[98], type: bytes[99], least: bytes[100], most: bytes[101],
        };
        if (found.type !== vector && !pictures[found.type]) throw Error("the archive's tiles are neither vectors nor pictures");
        return found;
    });

    function* numbers(bytes) {
        for (let at = 0; at < bytes.length;) {
            let value = 0;
            let factor = 1;
            let byte;
            do {
                byte = bytes[at++];
                value += (byte & 127) * factor;
                factor *= 128;
            } while (byte > 127 && at < bytes.length);
            yield value;
        }
    }

    const directories = new Map();
    function directory(offset, length) {
        if (!directories.has(offset)) {
            if (directories.size > 200) directories.clear();
            directories.set(offset, header.then(async ({ inner }) => {
                const values = [...numbers(await unpacked(await part(offset, length), inner))];
                const count = values[0];
                if (values.length !== 1 + 4 * count) throw Error("a directory of the archive is damaged");
                let id = 0;
                let end = 0;
                return Array.from({ length: count }, (_, index) => {
                    id += values[1 + index];
                    const size = values[1 + 2 * count + index];
                    const given = values[1 + 3 * count + index];
                    const start = given === 0 ? end : given - 1;
                    end = start + size;
                    return { id, run: values[1 + count + index], size, start };
                });
            }));
        }
        return directories.get(offset);
    }

    // The number of a tile: all lower zooms, and the place on the Hilbert curve.
    function number(zoom, x, y) {
        const side = 2 ** zoom;
        let result = (4 ** zoom - 1) / 3;
        for (let half = side / 2; half >= 1; half /= 2) {
            const right = (x & half) > 0 ? 1 : 0;
            const below = (y & half) > 0 ? 1 : 0;
            result += half * half * ((3 * right) ^ below);
            if (!below) {
                if (right) [x, y] = [side - 1 - x, side - 1 - y];
                [x, y] = [y, x];
            }
        }
        return result;
    }

    async function bytes(zoom, x, y) {
        const about = await header;
        const id = number(zoom, x, y);
        let [offset, length] = [about.root, about.rootLength];
        for (let depth = 0; depth < 4; depth++) {
            const entries = await directory(offset, length);
            let [low, high] = [0, entries.length];
            while (low < high) {
                const middle = (low + high) >> 1;
                if (entries[middle].id <= id) low = middle + 1;
                else high = middle;
            }
            const entry = entries[low - 1];
            if (!entry) return null;
            if (entry.run > 0) return id < entry.id + entry.run ? unpacked(await part(about.data + entry.start, entry.size), about.compression) : null;
            [offset, length] = [about.leaves + entry.start, entry.size];
        }
        return null;
    }

    async function content(zoom, x, y) {
        const { type } = await header;
        const found = await bytes(zoom, x, y);
        if (!found) return null;
        return type === vector ? drawing(found) : createImageBitmap(new Blob([found], { type: pictures[type] }));
    }

    // MARK: Vector tiles (Mapbox Vector Tile 2)

    // The fields of a message of Protocol Buffers: number and value, which is a number or bytes.
    function* fields(bytes) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
        let at = 0;
        const varint = () => {
            let value = 0;
            let factor = 1;
            let byte;
            do {
                if (at >= bytes.length) throw Error("a tile is damaged");
                byte = bytes[at++];
                value += (byte & 127) * factor;
                factor *= 128;
            } while (byte > 127);
            return value;
        };
        while (at < bytes.length) {
            const tag = varint();
            const kind = tag & 7;
            if (kind === 0) yield [tag >> 3, varint()];
            else if (kind === 2) {
                const length = varint();
                if (at + length > bytes.length) throw Error("a tile is damaged");
                yield [tag >> 3, bytes.subarray(at, at += length)];
            } else if (kind === 5 || kind === 1) {
                const size = kind === 5 ? 4 : 8;
                if (at + size > bytes.length) throw Error("a tile is damaged");
                yield [tag >> 3, kind === 5 ? view.getFloat32(at, true) : view.getFloat64(at, true)];
                at += size;
            } else throw Error("a tile is damaged");
        }
    }

    const text = new TextDecoder();
    const water = /^(water|ocean|waterway|physical_line)/;
    const green = /park|forest|wood|grass|meadow|nature|garden|cemetery|scrub|golf|pitch|orchard|farm|allot/;
    const great = /motorway|trunk|highway|primary|major/;
    const middle = /secondary|tertiary|medium/;
    const small = /path|foot|track|cycle|steps|pedestrian|other|service/;

    // How a feature is drawn; nil if it is not. `order` is from below.
    function look(layer, kind, shape) {
        const isArea = shape === 3;
        if (layer === "earth" || layer === "land") return isArea ? { order: 0, fill: "land" } : null;
        if (water.test(layer)) return isArea ? { order: 2, fill: "sea" } : shape === 2 ? { order: 2, stroke: "sea", width: 1.5 } : null;
        if (/^(landuse|landcover|park|natural)/.test(layer)) return isArea && green.test(kind || layer) ? { order: 1, fill: "green" } : null;
        if (/^building/.test(layer)) return isArea ? { order: 3, fill: "building" } : null;
        if (/^(roads?|streets?|transportation)$/.test(layer) && shape === 2) {
            if (/rail|transit/.test(kind)) return { order: 4, stroke: "coast", width: 1 };
            if (great.test(kind)) return { order: 7, stroke: "road", width: 5 };
            if (middle.test(kind)) return { order: 6, stroke: "road", width: 3.5 };
            return small.test(kind) ? { order: 4, stroke: "street", width: 1 } : { order: 5, stroke: "street", width: 2.5 };
        }
        return /^boundar/.test(layer) && shape === 2 ? { order: 8, stroke: "country", width: 1 } : null;
    }

    const names = [`name:${document.documentElement.lang}`, `name_${document.documentElement.lang}`, "name"];

    function drawing(bytes) {
        const parts = new Map();
        const labels = [];
        let hasEarth = false;
        for (const [field, message] of fields(bytes)) {
            if (field === 3) layer(message);
        }
        function layer(message) {
            const keys = [];
            const values = [];
            const features = [];
            let name = "";
            let extent = 4096;
            for (const [field, value] of fields(message)) {
                if (field === 1) name = text.decode(value);
                else if (field === 2) features.push(value);
                else if (field === 3) keys.push(text.decode(value));
                else if (field === 4) {
                    const [[kind, given] = []] = fields(value);
                    values.push(kind === 1 ? text.decode(given) : given);
                } else if (field === 5) extent = value || 4096;
            }
            hasEarth ||= name === "earth" || name === "land";
            for (const message of features) {
                let [shape, tags, geometry] = [0, [], []];
                for (const [field, value] of fields(message)) {
                    if (field === 2) tags = [...numbers(value)];
                    else if (field === 3) shape = value;
                    else if (field === 4) geometry = value;
                }
                const properties = {};
                for (let index = 0; index + 1 < tags.length; index += 2) properties[keys[tags[index]]] = values[tags[index + 1]];
                const kind = String(properties.kind_detail || properties.kind || properties.class || properties.highway || "");
                const style = look(name, kind, shape);
                const isNamed = name === "roads" || name === "transportation_name" || name === "streets";
                if (!style && !isNamed) continue;
                const lines = trace(geometry, 1 / extent);
                if (style) {
                    const key = `${style.order}${style.fill || style.stroke}`;
                    if (!parts.has(key)) parts.set(key, { ...style, path: new Path2D() });
                    const { path } = parts.get(key);
                    for (const line of lines) {
                        line.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
                        if (style.fill) path.closePath();
                    }
                }
                const called = names.map((key) => properties[key]).find(Boolean);
                if (isNamed && called) label(String(called), lines);
            }
        }
        // A name is written along the longest straight piece of its street.
        function label(name, lines) {
            let best = null;
            for (const line of lines) {
                for (let index = 1; index < line.length; index++) {
                    const [[ax, ay], [bx, by]] = [line[index - 1], line[index]];
                    const length = Math.hypot(bx - ax, by - ay);
                    if (!best || length > best.length) best = { name, length, x: (ax + bx) / 2, y: (ay + by) / 2, angle: Math.atan2(by - ay, bx - ax) };
                }
            }
            if (best) labels.push(best);
        }
        return { parts: [...parts.values()].sort((a, b) => a.order - b.order), labels: labels.sort((a, b) => b.length - a.length).slice(0, 200), hasEarth };
    }

    function trace(geometry, unit) {
        const lines = [];
        let [x, y] = [0, 0];
        const steps = [...numbers(geometry)];
        const signed = (value) => (value % 2 ? -(value + 1) / 2 : value / 2);
        for (let at = 0; at < steps.length;) {
            const command = steps[at] & 7;
            const count = steps[at++] >> 3;
            if (command === 7) continue;
            for (let index = 0; index < count && at + 1 < steps.length; index++) {
                x += signed(steps[at++]);
                y += signed(steps[at++]);
                if (command === 1) lines.push([]);
                lines[lines.length - 1]?.push([x * unit, y * unit]);
            }
        }
        return lines;
    }

    // MARK: Drawing

    function paint(context, found, left, top, side, density, zoom, colour) {
        context.save();
        context.setTransform(density, 0, 0, density, 0, 0);
        context.beginPath();
        context.rect(left, top, side + 0.5, side + 0.5);
        context.clip();
        if (!found.parts) {
            context.drawImage(found, left, top, side + 0.5, side + 0.5);
            context.restore();
            return;
        }
        context.fillStyle = colour(found.hasEarth ? "sea" : "land");
        context.fillRect(left, top, side + 1, side + 1);
        context.setTransform(density * side, 0, 0, density * side, left * density, top * density);
        context.lineJoin = context.lineCap = "round";
        const swell = Math.max(0.5, 2 ** ((zoom - 15) / 1.5));
        for (const { path, fill, stroke, width } of found.parts) {
            if (fill) {
                context.fillStyle = colour(fill);
                context.fill(path, "evenodd");
            } else {
                context.strokeStyle = colour(stroke);
                context.lineWidth = Math.max(0.6, width * swell) / side;
                context.stroke(path);
            }
        }
        context.restore();
    }

    function write(context, found, left, top, side, density, colour, taken) {
        context.font = '11px system-ui, "Noto Sans", sans-serif';
        context.textAlign = "center";
        context.lineWidth = 3;
        for (const { name, length, x, y, angle } of found.labels) {
            const across = context.measureText(name).width;
            if (across > length * side) continue;
            const [px, py] = [left + x * side, top + y * side];
            if (taken.some(([tx, ty, tn]) => Math.hypot(tx - px, ty - py) < (tn === name ? 220 : 40))) continue;
            taken.push([px, py, name]);
            context.setTransform(density, 0, 0, density, px * density, py * density);
            context.rotate(Math.abs(angle) > Math.PI / 2 ? angle + Math.PI : angle);
            context.strokeStyle = colour("land");
            context.fillStyle = colour("ink");
            context.strokeText(name, 0, 0);
            context.fillText(name, 0, 0);
        }
        context.textAlign = "start";
    }

    function picture(zoom, x, y) {
        return new Promise((resolve, reject) => {
            const image = new Image();
            image.addEventListener("load", () => resolve(image));
            image.addEventListener("error", () => reject(Error("the tile server does not answer")));
            image.src = images.replace("{z}", zoom).replace("{x}", x).replace("{y}", y);
        });
    }

    let about = images ? { least: 0, most: 19 } : null;
    header?.then(async (found) => {
        about = found;
        redraw();
        // Whoever shows map data names its authors.
        if (found.metadataLength > 0 && !credit) {
            const metadata = JSON.parse(text.decode(await unpacked(await part(found.metadata, found.metadataLength), found.inner)));
            const markup = new DOMParser().parseFromString(String(metadata.attribution || ""), "text/html");
            name(markup.body.textContent);
        }
    }).catch(failed);
    if (credit) name(credit);

    function name(authors) {
        if (!authors.trim()) return;
        const line = document.createElement("p");
        line.className = "credit";
        line.textContent = authors.trim();
        box.append(line);
    }

    // Draws the tiles of a view of the map, whose world has sides of `size` pixels. A tile that is not there yet is drawn from
    // one of a lower zoom.
    return (context, { x, y, zoom, size, width, height, density, colour }) => {
        if (!about) return;
        const level = Math.max(about.least, Math.min(about.most, Math.floor(zoom + (images ? 0.5 : 0))));
        if (zoom < about.least - 1) return;
        const side = size / 2 ** level;
        const count = 2 ** level;
        const shown = [];
        for (let column = Math.floor((x - width / size / 2) * count); column <= Math.floor((x + width / size / 2) * count); column++) {
            for (let row = Math.max(0, Math.floor((y - height / size / 2) * count)); row <= Math.min(count - 1, Math.floor((y + height / size / 2) * count)); row++) {
                const [left, top] = [(column / count - x) * size + width / 2, (row / count - y) * size + height / 2];
                const turned = ((column % count) + count) % count;
                const found = tile(`${level}/${turned}/${row}`, () => (images ? picture : content)(level, turned, row));
                if (found) {
                    paint(context, found, left, top, side, density, zoom, colour);
                    shown.push([found, left, top]);
                    continue;
                }
                for (let up = 1; up <= level - about.least; up++) {
                    const entry = kept.get(`${level - up}/${turned >> up}/${row >> up}`);
                    if (!entry?.content) continue;
                    const [wide, part] = [side * 2 ** up, 2 ** up];
                    context.save();
                    context.setTransform(density, 0, 0, density, 0, 0);
                    context.beginPath();
                    context.rect(left, top, side + 0.5, side + 0.5);
                    context.clip();
                    paint(context, entry.content, left - (turned % part) * side, top - (row % part) * side, wide, density, zoom, colour);
                    context.restore();
                    break;
                }
            }
        }
        const taken = [];
        for (const [found, left, top] of shown) {
            if (found.labels && zoom >= 14) write(context, found, left, top, side, density, colour, taken);
        }
    };
};
