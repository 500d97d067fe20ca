// Arrow keys go to the picture before and after.
"use strict";
document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && document.querySelector(`.pager a[rel="${rel}"]`);
    if (link) location.assign(link.href);
});
