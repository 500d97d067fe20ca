// Keeps the reader's place in a list of pictures: after a picture was looked at, after a reload, and in a shared link.
//
// The state of the history entry has the picture at the top of the window and how far below it is. A fragment names a picture
// (#p123); in the timeline, which loads more as it is scrolled, it names the month too (#2021-04/123).
"use strict";
(() => {
    const stream = document.getElementById("stream");
    const root = document.body.dataset.root;
    const bar = document.querySelector("body > header");

    // Storage can be forbidden, for example to pages on disk.
    const store = {
        take(key) {
            try {
                const value = sessionStorage.getItem(key);
                sessionStorage.removeItem(key);
                return value;
            } catch { return null; }
        },
        put(key, value) {
            try { sessionStorage.setItem(key, value); } catch { /* The place is lost, nothing else. */ }
        },
    };

    const item = (id) => document.getElementById(`p${id}`);
    const top = () => (bar && getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0);

    // Finds a picture's item, and has the timeline load more until it is there.
    function reach(id, then) {
        const found = item(id);
        if (found || !window.uprightReach) return then(found);
        return window.uprightReach(() => item(id), then);
    }

    function show(id, offset) {
        reach(id, (found) => {
            if (!found) return;
            const at = offset ?? (innerHeight - found.offsetHeight) / 3;
            scrollTo({ top: found.getBoundingClientRect().top + scrollY - at, behavior: "instant" });
        });
    }

    // MARK: Noting the place

    function note() {
        const edge = top() + 1;
        const first = [...document.querySelectorAll(".rows > li")].find((each) => each.getBoundingClientRect().bottom > edge);
        if (!first || scrollY < 40) {
            history.replaceState({ ...history.state, place: null }, "", stream ? location.pathname + location.search : location.href);
            return;
        }
        const id = first.id.slice(1);
        const place = { id, top: first.getBoundingClientRect().top };
        const group = first.closest(".group").dataset.group;
        const month = group === "none" ? "none" : group.slice(0, 7);
        const link = stream ? `#${month}/${id}` : location.href;
        try { history.replaceState({ ...history.state, place }, "", link); } catch { /* Too many changes in a short time. */ }
    }
    let timer = 0;
    addEventListener("scroll", () => {
        clearTimeout(timer);
        timer = setTimeout(note, 250);
    }, { passive: true });

    document.addEventListener("click", (event) => {
        const link = event.target.closest("a.picture");
        if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
        clearTimeout(timer);
        note();
        store.put("upright-from", link.pathname + link.search);
    });

    // MARK: Returning to it

    // The picture that was seen last is in view, and the keyboard goes on from it.
    function welcome() {
        const seen = store.take("upright-seen");
        if (!seen) return;
        reach(seen, (found) => {
            if (!found) return;
            const box = found.getBoundingClientRect();
            if (box.bottom < top() || box.top > innerHeight) show(seen);
            found.querySelector("a").focus({ preventScroll: true });
        });
    }

    function settle() {
        const kept = history.state && history.state.place;
        const named = /^#(?:(\d{4}-\d\d|none)\/|p)(\d+)$/.exec(location.hash);
        if (kept) {
            history.scrollRestoration = "manual";
            show(kept.id, kept.top);
        } else if (named && named[1] && !item(named[2])) {
            // A link into a timeline that has not loaded the picture yet: the page of its month has it, or loads it soon.
            const month = `timeline/${named[1]}.html`;
            if (location.pathname.endsWith(month)) show(named[2]);
            else location.replace(`${root}${month}#p${named[2]}`);
            return;
        } else if (named) {
            show(named[2]);
        }
        welcome();
    }

    addEventListener("pageshow", (event) => {
        if (event.persisted) welcome();
    });
    settle();
})();
