// The page of the umpire's day, once its map is there.

import { byId } from "../common/dom.js";
import { Server } from "../common/server.js";
import { whenReady } from "../map/mapview.js";
import { Day } from "./desk.js";
import { listen } from "./listening.js";

const { base, token, map } = byId("page").dataset;
const day = new Day(new Server(base ?? "", token ?? ""), await whenReady(map ?? ""));
await day.guard(() => day.load());
day.select(day.matter?.key ?? null);
listen(day);
