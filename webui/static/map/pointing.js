// Turn pointer, touch and keys on the map into hexes and stands.

import { NO_HEX } from "./geometry.js";
import { counterAt } from "./stacks.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Pointing {
  constructor(view) {
    this.view = view;
    const { map } = view,
      box = map.getContainer();
    map.on("click", (event) => this.#click(event));
    map.on("mousemove", (event) => this.#hover(event));
    map.on("mouseout zoomstart movestart", () => view.closeFan());
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute(
      "aria-label",
      "Map. Arrow keys move a cursor from hex to hex, Enter selects, N takes the next unit of a stack, plus and minus zoom.",
    );
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  // The place under the pointer in pixels of the plane, and its hex.
  #place({ latlng }) {
    const R = this.view.radius;
    return { x: latlng.lng * R, y: -latlng.lat * R, hex: this.view.ground.geometry.hexAt(latlng.lng, -latlng.lat) };
  }

  #click(event) {
    const { view } = this,
      { x, y, hex } = this.#place(event),
      { fan } = view.state;
    if (fan && inFrame(fan.frame, x, y)) {
      const stand = counterAt(fan.counters, x, y);
      if (stand) this.#choose(stand, fan.hex);
      return;
    }
    const stand = counterAt(view.drawn, x, y);
    if (stand && view.stacks.at(stand.hex).length > 1 && isTouch(event) && fan?.hex !== stand.hex) {
      view.openFan(stand.hex);
      return;
    }
    view.closeFan();
    if (stand) this.#choose(stand, stand.hex);
    else if (hex !== NO_HEX && view.ground.inside(hex)) {
      view.focusHex(hex);
      view.onHexClick?.(hex, view.ground.geometry.number(hex));
    }
  }

  #choose(stand, hex) {
    this.view.select(stand.id);
    this.view.focusHex(hex);
    this.view.onStandClick?.(stand.id, hex);
  }

  #hover(event) {
    const { view } = this,
      { x, y } = this.#place(event),
      { fan } = view.state;
    if (fan && (inFrame(grown(fan.frame, 12), x, y) || between(view, fan, x, y))) return;
    const stand = counterAt(view.drawn, x, y);
    if (stand && view.stacks.at(stand.hex).length > 1) view.openFan(stand.hex);
    else view.closeFan();
    view.map.getContainer().classList.toggle("over-counter", !!stand);
  }

  #key(event) {
    const { view } = this,
      { geometry } = view.ground,
      { cursor } = view.state;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in STEPS) {
      const [dc, dr] = STEPS[event.key],
        start = cursor ?? geometry.hexAt(view.map.getCenter().lng, -view.map.getCenter().lat);
      const col = (start % geometry.cols) + (cursor === null ? 0 : dc),
        row = Math.floor(start / geometry.cols) + (cursor === null ? 0 : dr);
      if (col >= 0 && row >= 0 && col < geometry.cols && row < geometry.rows) view.focusHex(row * geometry.cols + col);
    } else if (event.key === "Enter" && cursor !== null) this.#enter(cursor);
    else if (event.key === "n" && cursor !== null) this.#next(cursor);
    else if (event.key === "+" || event.key === "=") view.map.zoomIn(2);
    else if (event.key === "-") view.map.zoomOut(2);
    else if (event.key === "Home") view.showAll();
    else if (event.key === "Escape" && (view.state.fan || cursor !== null)) (view.closeFan(), view.clearCursor());
    else return;
    event.preventDefault();
  }

  #enter(hex) {
    const { view } = this,
      stack = view.stacks.at(hex);
    const chosen = stack.some(({ id }) => id === view.state.selected);
    if (stack.length && !chosen) this.#choose(stack[stack.length - 1], hex);
    else view.onHexClick?.(hex, view.ground.geometry.number(hex));
  }

  // Take the stands of a stack one after the other.
  #next(hex) {
    const { view } = this,
      stack = view.stacks.at(hex);
    if (!stack.length) return;
    const now = stack.findIndex(({ id }) => id === view.state.selected);
    view.openFan(hex);
    this.#choose(stack[now < 0 ? stack.length - 1 : (now + stack.length - 1) % stack.length], hex);
  }
}

function inFrame([left, top, wide, high], x, y) {
  return x >= left && y >= top && x <= left + wide && y <= top + high;
}

function grown([left, top, wide, high], by) {
  return [left - by, top - by, wide + 2 * by, high + 2 * by];
}

// On the way from the stack to its fan the fan stays open.
function between(view, fan, x, y) {
  const R = view.radius,
    cx = view.ground.geometry.u[fan.hex] * R,
    cy = view.ground.geometry.v[fan.hex] * R;
  const [left, top, wide, high] = fan.frame;
  const low = Math.min(cy, top + high),
    deep = Math.max(cy, top);
  return (
    x >= Math.max(left, cx - R) &&
    x <= Math.min(left + wide, cx + R) &&
    y >= low - R &&
    y <= deep + R &&
    Math.abs(x - cx) <= Math.max(R, 40)
  );
}

function isTouch({ originalEvent }) {
  return originalEvent?.pointerType === "touch" || originalEvent?.pointerType === "pen";
}
