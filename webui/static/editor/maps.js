// Begin a map in work with a file of one's own.

import { byId, find } from "../common/dom.js";
import { inWords } from "../common/faults.js";
import { sendFile } from "../common/sending.js";

const form = byId("upload", HTMLFormElement),
  note = byId("upload-note");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = find("[name=map]", form, HTMLInputElement).value,
    file = find("[name=file]", form, HTMLInputElement).files?.[0];
  if (!file) return;
  note.className = "soft";
  note.textContent = "Reading the map …";
  try {
    const address = `/m/upload?${new URLSearchParams({ map: name })}`;
    location.assign((await sendFile(address, file, form.dataset.token ?? "")).address);
  } catch (error) {
    note.className = "fault";
    note.textContent = inWords(error);
  }
});
