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
    all.textContent = uprightText("select.all");
    const send = document.createElement("button");
    send.type = "submit";
    send.textContent = uprightText("select.download");
    // Hiding leads back to this page.
    const hide = document.createElement("button");
    hide.textContent = uprightText("hidden.do");
    hide.setAttribute("formaction", `${document.body.dataset.root}edit.html`);
    hide.name = "action";
    hide.value = "hide";
    bar.append(count, all, send, ...("hides" in button.dataset ? [hide] : []));
    document.body.append(bar);

    function show() {
        count.textContent = uprightCount("selected", chosen.size);
        send.disabled = hide.disabled = !chosen.size;
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
        button.textContent = uprightText(isOn ? "select.cancel" : "album.select");
    }

    // The picture that is clicked next becomes the cover.
    const cover = document.getElementById("cover");
    let isChoosing = false;
    const hint = document.createElement("p");
    hint.className = "chosen";
    hint.setAttribute("role", "status");
    hint.hidden = true;
    document.body.append(hint);
    function choose(isNow) {
        isChoosing = isNow;
        hint.hidden = !isNow;
        hint.textContent = isNow ? uprightText("album.coverHint") : "";
        document.body.classList.toggle("choosing", isNow);
    }
    if (cover) {
        cover.hidden = false;
        cover.querySelector("button").addEventListener("click", () => {
            if (isOn) button.click();
            choose(!isChoosing);
        });
    }

    function toggle(link) {
        const { id } = link.dataset;
        if (!chosen.delete(id)) chosen.add(id);
        show();
    }

    button.addEventListener("click", () => {
        choose(false);
        isOn = !isOn;
        chosen.clear();
        show();
    });
    all.addEventListener("click", () => {
        for (const link of document.querySelectorAll("a.picture")) chosen.add(link.dataset.id);
        show();
    });
    document.addEventListener("click", (event) => {
        const link = (isOn || isChoosing) && event.target.closest("a.picture");
        if (!link) return;
        event.preventDefault();
        if (isOn) {
            toggle(link);
            return;
        }
        cover.elements.picture.value = link.dataset.id;
        cover.submit();
    });
    document.addEventListener("keydown", (event) => {
        if (isChoosing && event.key === "Escape") choose(false);
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
        add("page", button.dataset.page);
        for (const id of chosen) add("picture", id);
    });
})();
