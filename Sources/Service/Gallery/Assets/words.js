// Texts in the page's language, from assets/words-LANGUAGE.js, which is loaded before.
"use strict";
(() => {
    const words = window.uprightWords || {};
    const language = document.documentElement.lang || "en";
    const plurals = new Intl.PluralRules(language);
    const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, words["number.group"] || "\u202f");

    // The text of a key with names in braces replaced.
    window.uprightText = (key, values = {}) => (words[key] || "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
    // A number with its noun: `12 pictures`.
    window.uprightCount = (key, number) => {
        const form = `${key}.${plurals.select(number)}`;
        return window.uprightText(form in words ? form : `${key}.other`, { n: grouped(number) });
    };
    window.uprightGrouped = grouped;
})();
