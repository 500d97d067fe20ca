// Searches the index of pages that lie on a disk, where no server can.
"use strict";
(() => {
    const index = window.uprightIndex || [];
    const form = document.querySelector("form.search");
    const list = document.getElementById("results");
    const status = document.getElementById("found");
    const most = 500;

    function find(words, from, to) {
        return index.filter((entry) => {
            const text = entry[1].toLowerCase();
            const day = entry[2];
            if (from && (!day || day < from)) return false;
            if (to && (!day || day > to)) return false;
            return words.every((word) => text.includes(word));
        });
    }

    function show() {
        const data = new FormData(form);
        const words = String(data.get("q")).toLowerCase().split(" ").filter(Boolean);
        const from = String(data.get("from"));
        const to = String(data.get("to"));
        list.replaceChildren();
        if (!words.length && !from && !to) {
            status.textContent = "";
            return;
        }
        const found = find(words, from, to);
        status.textContent = found.length > most ? `The first ${most} of ${found.length} pictures` : `${found.length} pictures`;
        for (const [id, text] of found.slice(0, most)) {
            const link = document.createElement("a");
            link.className = "picture";
            link.href = `picture/${id}.html`;
            const image = document.createElement("img");
            image.src = `thumbnail/${id}.jpg`;
            image.alt = text;
            image.loading = "lazy";
            link.append(image);
            const item = document.createElement("li");
            item.append(link);
            list.append(item);
        }
    }

    form.addEventListener("submit", (event) => {
        event.preventDefault();
        show();
    });
})();
