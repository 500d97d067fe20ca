// The viewer: keys, swiping, zooming, fullscreen, a slideshow, before and after. It changes to the next picture without leaving
// the page, by loading that picture's content as a script. Without this file, the page's links load the other pages.
"use strict";
(() => {
    const main = document.getElementById("content");
    const root = document.body.dataset.root;
    const isStatic = "static" in document.body.dataset;
    const context = new URLSearchParams(location.search).get("in") || "";
    const query = context ? `?in=${encodeURIComponent(context)}` : "";
    const pause = 4000;
    // The pictures on a page of an album.
    const perPage = 120;
    let order = null;
    let timer = 0;
    let isComparing = false;
    // How before and after are shown, once the reader has chosen: with a slider, or side by side.
    let chosenSplit = null;
    // Pages of languages that are written from right to left turn the other way.
    const isForward = document.documentElement.dir !== "rtl";
    let isSplit = true;
    const view = { scale: 1, x: 0, y: 0 };

    const find = (selector) => main.querySelector(selector);
    const tool = (name) => find(`[data-do="${name}"]`);
    const press = (name, isOn) => {
        const button = tool(name);
        if (button) button.setAttribute("aria-pressed", String(isOn));
    };

    // MARK: Changing pictures

    function link(rel) { return find(`a.turn[rel="${rel}"]`); }

    function go(rel) {
        const to = link(rel);
        if (!to) {
            if (timer) play(false);
            return;
        }
        load(to.href);
    }

    // Leads back to where the picture was chosen: the list as it was left, or its page.
    function leave() {
        if (history.state && history.state.isFromList) history.back();
        else location.assign(find(".back").href);
    }

    // A list keeps its place if it knows that it was left for this picture (place.js).
    function remember(id) {
        try {
            sessionStorage.setItem("upright-seen", id);
            if (sessionStorage.getItem("upright-from") === location.pathname + location.search) {
                history.replaceState({ ...history.state, isFromList: true }, "");
            }
            sessionStorage.removeItem("upright-from");
        } catch {
            // Pages on disk may not store anything.
        }
    }

    let wanted = "";
    function load(href) {
        const match = /picture\/(\d+)\.html/.exec(href);
        if (!match) return;
        wanted = match[1];
        const script = document.createElement("script");
        script.src = `${root}picture/${wanted}.js${isStatic ? "" : query}`;
        script.addEventListener("load", () => script.remove());
        // If the data cannot be loaded, opens the page itself.
        script.addEventListener("error", () => location.assign(href));
        document.head.append(script);
    }

    window.uprightPicture = (id, title, markup) => {
        if (String(id) !== wanted) return;
        const focused = document.activeElement && (document.activeElement.rel || document.activeElement.dataset?.do);
        main.innerHTML = markup;
        document.title = title;
        try {
            history.replaceState(history.state, "", `${root}picture/${id}.html${query}`);
        } catch {
            // The addresses of pages on disk cannot be changed.
        }
        begin();
        if (focused) (find(`a[rel="${focused}"]`) || tool(focused) || main).focus({ preventScroll: true });
        announce.textContent = title;
        if (timer) play(true);
    };

    // Pages on disk load the order of the album being viewed from its own file.
    window.uprightOrder = (name, ids) => {
        order = { name, ids };
        reorder();
    };

    function reorder() {
        if (!order) return;
        const index = order.ids.indexOf(Number(find(".stage").dataset.id));
        if (index < 0) return;
        const back = find(".back");
        back.href = `${root}album/${context}${index < perPage ? "" : `/${Math.floor(index / perPage) + 1}`}.html#p${order.ids[index]}`;
        back.querySelector("span").textContent = order.name;
        for (const [rel, id, text, label] of [
            ["prev", order.ids[index - 1], "‹", uprightText("viewer.previous")],
            ["next", order.ids[index + 1], "›", uprightText("viewer.next")],
        ]) {
            link(rel)?.remove();
            if (!id) continue;
            const turn = document.createElement("a");
            turn.className = `turn ${rel === "prev" ? "previous" : "next"}`;
            turn.rel = rel;
            turn.href = `${root}picture/${id}.html${query}`;
            turn.textContent = text;
            turn.setAttribute("aria-label", label);
            turn.dataset.preload = `${root}preview/${id}.jpg`;
            find(".stage").append(turn);
        }
    }

    // MARK: Zooming

    function image() { return find(".stage .large:not(.motion, .peek)"); }

    function place() {
        const { style } = image();
        style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
        find(".stage").classList.toggle("zoomed", view.scale > 1);
        press("zoom", view.scale > 1);
    }

    // The zoom factor at which one pixel of the picture is one pixel of the screen.
    function pixels() {
        const shown = image();
        const ratio = Math.min(shown.clientWidth / shown.width, 1) || 1;
        const across = Number(shown.getAttribute("width"));
        return Math.max(1, across / (shown.clientWidth * ratio) / (devicePixelRatio || 1));
    }

    function zoom(scale, x = 0, y = 0) {
        const before = view.scale;
        const shown = image();
        view.scale = Math.max(1, Math.min(Math.max(8, pixels() * 4), scale));
        if (view.scale > 1 && shown.dataset.original && !shown.dataset.full) {
            shown.dataset.full = "yes";
            shown.removeAttribute("srcset");
            shown.src = shown.dataset.original;
        }
        const change = view.scale / before;
        view.x = x - (x - view.x) * change;
        view.y = y - (y - view.y) * change;
        if (view.scale === 1) view.x = view.y = 0;
        place();
    }

    function toggleZoom(x, y) { zoom(view.scale > 1 ? 1 : Math.max(2, pixels()), x, y); }

    // MARK: Modes

    function play(isOn) {
        clearTimeout(timer);
        timer = isOn ? setTimeout(() => go("next"), pause) : 0;
        press("play", isOn);
        document.body.classList.toggle("playing", isOn);
    }

    // Plays the video of a motion photo or a Live Photo over the picture. What the browser cannot play, it downloads.
    function move(isOn) {
        find("video.motion")?.remove();
        image().classList.toggle("covered", isOn);
        if (!isOn) return;
        const video = document.createElement("video");
        video.className = "large motion";
        video.playsInline = true;
        video.setAttribute("aria-label", image().alt);
        video.addEventListener("ended", () => move(false));
        video.addEventListener("error", () => {
            if (!video.isConnected) return;
            move(false);
            location.assign(tool("motion").href);
        });
        video.src = tool("motion").href;
        find(".stage").append(video);
        video.play().catch(() => { video.controls = true; });
    }

    // Shows the preview in the raw file of the shot instead of the picture.
    function develop(isOn) {
        const shown = image();
        if (isOn) {
            shown.dataset.own = JSON.stringify([shown.getAttribute("src"), shown.getAttribute("srcset") || ""]);
            shown.removeAttribute("srcset");
            shown.src = tool("raw").dataset.preview;
        } else {
            [shown.src, shown.srcset] = JSON.parse(shown.dataset.own);
        }
        press("raw", isOn);
        const download = find(".tools a[download]:not([data-do])");
        if (download) [download.href, download.download, tool("raw").href, tool("raw").download] =
            [tool("raw").href, tool("raw").download, download.href, download.download];
    }

    function full() {
        if (document.fullscreenElement) document.exitFullscreen();
        else document.documentElement.requestFullscreen?.();
    }

    function inform(isOn) {
        document.body.classList.toggle("informed", isOn);
        press("info", isOn);
        if (isOn) drawMap();
    }

    function compare(isOn) {
        isComparing = isOn && Boolean(find(".compare"));
        document.body.classList.toggle("comparing", isComparing);
        press("compare", isComparing);
        if (!isComparing) return;
        for (const picture of main.querySelectorAll(".compare img")) picture.loading = "eager";
        // A quarter turn changes the shape: a slider would compare nothing.
        split(chosenSplit ?? !("quarter" in find(".compare").dataset));
    }

    function split(isOn) {
        isSplit = isOn;
        find(".pair").classList.toggle("split", isOn);
        const slider = find(".slider");
        slider.hidden = !isOn;
        const button = find(".compare button");
        button.textContent = uprightText(isOn ? "viewer.split" : "viewer.slider");
        cut();
    }

    function cut() {
        const at = Number(find(".slider input").value);
        find(".pair").style.setProperty("--cut", `${at}%`);
    }

    // MARK: The small map

    function drawMap() {
        const box = find(".minimap");
        if (!box || box.querySelector("canvas")) return;
        const canvas = document.createElement("canvas");
        canvas.setAttribute("aria-hidden", "true");
        box.prepend(canvas);
        const latitude = Number(box.dataset.latitude);
        const longitude = Number(box.dataset.longitude);
        // The window of three degrees can overlap several cells of the map.
        const across = 1.6 / Math.max(0.1, Math.cos(latitude * Math.PI / 180));
        const names = new Set();
        for (const y of [latitude - 1, latitude + 1]) {
            for (const x of [longitude - across, longitude + across]) {
                const column = ((Math.floor((x + 180) / 10) % 36) + 36) % 36;
                const row = Math.min(17, Math.max(0, Math.floor((y + 90) / 10)));
                names.add(`land-${column}-${row}`);
            }
        }
        const lands = [];
        window.uprightLand = (name, land) => {
            lands.push(land);
            if (canvas.isConnected) paint(canvas, lands, latitude, longitude);
        };
        for (const name of names) {
            const script = document.createElement("script");
            script.src = `${root}map/${name}.js`;
            document.head.append(script);
        }
    }

    function paint(canvas, lands, latitude, longitude) {
        const width = canvas.clientWidth || 300;
        const height = canvas.clientHeight || 180;
        const density = devicePixelRatio || 1;
        canvas.width = width * density;
        canvas.height = height * density;
        const context2d = canvas.getContext("2d");
        context2d.scale(density, density);
        const style = getComputedStyle(document.body);
        const colour = (name) => style.getPropertyValue(`--${name}`).trim();
        const perDegree = width / 3;
        const squeeze = Math.cos(latitude * Math.PI / 180);
        const at = (x, y) => [width / 2 + (x - longitude) * squeeze * perDegree, height / 2 - (y - latitude) * perDegree];
        const path = (lines, closes, unit) => {
            const result = new Path2D();
            for (const line of lines) {
                let [x, y] = line;
                for (let index = 0; index < line.length; index += 2) {
                    if (index) {
                        x += line[index];
                        y += line[index + 1];
                    }
                    const [px, py] = at(x * unit / 1e4, y * unit / 1e4);
                    if (index) result.lineTo(px, py);
                    else result.moveTo(px, py);
                }
                if (closes) result.closePath();
            }
            return result;
        };
        context2d.fillStyle = colour("sea");
        context2d.fillRect(0, 0, width, height);
        for (const land of lands) {
            context2d.fillStyle = colour("land");
            context2d.fill(path(land.rings, true, land.unit), "evenodd");
            for (const [lines, name] of [[land.region, "region"], [land.country, "country"], [land.coast, "coast"]]) {
                context2d.strokeStyle = colour(name);
                context2d.stroke(path(lines, false, land.unit));
            }
        }
        context2d.font = "11px system-ui, sans-serif";
        context2d.fillStyle = colour("quiet");
        let written = 0;
        const taken = [];
        const places = lands.flatMap((land) => land.places || []).sort((a, b) => b[2] - a[2]);
        for (const [x, y, , name] of places) {
            const [px, py] = at(x / 1e4, y / 1e4);
            if (px < 0 || py < 10 || px > width - 20 || py > height - 4 || written > 12) continue;
            if (taken.some(([tx, ty]) => Math.abs(tx - px) < 70 && Math.abs(ty - py) < 14)) continue;
            taken.push([px, py]);
            context2d.fillText(name, px + 4, py + 4);
            context2d.fillRect(px - 1, py - 1, 3, 3);
            written += 1;
        }
        context2d.fillStyle = colour("pin");
        context2d.beginPath();
        context2d.arc(width / 2, height / 2, 6, 0, 2 * Math.PI);
        context2d.fill();
        context2d.lineWidth = 2;
        context2d.strokeStyle = "#fff";
        context2d.stroke();
    }

    // MARK: Actions

    const actions = {
        ArrowLeft: () => go(isForward ? "prev" : "next"), ArrowRight: () => go(isForward ? "next" : "prev"), i: () => inform(!document.body.classList.contains("informed")),
        f: full, z: () => toggleZoom(0, 0), "+": () => zoom(view.scale * 1.5), "-": () => zoom(view.scale / 1.5),
        " ": () => play(!timer), m: () => tool("motion")?.click(), c: () => compare(!isComparing),
        Escape: () => {
            if (find(".more[open]")) find(".more").open = false;
            else if (find("video.motion")) move(false);
            else if (isComparing) compare(false);
            else if (view.scale > 1) zoom(1);
            else if (timer) play(false);
            else leave();
        },
    };

    document.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.target.closest("input, select, textarea, summary")) return;
        if (event.key === " " && event.target.closest("button, a")) return;
        const action = actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    });

    main.addEventListener("click", (event) => {
        const turn = event.target.closest("a.turn");
        if (turn && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault();
            load(turn.href);
            return;
        }
        const back = event.target.closest("a.back");
        if (back && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
            event.preventDefault();
            leave();
            return;
        }
        const button = event.target.closest("[data-do]");
        if (!button) return;
        event.preventDefault();
        const doing = {
            motion: () => move(!find("video.motion")),
            raw: () => develop(tool("raw").getAttribute("aria-pressed") !== "true"),
            compare: () => compare(!isComparing), zoom: () => toggleZoom(0, 0), play: () => play(!timer), full,
            info: () => inform(!document.body.classList.contains("informed")), split: () => {
                chosenSplit = !isSplit;
                split(chosenSplit);
            },
        };
        doing[button.dataset.do]();
    });

    main.addEventListener("input", (event) => {
        if (event.target.closest(".slider")) cut();
    });

    // One finger changes the picture, or moves a zoomed one; two fingers zoom.
    const fingers = new Map();
    let began = null;
    // The direction of a finger: "across" or "down".
    let swipe = "";
    let isPinch = false;
    const middle = (event) => {
        const frame = find(".stage").getBoundingClientRect();
        return [event.clientX - frame.left - frame.width / 2, event.clientY - frame.top - frame.height / 2];
    };
    main.addEventListener("pointerdown", (event) => {
        if (!event.target.closest(".stage") || event.target.closest("a, button")) return;
        fingers.set(event.pointerId, event);
        swipe = "";
        began = fingers.size === 1 ? { x: event.clientX, y: event.clientY, time: event.timeStamp } : null;
        if (fingers.size === 1) isPinch = false;
    });
    addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        fingers.set(event.pointerId, event);
        if (fingers.size === 2) {
            isPinch = true;
            const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
            const length = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
            zoom(view.scale * length(event) / Math.max(1, length(before)), ...middle(event));
        } else if (began && event.pointerType !== "mouse" && view.scale === 1) {
            // The picture follows the finger, with its neighbour beside it; downwards, it leaves.
            const across = event.clientX - began.x;
            const down = event.clientY - began.y;
            if (!swipe && Math.hypot(across, down) > 8) swipe = Math.abs(across) > Math.abs(down) ? "across" : "down";
            if (swipe === "across") {
                const rel = across < 0 === isForward ? "next" : "prev";
                peek(rel, across);
                image().style.transform = `translateX(${link(rel) ? across : across / 4}px)`;
            } else if (swipe === "down" && down > 0) {
                image().style.transform = `translateY(${down}px) scale(${Math.max(0.6, 1 - down / 1500)})`;
                image().style.opacity = String(Math.max(0.3, 1 - down / 600));
            }
        } else if (view.scale > 1) {
            view.x += event.clientX - before.clientX;
            view.y += event.clientY - before.clientY;
            place();
        }
    });
    // Shows the neighbour beside the picture while it moves.
    function peek(rel, across) {
        let beside = find(".peek");
        const preload = link(rel)?.dataset.preload;
        if (beside && beside.dataset.rel !== rel) {
            beside.remove();
            beside = null;
        }
        if (!preload) return;
        if (!beside) {
            beside = new Image();
            beside.className = "large peek";
            beside.alt = "";
            beside.src = preload;
            beside.dataset.rel = rel;
            find(".stage").append(beside);
        }
        beside.style.transform = `translateX(${across - Math.sign(across) * innerWidth}px)`;
    }
    // Moves the picture and its neighbour out of the window, or back into their places.
    function slide(to, then) {
        const shown = image();
        const beside = find(".peek");
        const end = () => {
            shown.style.opacity = "";
            if (!to) beside?.remove();
            then();
        };
        const isStill = !shown.style.transform || matchMedia("(prefers-reduced-motion: reduce)").matches;
        const move = (each, target) => {
            const moving = isStill || each.animate(
                [{ transform: each.style.transform }, { transform: target || "none" }], { duration: 150, easing: "ease-out" });
            each.style.transform = target;
            return moving;
        };
        const from = beside && Number(/-?[\d.]+/.exec(beside.style.transform)[0]);
        if (beside) move(beside, `translateX(${to ? 0 : Math.sign(from) * innerWidth}px)`);
        const moving = move(shown, to ? `translateX(${to}px)` : "");
        if (isStill) end();
        else moving.finished.then(end, end);
    }
    const lift = (event) => {
        if (!fingers.delete(event.pointerId)) return;
        if (began && !isPinch && view.scale === 1 && event.type === "pointerup" && event.pointerType !== "mouse") {
            const x = event.clientX - began.x;
            const y = event.clientY - began.y;
            const isFar = swipe === "across" && Math.abs(x) > 50;
            if (swipe === "down" && y > 110) {
                leave();
                return;
            }
            const rel = x < 0 === isForward ? "next" : "prev";
            slide(isFar && link(rel) ? Math.sign(x) * innerWidth : 0, () => { if (isFar && link(rel)) go(rel); });
        } else if (view.scale === 1) {
            slide(0, () => {});
        }
    };
    addEventListener("pointerup", lift);
    addEventListener("pointercancel", lift);
    main.addEventListener("dblclick", (event) => {
        if (event.target.closest(".stage img.large")) toggleZoom(...middle(event));
    });
    main.addEventListener("wheel", (event) => {
        if (!event.target.closest(".stage") || !(event.ctrlKey || view.scale > 1)) return;
        event.preventDefault();
        zoom(view.scale * Math.exp(-event.deltaY * 0.003), ...middle(event));
    }, { passive: false });
    main.addEventListener("dragstart", (event) => {
        if (event.target.closest(".stage")) event.preventDefault();
    });

    const announce = document.createElement("p");
    announce.className = "hidden";
    announce.setAttribute("role", "status");
    document.body.append(announce);

    function begin() {
        Object.assign(view, { scale: 1, x: 0, y: 0 });
        for (const button of main.querySelectorAll("[data-do]")) button.hidden = false;
        if (!document.fullscreenEnabled && tool("full")) tool("full").hidden = true;
        const section = find(".compare");
        if (section) {
            const button = document.createElement("button");
            button.type = "button";
            button.dataset.do = "split";
            button.textContent = uprightText("viewer.split");
            section.append(button);
        }
        edge();
        reorder();
        remember(find(".stage").dataset.id);
        compare(isComparing);
        inform(document.body.classList.contains("informed"));
        press("play", Boolean(timer));
        // Preloads the neighbours.
        for (const rel of ["next", "prev"]) {
            const { preload } = link(rel)?.dataset || {};
            if (preload) new Image().src = preload;
        }
    }

    if (isStatic && context) {
        const script = document.createElement("script");
        script.src = `${root}album/${encodeURIComponent(context)}.js`;
        document.head.append(script);
    }
    // Where the window begins with the picture, it can be swiped away.
    const edge = () => find(".stage").classList.toggle("is-top", scrollY === 0);
    addEventListener("scroll", edge, { passive: true });

    document.body.classList.add("live");
    begin();
})();
