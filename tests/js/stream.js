// Scripts that run when a page opens, without a browser: opened as often as a test wants, with a stream of the server's signs
// that the test sends itself.

export const streams = [];

globalThis.window ??= { heard: {} };
globalThis.window.addEventListener ??= (kind, listener) => void (globalThis.window.heard[kind] = listener);
globalThis.EventSource = class {
  static CLOSED = 2;
  constructor(address) {
    Object.assign(this, { address, heard: {}, readyState: 1, closed: false });
    streams.push(this);
  }
  addEventListener(kind, listener) {
    this.heard[kind] = listener;
  }
  close() {
    this.closed = true;
  }
  /** Have the server send something. */
  send(kind, data) {
    this.heard[kind]({ data: JSON.stringify(data) });
  }
};

const STATIC = "../../webui/static/";
let opened = 0;
/** Open a page: its script runs anew. */
export const open = (script) => import(`${STATIC}${script}?${(opened += 1)}`);
globalThis.location = { pathname: "/c/one/us/day", hash: "", assign: (to) => void (globalThis.location.to = to) };

/** Have the server answer every question with this; gives what was asked. */
export function server(answer) {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    if (answer instanceof Error) throw answer;
    return { ok: true, status: 200, text: async () => JSON.stringify(answer), json: async () => answer };
  };
  return asked;
}
