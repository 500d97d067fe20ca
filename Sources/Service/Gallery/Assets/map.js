// Draws the map of the pictures: land and borders on a canvas, with links to pictures on top.
"use strict";
(() => {
    // Numbers have the digits of the page's other numbers.
    const locale = document.documentElement.lang === "ar" ? "ar-u-nu-latn" : document.documentElement.lang;
    const [metres, kilometres] = ["meter", "kilometer"].map((unit) => new Intl.NumberFormat(locale, { style: "unit", unit }));
    const box = document.getElementById("map");
    const canvas = box.querySelector("canvas");
    const layer = box.querySelector(".markers");
    const status = document.getElementById("map-status");
    const context = canvas.getContext("2d");
    const points = (window.uprightPoints || []).map(([x, y, count, photo, place, further]) => {
        const [px, py] = project(x / 1e5, y / 1e5);
        return { x: px, y: py, longitude: x / 1e5, latitude: y / 1e5, count, photo, place, further };
    });
    const places = window.uprightPlaces || [];
    const versions = window.uprightVersions || {};
    const small = (photo) => `thumbnail/${photo}.jpg${versions[photo] ? `?${versions[photo]}` : ""}`;
    const lands = new Map();
    const asked = new Set();
    const tile = 256;
    const tiles = window.uprightTiles?.(box, () => draw());
    const deepest = tiles ? 19 : 16;
    const reach = 64;
    const view = { x: 0.5, y: 0.45, zoom: 1 };
    let width = 0;
    let height = 0;
    let pending = 0;

    // The Mercator projection: the world is a square with sides of 1 and its north-west corner at 0,0.
    function project(longitude, latitude) {
        const bounded = Math.max(-85, Math.min(85, latitude)) * Math.PI / 180;
        return [longitude / 360 + 0.5, 0.5 - Math.log(Math.tan(Math.PI / 4 + bounded / 2)) / (2 * Math.PI)];
    }

    function path(lines, unit, origin, closes) {
        const result = new Path2D();
        for (const line of lines) {
            let x = line[0];
            let y = line[1];
            for (let index = 0; index < line.length; index += 2) {
                if (index > 0) {
                    x += line[index];
                    y += line[index + 1];
                }
                const [px, py] = project(x * unit / 1e4, y * unit / 1e4);
                if (index === 0) result.moveTo(px - origin[0], py - origin[1]);
                else result.lineTo(px - origin[0], py - origin[1]);
            }
            if (closes) result.closePath();
        }
        return result;
    }

    window.uprightLand = (name, land) => {
        const [west, south, east, north] = land.box;
        const origin = project(west, north);
        const corner = project(east, south);
        lands.set(name, {
            origin, corner,
            fill: path(land.rings, land.unit, origin, true),
            coast: path(land.coast, land.unit, origin, false),
            country: path(land.country, land.unit, origin, false),
            region: path(land.region, land.unit, origin, false),
            places: (land.places || []).map(([x, y, people, name]) => {
                const [px, py] = project(x / 1e4, y / 1e4);
                return { x: px, y: py, people, name };
            }),
        });
        draw();
    };

    function load(name) {
        if (asked.has(name)) return;
        asked.add(name);
        const script = document.createElement("script");
        script.src = `map/${name}.js`;
        document.head.append(script);
    }

    const scale = () => tile * 2 ** view.zoom;

    function clamp() {
        const least = Math.max(0, Math.log2(Math.max(width, height) / tile) - 1);
        view.zoom = Math.max(least, Math.min(deepest, view.zoom));
        view.x -= Math.floor(view.x);
        const half = Math.min(0.5, height / scale() / 2);
        view.y = Math.max(half, Math.min(1 - half, view.y));
    }

    function cells() {
        if (scale() < 4096) return [];
        const size = scale();
        const names = [];
        const left = view.x - width / size / 2;
        const right = view.x + width / size / 2;
        for (let column = Math.floor(left * 36); column <= Math.floor(right * 36); column++) {
            for (let row = 0; row < 18; row++) {
                const top = project(0, row * 10 - 80)[1];
                const bottom = project(0, row * 10 - 90)[1];
                if (bottom < view.y - height / size / 2 || top > view.y + height / size / 2) continue;
                names.push(`land-${((column % 36) + 36) % 36}-${row}`);
            }
        }
        return names;
    }

    function draw() {
        if (!pending) pending = requestAnimationFrame(paint);
    }

    function paint() {
        pending = 0;
        const style = getComputedStyle(document.documentElement);
        const colour = (name) => style.getPropertyValue(`--${name}`).trim();
        const density = window.devicePixelRatio || 1;
        const size = scale();
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = colour("sea");
        context.fillRect(0, 0, canvas.width, canvas.height);
        const names = ["world"];
        for (const name of cells()) {
            load(name);
            if (lands.has(name)) names.push(name);
        }
        for (const name of names) {
            const land = lands.get(name);
            if (!land) continue;
            for (const turn of [-1, 0, 1]) {
                const left = (land.origin[0] + turn - view.x) * size + width / 2;
                const right = (land.corner[0] + turn - view.x) * size + width / 2;
                if (right < 0 || left > width) continue;
                const top = (land.origin[1] - view.y) * size + height / 2;
                const bottom = (land.corner[1] - view.y) * size + height / 2;
                context.save();
                context.setTransform(density, 0, 0, density, 0, 0);
                context.beginPath();
                context.rect(left, top, right - left, bottom - top);
                context.clip();
                if (name !== "world") {
                    context.fillStyle = colour("sea");
                    context.fillRect(left, top, right - left, bottom - top);
                }
                context.setTransform(density * size, 0, 0, density * size, left * density, top * density);
                context.lineJoin = "round";
                context.fillStyle = colour("land");
                context.fill(land.fill, "evenodd");
                // The stroke hides the seams between neighbouring polygons.
                context.lineWidth = 0.7 / size;
                context.strokeStyle = colour("land");
                context.stroke(land.fill);
                if (view.zoom > 3.5) {
                    context.strokeStyle = colour("region");
                    context.stroke(land.region);
                }
                context.lineWidth = 1 / size;
                context.strokeStyle = colour("country");
                context.stroke(land.country);
                context.strokeStyle = colour("coast");
                context.stroke(land.coast);
                context.restore();
            }
        }
        tiles?.(context, { x: view.x, y: view.y, zoom: view.zoom, size, width, height, density, colour });
        label(size, names, colour, density);
        measure(size);
        mark(size);
        remember();
    }

    // Names of towns, the largest first, without overlaps.
    function label(size, names, colour, density) {
        context.setTransform(density, 0, 0, density, 0, 0);
        context.textBaseline = "middle";
        context.lineJoin = "round";
        const taken = [];
        let written = 0;
        // If cells are shown, they have more names than the world.
        const cellNames = names.length > 1 ? names.slice(1) : names;
        for (const name of cellNames) {
            for (const place of lands.get(name)?.places || []) {
                if (written > 150) return;
                const x = (place.x + Math.round(view.x - place.x) - view.x) * size + width / 2;
                const y = (place.y - view.y) * size + height / 2;
                if (x < 0 || y < 12 || x > width || y > height - 12) continue;
                const isLarge = place.people > 500000;
                context.font = `${isLarge ? 600 : 400} ${isLarge ? 13 : 12}px system-ui, "Noto Sans", sans-serif`;
                const across = context.measureText(place.name).width;
                const box = [x - 4, y - 9, x + across + 12, y + 9];
                if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
                // Keeps some distance between names.
                taken.push([box[0] - 24, box[1] - 8, box[2] + 24, box[3] + 8]);
                context.fillStyle = colour("ink");
                context.beginPath();
                context.arc(x, y, 2.5, 0, 2 * Math.PI);
                context.fill();
                context.strokeStyle = colour("land");
                context.lineWidth = 3;
                context.strokeText(place.name, x + 7, y);
                context.fillText(place.name, x + 7, y);
                written += 1;
            }
        }
    }

    // The scale bar: a round length of about a hundred pixels, valid at the centre of the map.
    function measure(size) {
        const latitude = Math.atan(Math.sinh((0.5 - view.y) * 2 * Math.PI));
        const metres = 40075017 * Math.cos(latitude) / size;
        const power = 10 ** Math.floor(Math.log10(metres * 120));
        const length = [5, 2, 1].map((factor) => factor * power).find((value) => value <= metres * 120) || power;
        const bar = box.querySelector(".scale span");
        bar.style.width = `${length / metres}px`;
        bar.textContent = length >= 1000 ? kilometres.format(length / 1000) : metres.format(length);
    }

    // The address contains the view, so that Back, bookmarks and links lead to it.
    let saving = 0;
    function remember() {
        clearTimeout(saving);
        saving = setTimeout(() => {
            const latitude = Math.atan(Math.sinh((0.5 - view.y) * 2 * Math.PI)) * 180 / Math.PI;
            const longitude = (((view.x % 1) + 1) % 1 - 0.5) * 360;
            const hash = `#${view.zoom.toFixed(2)}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
            if (location.hash !== hash) history.replaceState(null, "", hash);
        }, 200);
    }

    function recall() {
        const match = /^#([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)$/.exec(location.hash);
        if (!match) return false;
        const [zoom, latitude, longitude] = match.slice(1).map(Number);
        if (![zoom, latitude, longitude].every(Number.isFinite)) return false;
        view.zoom = zoom;
        [view.x, view.y] = project(longitude, latitude);
        clamp();
        draw();
        return true;
    }
    addEventListener("hashchange", recall);

    // All pictures in view, those of the places with the most pictures first. They are added as the strip is scrolled.
    const strip = document.getElementById("strip");
    const longest = 60;
    let striped = "";
    let waiting = [];
    function show(visible) {
        const shown = visible.sort((a, b) => b.count - a.count || a.photo - b.photo);
        const key = shown.map((point) => point.photo).join();
        if (key === striped) return;
        striped = key;
        waiting = shown.flatMap((point) => pictures(point).map((photo) => ({ photo, point })));
        strip.replaceChildren();
        strip.parentElement.scrollTop = strip.scrollLeft = 0;
        extend();
    }

    // The pictures of a point: the first, and the steps to the others.
    function pictures(point) {
        let last = point.photo;
        return [last, ...(point.further || []).map((step) => (last += step))];
    }

    function extend() {
        for (const { photo, point } of waiting.splice(0, longest)) {
            const item = document.createElement("li");
            const link = document.createElement("a");
            const place = places[point.place];
            link.href = `picture/${photo}.html`;
            const image = document.createElement("img");
            image.src = small(photo);
            image.alt = place ? place[0] : uprightText("map.picture");
            image.loading = "lazy";
            image.width = 160;
            image.height = 160;
            link.append(image);
            item.append(link);
            strip.append(item);
        }
    }

    function extendAtEnd() {
        const { parentElement: box } = strip;
        const below = box.scrollHeight - box.clientHeight - box.scrollTop;
        // Pages that are written from right to left count from the other side.
        const beside = strip.scrollWidth - strip.clientWidth - Math.abs(strip.scrollLeft);
        if (waiting.length && below < 400 && beside < 400) extend();
    }
    strip.parentElement.addEventListener("scroll", extendAtEnd, { passive: true });
    strip.addEventListener("scroll", extendAtEnd, { passive: true });

    // Pictures in the same square of the screen form one marker. The squares are fixed to the map, so that markers do not
    // change while it is moved.
    function mark(size) {
        const groups = new Map();
        const visible = [];
        for (const point of points) {
            const x = point.x + Math.round(view.x - point.x);
            const left = (x - view.x) * size + width / 2;
            const top = (point.y - view.y) * size + height / 2;
            if (left < -reach || top < -reach || left > width + reach || top > height + reach) continue;
            if (left >= 0 && top >= 0 && left <= width && top <= height) visible.push(point);
            const key = `${Math.floor(x * size / reach)},${Math.floor(point.y * size / reach)}`;
            const group = groups.get(key);
            if (group) {
                group.count += point.count;
                group.points.push(point);
                if (point.count > group.best.count) group.best = point;
            } else groups.set(key, { count: point.count, points: [point], best: point });
        }
        const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
        layer.replaceChildren();
        let total = 0;
        // Merges markers that would overlap.
        const sorted = [];
        for (const [key, group] of [...groups].sort((a, b) => b[1].count - a[1].count).slice(0, 1000)) {
            const near = sorted.find(([, other]) => {
                const across = Math.abs((group.best.x - other.best.x + 1.5) % 1 - 0.5) * size;
                return Math.hypot(across, (group.best.y - other.best.y) * size) < reach * 0.9;
            });
            if (near) {
                near[1].count += group.count;
                near[1].points.push(...group.points);
            } else sorted.push([key, group]);
        }
        for (const [key, group] of sorted) {
            total += group.count;
            const { best } = group;
            const place = places[best.place];
            const link = document.createElement("a");
            link.className = "marker";
            link.dataset.key = key;
            link.href = group.count === 1 || !place ? `picture/${best.photo}.html` : `album/${place[1]}.html`;
            const x = best.x + Math.round(view.x - best.x);
            link.style.left = `${(x - view.x) * size + width / 2}px`;
            link.style.top = `${(best.y - view.y) * size + height / 2}px`;
            const name = place ? place[0] : `${best.latitude.toFixed(3)}, ${best.longitude.toFixed(3)}`;
            link.setAttribute("aria-label", `${uprightCount("pictures", group.count)}, ${name}`);
            link.title = name;
            const image = document.createElement("img");
            image.src = small(best.photo);
            image.alt = "";
            image.draggable = false;
            link.append(image);
            if (group.count > 1) {
                const badge = document.createElement("span");
                badge.textContent = group.count > 9999 ? `${Math.round(group.count / 1000)}k` : String(group.count);
                link.append(badge);
            }
            link.addEventListener("click", (event) => {
                if (dragged) {
                    event.preventDefault();
                    return;
                }
                if (group.points.length > 1 && view.zoom < deepest) {
                    event.preventDefault();
                    fit(group.points, view.zoom + 1);
                    box.focus();
                }
            });
            layer.append(link);
            if (key === focused) link.focus();
        }
        show(visible);
        status.textContent = points.length
            ? uprightCount("inView", total)
            : uprightText("map.empty");
    }

    function fit(some, least) {
        if (!some.length) return;
        const xs = some.map((point) => point.x);
        const ys = some.map((point) => point.y);
        const range = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
        const [left, right] = range(xs);
        const [top, bottom] = range(ys);
        view.x = (left + right) / 2;
        view.y = (top + bottom) / 2;
        const room = (length, extent) => Math.log2(Math.max(length - 2 * reach, reach) / tile / Math.max(extent, 1e-7));
        view.zoom = Math.min(room(width, right - left), room(height, bottom - top), deepest);
        if (least) view.zoom = Math.max(view.zoom, Math.min(least, deepest));
        else view.zoom = Math.min(view.zoom, 9);
        clamp();
        draw();
    }

    function zoom(by, x = width / 2, y = height / 2) {
        const before = scale();
        const [px, py] = [view.x + (x - width / 2) / before, view.y + (y - height / 2) / before];
        view.zoom += by;
        clamp();
        const after = scale();
        view.x = px - (x - width / 2) / after;
        view.y = py - (y - height / 2) / after;
        clamp();
        draw();
    }

    function move(x, y) {
        view.x += x / scale();
        view.y += y / scale();
        clamp();
        draw();
    }

    function resize() {
        width = box.clientWidth;
        height = box.clientHeight;
        const density = window.devicePixelRatio || 1;
        canvas.width = Math.round(width * density);
        canvas.height = Math.round(height * density);
        clamp();
        draw();
    }

    // One finger or the mouse moves the map, two fingers zoom it.
    const fingers = new Map();
    let dragged = false;
    box.addEventListener("pointerdown", (event) => {
        if (event.target.closest("button")) return;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        dragged = false;
    });
    box.addEventListener("pointermove", (event) => {
        const finger = fingers.get(event.pointerId);
        if (!finger) return;
        const x = event.clientX - finger.x;
        const y = event.clientY - finger.y;
        if (!dragged && Math.hypot(x, y) < 5) return;
        dragged = true;
        if (!box.hasPointerCapture(event.pointerId)) box.setPointerCapture(event.pointerId);
        if (fingers.size === 1) move(-x, -y);
        if (fingers.size === 2) {
            const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
            const before = Math.hypot(finger.x - other.x, finger.y - other.y);
            const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
            const frame = box.getBoundingClientRect();
            if (before > 0 && after > 0) {
                zoom(Math.log2(after / before), (event.clientX + other.x) / 2 - frame.left, (event.clientY + other.y) / 2 - frame.top);
            }
        }
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    for (const name of ["pointerup", "pointercancel"]) {
        box.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    box.addEventListener("dragstart", (event) => event.preventDefault());
    box.addEventListener("wheel", (event) => {
        event.preventDefault();
        const frame = box.getBoundingClientRect();
        const step = event.deltaMode === 1 ? 0.1 : 0.003;
        zoom(Math.max(-1, Math.min(1, -event.deltaY * step)), event.clientX - frame.left, event.clientY - frame.top);
    }, { passive: false });
    box.addEventListener("dblclick", (event) => {
        if (event.target.closest("button, a")) return;
        const frame = box.getBoundingClientRect();
        zoom(1, event.clientX - frame.left, event.clientY - frame.top);
    });
    box.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const actions = {
            ArrowLeft: () => move(-96, 0), ArrowRight: () => move(96, 0), ArrowUp: () => move(0, -96),
            ArrowDown: () => move(0, 96), "+": () => zoom(1), "=": () => zoom(1), "-": () => zoom(-1), 0: () => fit(points),
        };
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });
    // Home is in the middle of the map when the form is sent.
    const settle = box.querySelector(".settle");
    settle?.querySelector("form").addEventListener("submit", (event) => {
        const latitude = Math.atan(Math.sinh((0.5 - view.y) * 2 * Math.PI)) * 180 / Math.PI;
        event.target.elements.at.value = `${latitude.toFixed(5)},${((view.x - 0.5) * 360).toFixed(5)}`;
    });
    box.querySelector(".zoom").addEventListener("click", (event) => {
        const { zoom: which } = event.target.dataset;
        if (which === "in") zoom(1);
        if (which === "out") zoom(-1);
        if (which === "all") fit(points);
        if (which === "home") {
            settle.hidden = !settle.hidden;
            event.target.setAttribute("aria-pressed", String(!settle.hidden));
        }
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    new ResizeObserver(resize).observe(box);
    resize();
    if (!recall()) fit(points);
    load("world");
})();
