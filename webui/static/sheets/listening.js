// What an umpire's page of forms hears: that the server is away, before he sends what would not arrive.

import { ifThere } from "../common/dom.js";
import { Live } from "../common/live.js";
import { Server } from "../common/server.js";
import { showAway } from "./away.js";

const base = ifThere("away")?.dataset.base;
if (base)
  new Live(
    new Server(base, ""),
    () => {},
    () => showAway(false),
    showAway,
  );
