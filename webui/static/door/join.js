// A link's secret stands behind '#', where no server sees it: take it from there, and send it as a form.

import { byId } from "../common/dom.js";

const secret = location.hash.slice(1),
  form = byId("join", HTMLFormElement);
if (secret) {
  // It must not stay in the address, where others read it over a shoulder or in the history.
  history.replaceState(null, "", location.pathname);
  byId("secret", HTMLInputElement).value = secret;
  form.submit();
}
