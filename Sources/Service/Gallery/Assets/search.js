// Searches the index of an exported gallery, which has no server.
"use strict";
(() => {
    const form = document.querySelector("form.search");
    const list = document.getElementById("results");
    const status = document.getElementById("found");
    const most = 500;
    // Letters that Unicode does not decompose.
    const letters = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i" };
    const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[øłđðþßæœı]/g, (letter) => letters[letter]);
    const split = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
    const index = (window.uprightIndex || []).map(([id, text, day, ratio, others]) => ({
        id, text, day, ratio, words: split(`${text} ${others || ""}`),
    }));

    function show() {
        const data = new FormData(form);
        const words = split(String(data.get("q")));
        const from = String(data.get("from"));
        const to = String(data.get("to"));
        list.replaceChildren();
        if (!words.length && !from && !to) {
            status.textContent = "";
            return;
        }
        const found = index.filter((entry) => {
            if (from && (!entry.day || entry.day < from)) return false;
            if (to && (!entry.day || entry.day > to)) return false;
            // German writes two letters where a keyboard has no ü.
            const forms = (word) => [word, word.replace(/([aou])e/g, "$1")];
            return words.every((word) => entry.words.some((own) => forms(word).some((form) => own.startsWith(form))));
        });
        const count = uprightCount("found", found.length);
        status.textContent = found.length > most ? uprightText("search.firstOnly", { what: count, n: uprightGrouped(most) }) : count;
        for (const { id, text, ratio } of found.slice(0, most)) {
            const link = document.createElement("a");
            link.className = "picture";
            link.href = `picture/${id}.html`;
            const image = document.createElement("img");
            image.src = `thumbnail/${id}.jpg`;
            image.srcset = `thumbnail/${id}.jpg 320w, thumbnail/${id}-640.jpg 640w`;
            image.sizes = "240px";
            image.alt = text;
            image.loading = "lazy";
            link.append(image);
            const item = document.createElement("li");
            item.className = `r${ratio}`;
            item.append(link);
            list.append(item);
        }
    }

    form.addEventListener("submit", (event) => {
        event.preventDefault();
        show();
    });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
        form.elements.q.value = asked;
        show();
    }
})();
