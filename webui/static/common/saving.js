// Hand a file over to be kept, as a link to it would.

const FREED_MS = 60_000;

/** Save a file where the browser saves files.
 * @param {{blob: Blob, name: string}} file
 */
export function save({ blob, name }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FREED_MS);
}
