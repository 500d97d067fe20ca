// Selects pictures of an album to download them together.
"use strict";
(() => {
    const button = document.getElementById("select");
    if (!button) return;
    const token = document.querySelector("input[name=token]");
    const chosen = new Set();
    let isOn = false;
    button.hidden = false;

    const bar = document.createElement("form");
    bar.className = "chosen";
    bar.method = "post";
    bar.action = `${document.body.dataset.root}download.zip`;
    bar.hidden = true;
    const count = document.createElement("span");
    count.setAttribute("role", "status");
    const all = document.createElement("button");
    all.type = "button";
    all.textContent = "All on this page";
    const send = document.createElement("button");
    send.type = "submit";
    send.textContent = "Download";
    bar.append(count, all, send);
    document.body.append(bar);

    function show() {
        count.textContent = `${chosen.size} picture${chosen.size === 1 ? "" : "s"} selected`;
        send.disabled = !chosen.size;
        for (const link of document.querySelectorAll("a.picture")) {
            const isChosen = chosen.has(link.dataset.id);
            link.classList.toggle("is-chosen", isOn && isChosen);
            if (isOn) {
                link.setAttribute("role", "checkbox");
                link.setAttribute("aria-checked", String(isChosen));
            } else {
                link.removeAttribute("role");
                link.removeAttribute("aria-checked");
            }
        }
        bar.hidden = !isOn;
        document.body.classList.toggle("selecting", isOn);
        button.textContent = isOn ? "Cancel selection" : "Select pictures";
    }

    function toggle(link) {
        const { id } = link.dataset;
        if (!chosen.delete(id)) chosen.add(id);
        show();
    }

    button.addEventListener("click", () => {
        isOn = !isOn;
        chosen.clear();
        show();
    });
    all.addEventListener("click", () => {
        for (const link of document.querySelectorAll("a.picture")) chosen.add(link.dataset.id);
        show();
    });
    document.addEventListener("click", (event) => {
        const link = isOn && event.target.closest("a.picture");
        if (!link) return;
        event.preventDefault();
        toggle(link);
    });
    document.addEventListener("keydown", (event) => {
        if (!isOn) return;
        if (event.key === "Escape") button.click();
        const link = event.key === " " && event.target.closest("a.picture");
        if (!link) return;
        event.preventDefault();
        toggle(link);
    });
    bar.addEventListener("submit", () => {
        bar.querySelectorAll("input").forEach((input) => input.remove());
        const add = (name, value) => {
            const input = document.createElement("input");
            input.type = "hidden";
            input.name = name;
            input.value = value;
            bar.append(input);
        };
        add("token", token ? token.value : "");
        for (const id of chosen) add("picture", id);
    });
})();
