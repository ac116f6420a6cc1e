// How a CPU profile is summed by the nearest frame in our folders.
import { expect, test } from "vitest";
import { greatest, sumProfile } from "../../bench/profile/nearest-frames.ts";

const frame = (functionName: string, url = "") => ({ functionName, url, lineNumber: 4 });

/** (root) calls ours, which calls a library, which calls a built-in function; the library also runs alone; and nothing runs. */
const PROFILE = {
  nodes: [
    { id: 1, callFrame: frame("(root)"), children: [2, 5, 6] },
    { id: 2, callFrame: frame("mine", "file:///x/src/flow/mine.ts"), children: [3] },
    { id: 3, callFrame: frame("get", "file:///x/node_modules/db/get.js"), children: [4] },
    { id: 4, callFrame: frame("parse") },
    { id: 5, callFrame: frame("get", "file:///x/node_modules/db/get.js") },
    { id: 6, callFrame: frame("(idle)") },
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [1_000, 2_000, 4_000, 8_000, 16_000],
};

test("what a library does counts for the function of ours that called it, and idle time for nobody", () => {
  const { self, own, total } = sumProfile(PROFILE, (url) => url.includes("/src/"));
  expect(total).toBe(15);
  expect(greatest(own, 9)).toEqual([
    ["get node_modules/db/get.js:5", 8],
    ["mine src/flow/mine.ts:5", 7],
  ]);
  expect(greatest(self, 2)).toEqual([
    ["get node_modules/db/get.js:5", 10],
    ["parse", 4],
  ]);
});
