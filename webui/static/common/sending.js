// Send a file as it is; what the server refuses comes back as a Fault.

import { Fault } from "./faults.js";

/** @param {string} url
 * @param {File} file
 * @param {string} token
 * @returns {Promise<any>}
 */
export async function sendFile(url, file, token) {
  let answer;
  try {
    answer = await fetch(url, {
      method: "POST",
      body: file,
      credentials: "same-origin",
      headers: { "Content-Type": "application/octet-stream", Accept: "application/json", "X-Sandtable-Token": token },
    });
  } catch {
    throw new Fault(0, {
      rule: "connection",
      why: "the file could not be sent",
      remedy: "see that the server still runs, and that the file is not too large",
    });
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Fault(answer.status, data.error);
  return data;
}
