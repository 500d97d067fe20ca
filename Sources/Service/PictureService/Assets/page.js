"use strict";
const find = (name) => document.getElementById(name);
const orientations = ["", "upright", "mirrored", "upside down", "upside down, mirrored", "mirrored, on its side",
  "on its side, turned left", "mirrored, on its side", "on its side, turned right"];
const outcomes = {
  normalized: "It was turned or changed.", unchanged: "It is upright already, and was not changed.",
};
const urls = [];
let last = null;
let round = 0;

find("address").textContent = new URL("orient", location.href).href;

function show(element, file) {
  const url = URL.createObjectURL(file);
  urls.push(url);
  element.src = url;
  return url;
}

function clear() {
  while (urls.length) URL.revokeObjectURL(urls.pop());
  for (const name of ["result", "facts", "save"]) find(name).hidden = true;
}

function say(text, isBad = false) {
  find("status").textContent = text;
  find("status").classList.toggle("bad", isBad);
}

function size(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

function tell(facts) {
  const list = find("facts");
  list.replaceChildren();
  for (const [name, value] of facts) {
    const term = document.createElement("dt");
    const text = document.createElement("dd");
    term.textContent = name;
    text.textContent = value;
    list.append(term, text);
  }
  list.hidden = false;
}

async function send(file) {
  last = file;
  const own = ++round;
  clear();
  say(`Sending ${file.name} …`);
  const query = new URLSearchParams({ name: file.name });
  if (find("strip").value) query.set("strip", find("strip").value);
  const token = find("token").value;
  const start = performance.now();
  try {
    const answer = await fetch(`orient?${query}`, {
      method: "POST", body: file, headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
    if (own !== round) return;
    if (answer.status === 401) {
      find("secret").hidden = false;
      find("token").focus();
      return say("Enter the token of this server.", true);
    }
    if (!answer.ok) {
      const reason = await answer.json().then((value) => value.reason, () => "");
      const again = answer.headers.has("Retry-After") ? ` Try again in ${answer.headers.get("Retry-After")} s.` : "";
      return say((reason || `The server answers ${answer.status}.`) + again, true);
    }
    const made = await answer.blob();
    if (own !== round) return;
    const seconds = (performance.now() - start) / 1000;
    const outcome = answer.headers.get("Upright-Outcome");
    const orientation = Number(answer.headers.get("Upright-Orientation")) || 0;
    say(outcomes[outcome] || outcome);
    show(find("before"), file);
    const url = show(find("after"), made);
    find("result").hidden = false;
    tell([
      ["Stored orientation", orientation ? `${orientation}, ${orientations[orientation] || "unknown"}` : "none"],
      ["Size", `${size(file.size)} → ${size(made.size)}`], ["Type", made.type], ["Time", `${seconds.toFixed(2)} s`],
    ]);
    const name = (answer.headers.get("Content-Disposition") || "").split("''")[1];
    find("save").href = url;
    find("save").download = name ? decodeURIComponent(name) : file.name;
    find("save").hidden = false;
  } catch {
    if (own === round) say("The server cannot be reached, or the picture is too large for it.", true);
  }
}

find("file").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) send(file);
  // The same file can be chosen again.
  event.target.value = "";
});
for (const name of ["strip", "token"]) find(name).addEventListener("change", () => { if (last) send(last); });
find("form").addEventListener("submit", (event) => event.preventDefault());
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => { event.preventDefault(); find("drop").classList.add("over"); });
}
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) find("drop").classList.remove("over"); });
document.addEventListener("drop", (event) => {
  event.preventDefault();
  find("drop").classList.remove("over");
  const [file] = event.dataTransfer.files;
  if (file) send(file);
});
