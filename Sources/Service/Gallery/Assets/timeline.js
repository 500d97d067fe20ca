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
        look();
    };

    function look() {
        const end = stream.getBoundingClientRect().bottom;
        if (!next || isLoading || end > innerHeight * 3) return;
        isLoading = true;
        status.textContent = "Loading more pictures";
        const script = document.createElement("script");
        script.src = root + next;
        script.addEventListener("error", () => {
            // The link at the end still leads to the next page.
            status.textContent = "";
            next = "";
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

    let pending = 0;
    addEventListener("scroll", () => {
        pending = pending || requestAnimationFrame(() => {
            pending = 0;
            look();
            mark();
        });
    }, { passive: true });
    addEventListener("resize", look);
    look();
})();
