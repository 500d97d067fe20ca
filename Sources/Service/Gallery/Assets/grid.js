// Lists of pictures: their size, by buttons and by two fingers, and arrow keys that lead from picture to picture.
"use strict";
(() => {
    const html = document.documentElement;
    const list = document.querySelector(".rows");
    if (!list) return;

    // MARK: Size

    const sizes = 5;
    const standard = 2;
    let size = standard;
    try { size = Number(localStorage.getItem("upright-size") ?? standard); } catch { /* Pages on disk may store nothing. */ }

    const control = document.createElement("div");
    control.className = "sizes";
    control.setAttribute("role", "group");
    control.setAttribute("aria-label", uprightText("size.label"));
    const buttons = [[-1, "−", "size.smaller"], [1, "+", "size.larger"]].map(([step, sign, key]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = sign;
        button.setAttribute("aria-label", uprightText(key));
        button.addEventListener("click", () => change(size + step));
        control.append(button);
        return button;
    });
    document.querySelector("main h1").after(control);

    // Changes the size, and keeps the picture in the middle of the window where it is.
    function change(to) {
        const next = Math.max(0, Math.min(sizes - 1, Math.round(to) || 0));
        if (next !== size) {
            const kept = document.elementFromPoint(innerWidth / 3, innerHeight / 2)?.closest(".rows > li");
            const before = kept?.getBoundingClientRect().top;
            size = next;
            html.dataset.size = size;
            if (kept) scrollBy({ top: kept.getBoundingClientRect().top - before, behavior: "instant" });
            try { localStorage.setItem("upright-size", size); } catch { /* It holds for this page. */ }
        }
        html.dataset.size = size;
        buttons[0].disabled = size === 0;
        buttons[1].disabled = size === sizes - 1;
    }
    change(size);

    const fingers = new Map();
    let start = null;
    const spread = () => {
        const [a, b] = [...fingers.values()];
        return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    const main = document.getElementById("content");
    main.addEventListener("touchstart", (event) => {
        if (event.touches.length !== 2) return;
        [...event.touches].forEach((touch) => fingers.set(touch.identifier, touch));
        start = { length: spread(), size };
    }, { passive: true });
    main.addEventListener("touchmove", (event) => {
        if (!start || event.touches.length !== 2) return;
        event.preventDefault();
        [...event.touches].forEach((touch) => fingers.set(touch.identifier, touch));
        change(start.size + Math.log2(spread() / start.length) * 2);
    }, { passive: false });
    const lift = () => {
        fingers.clear();
        start = null;
    };
    main.addEventListener("touchend", lift);
    main.addEventListener("touchcancel", lift);

    // MARK: Arrow keys

    document.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const from = event.target.closest("a.picture");
        if (!from) return;
        const links = [...document.querySelectorAll("a.picture")];
        const index = links.indexOf(from);
        const forward = html.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
        const backward = html.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
        let to = null;
        if (event.key === forward) to = links[index + 1];
        else if (event.key === backward) to = links[index - 1];
        else if (event.key === "ArrowDown" || event.key === "ArrowUp") to = beside(from, links, index, event.key === "ArrowDown" ? 1 : -1);
        else if (event.key === "Home") to = links[0];
        else if (event.key === "End") to = links[links.length - 1];
        else return;
        event.preventDefault();
        if (!to) return;
        to.focus({ preventScroll: true });
        to.scrollIntoView({ block: "nearest" });
    });

    // The picture in the next row that is nearest across.
    function beside(from, links, index, step) {
        const box = from.getBoundingClientRect();
        const middle = box.left + box.width / 2;
        let best = null;
        let row = null;
        for (let at = index + step; links[at]; at += step) {
            const other = links[at].getBoundingClientRect();
            if (step > 0 ? other.top < box.bottom - 1 : other.bottom > box.top + 1) continue;
            if (row === null) row = other.top;
            if (Math.abs(other.top - row) > 2) break;
            const distance = Math.abs(other.left + other.width / 2 - middle);
            if (!best || distance < best.distance) best = { link: links[at], distance };
        }
        return best && best.link;
    }
})();
