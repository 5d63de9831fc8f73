// Files that are chosen in the field of a page, or dropped anywhere on it.

import { byId } from "../../common/dom.js";

/** Take files that are chosen, or dropped anywhere on the page.
 * @param {(files: File[]) => void} send
 */
export function listenForFiles(send) {
  const drop = byId("drop"),
    chosen = byId("files", HTMLInputElement);
  chosen.addEventListener("change", () => {
    send([...(chosen.files ?? [])]);
    chosen.value = "";
  });
  for (const name of ["dragover", "dragleave", "drop"])
    document.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
      if (name === "drop" && event instanceof DragEvent) send([...(event.dataTransfer?.files ?? [])]);
    });
}
