// Loads the next part of the timeline when the page is scrolled: as a script, because pages on disk can load nothing else.
// Without this file, links at the end lead from page to page.
"use strict";
(() => {
    const stream = document.getElementById("stream");
    const status = document.getElementById("loading");
    const scrubber = document.querySelector(".scrubber");
    const root = document.body.dataset.root;
    const pager = [...document.querySelectorAll(".stream > .pager")].pop();
    let next = stream.dataset.next || "";
    let isLoading = false;
    // What place.js looks for: loading goes on until it is there.
    let sought = null;
    let remaining = 0;

    // Phones have no room for the scrubber next to the pictures.
    const narrow = matchMedia("(max-width: 60rem)");
    const fold = () => { scrubber.open = !narrow.matches; };
    narrow.addEventListener("change", fold);
    fold();

    window.uprightMore = (markup, after) => {
        const part = document.createElement("template");
        part.innerHTML = markup.replaceAll("~root~/", root);
        const first = part.content.querySelector(".group");
        const last = stream.querySelector(".group:last-of-type");
        // A day that continues stays under its heading.
        if (first && last && first.dataset.group === last.dataset.group) {
            last.querySelector(".rows").append(...first.querySelector(".rows").children);
            first.remove();
        }
        stream.append(part.content);
        next = after;
        isLoading = false;
        status.textContent = "";
        if (!next && pager) pager.remove();
        settle();
        look();
    };

    // The most parts that are loaded in a row for a picture: 24,000 pictures.
    const mostParts = 200;
    window.uprightReach = (found, then) => {
        sought = { found, then };
        remaining = mostParts;
        look();
    };

    function settle() {
        if (!sought) return;
        const result = sought.found();
        remaining -= 1;
        if (!result && next && remaining > 0) return;
        const { then } = sought;
        sought = null;
        then(result);
    }

    function look() {
        const end = stream.getBoundingClientRect().bottom;
        if (sought && !next) settle();
        if (!next || isLoading || (end > innerHeight * 3 && !sought)) return;
        isLoading = true;
        status.textContent = uprightText("timeline.loading");
        const script = document.createElement("script");
        script.src = root + next;
        script.addEventListener("error", () => {
            // The link at the end still leads to the next page.
            status.textContent = "";
            next = "";
            settle();
        });
        document.head.append(script);
    }

    // The scrubber shows the month that is in view.
    let marked = scrubber.querySelector("[data-month][aria-current]");
    function mark() {
        const group = document.elementFromPoint(innerWidth / 3, 130)?.closest(".group");
        const month = group && group.dataset.group.slice(0, 7);
        if (!month || (marked && marked.dataset.month === month)) return;
        if (marked) marked.removeAttribute("aria-current");
        marked = scrubber.querySelector(`[data-month="${month}"]`);
        if (!marked) return;
        marked.setAttribute("aria-current", "true");
        if (!narrow.matches) {
            const list = scrubber.querySelector("nav");
            const top = marked.offsetTop - list.clientHeight / 2;
            if (Math.abs(list.scrollTop - top) > list.clientHeight / 3) list.scrollTop = top;
        }
    }

    // MARK: The rail

    // A rail at the side of the window stands for all pictures: dragging along it shows the month, and releasing leads there.
    const months = [...scrubber.querySelectorAll("[data-month]")].map((link) => ({
        link, key: link.dataset.month, name: link.dataset.long, count: Number(link.dataset.count),
    }));
    const total = months.reduce((sum, month) => sum + month.count, 0);
    const rail = document.createElement("div");
    rail.className = "rail";
    // The list of months is the way without a pointer.
    rail.setAttribute("aria-hidden", "true");
    rail.innerHTML = "<span></span>";
    const thumb = rail.firstChild;
    let isDragging = false;
    let hiding = 0;
    if (months.length > 1) {
        document.body.append(rail);
        document.body.classList.add("has-rail");
    }

    function monthAt(part) {
        let left = part * total;
        for (const month of months) {
            left -= month.count;
            if (left <= 0) return month;
        }
        return months[months.length - 1];
    }
    function partOf(key) {
        let before = 0;
        for (const month of months) {
            if (month.key === key) return before / total;
            before += month.count;
        }
        return 1;
    }
    function point(part, month) {
        thumb.style.top = `${part * 100}%`;
        thumb.textContent = month.name;
        rail.classList.add("is-shown");
        clearTimeout(hiding);
        hiding = setTimeout(() => { if (!isDragging) rail.classList.remove("is-shown"); }, 1200);
    }
    const part = (event) => {
        const box = rail.getBoundingClientRect();
        return Math.max(0, Math.min(1, (event.clientY - box.top) / box.height));
    };
    rail.addEventListener("pointerdown", (event) => {
        isDragging = true;
        rail.setPointerCapture(event.pointerId);
        rail.classList.add("is-dragged");
        point(part(event), monthAt(part(event)));
        event.preventDefault();
    });
    rail.addEventListener("pointermove", (event) => {
        if (isDragging) point(part(event), monthAt(part(event)));
    });
    const release = (event) => {
        if (!isDragging) return;
        isDragging = false;
        rail.classList.remove("is-dragged", "is-shown");
        if (event.type !== "pointerup") return;
        const month = monthAt(part(event));
        const group = [...stream.querySelectorAll(".group")].find((each) => each.dataset.group.startsWith(month.key));
        if (group) group.scrollIntoView({ block: "start", behavior: "instant" });
        else location.assign(month.link.href);
    };
    rail.addEventListener("pointerup", release);
    rail.addEventListener("pointercancel", release);

    let pending = 0;
    addEventListener("scroll", () => {
        pending = pending || requestAnimationFrame(() => {
            pending = 0;
            look();
            mark();
            if (marked && !isDragging && months.length > 1) {
                point(partOf(marked.dataset.month), { name: marked.dataset.long });
            }
        });
    }, { passive: true });
    addEventListener("resize", look);
    look();
})();
