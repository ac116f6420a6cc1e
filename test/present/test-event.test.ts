// The payload of each event type, member by member, against a file that is changed on purpose only (R-146, H-77, H-82).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "../../src/domain/outbox.ts";
import { EPOCH_MS } from "../../src/kernel/clock.ts";
import { testEventText } from "../../src/present/test-event.ts";

const golden = JSON.parse(readFileSync(new URL("./golden/event-payloads.json", import.meta.url), "utf8")) as Record<
  string,
  object
>;

test("the file has the ten types and no other", () => {
  expect(Object.keys(golden)).toEqual([...EVENT_TYPES]);
});

test.each(EVENT_TYPES)("R-146 %s has the version, the members and the kinds of values it always had", (type) => {
  const envelope = JSON.parse(testEventText({ id: "an-id", type, time: EPOCH_MS, micros: 7 }));
  expect(envelope).toEqual({
    id: "an-id",
    version: "1",
    type,
    time: "2026-01-01 00:00:00.000007",
    payload: golden[type],
  });
});
