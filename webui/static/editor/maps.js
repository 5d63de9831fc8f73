// Begin a map in work with a file of one's own.

import { byId } from "../common/dom.js";
import { sendFile } from "../common/sending.js";

const form = byId("upload"),
  note = byId("upload-note");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = new URLSearchParams({ map: form.elements.map.value });
  note.className = "soft";
  note.textContent = "Reading the map …";
  try {
    const { address } = await sendFile(`/m/upload?${name}`, form.elements.file.files[0], form.dataset.token);
    location.assign(address);
  } catch (fault) {
    note.className = "fault";
    note.textContent = fault.words;
  }
});
