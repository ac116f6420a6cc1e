// The rings of the request log hold a bounded number of rows and bytes, whatever comes, and one surface does not push out another.
import fc from "fast-check";
import { expect, test } from "vitest";
import { BodyStore, MAX_BODY_BYTES, type StoredBody } from "../../src/contract/requests/body-store.ts";
import { MAX_LOG_BYTES, RequestLog } from "../../src/contract/requests/request-log.ts";
import { Ring } from "../../src/contract/requests/ring.ts";
import { observation } from "./a-client.ts";

test("a ring holds the last rows, newest first, and knows their bytes", () => {
  const acts = fc.array(fc.oneof(fc.nat(50), fc.constant("drop"), fc.constant("odd")), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), acts, (limit, given) => {
      const ring = new Ring<{ size: number }>(limit);
      let model: { size: number }[] = [];
      for (const act of given) {
        if (act === "drop") {
          ring.dropOldest();
          model.shift();
        } else if (act === "odd") {
          ring.retain(({ size }) => size % 2 === 1);
          model = model.filter(({ size }) => size % 2 === 1);
        } else {
          const row = { size: Number(act) };
          ring.push(row);
          model = [...model, row].slice(-limit);
        }
        expect([...ring.newestFirst()]).toEqual(model.toReversed());
        expect([ring.length, ring.bytes]).toEqual([model.length, model.reduce((sum, { size }) => sum + size, 0)]);
      }
    }),
  );
});

test("polling of /rpc pushes no call of /v1 out, by number or by bytes", () => {
  const log = new RequestLog(1_000);
  log.keep(observation("listVaults"));
  const long = "x".repeat(100_000);
  for (let call = 0; call < 1_500; call += 1)
    log.keep(observation(null, { surface: "rpc", operationId: "eth_getLogs", requestText: long, replyText: long }));
  expect(log.list({ surface: "v1" }, 10).rows).toHaveLength(1);
  const { rows } = log.list({ surface: "rpc" }, 10_000);
  expect(rows.length).toBeLessThan(1_000);
  expect(rows.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(MAX_LOG_BYTES);
  expect(rows[0]?.sequence).toBe(1_501);
});

test("all surfaces together are listed newest first", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("v1", "admin", "rpc"), { maxLength: 60 }), (surfaces) => {
      const log = new RequestLog(10);
      for (const surface of surfaces) log.keep(observation(null, { surface }));
      const sequences = log.list({}, 1_000).rows.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => b - a));
      for (const surface of ["v1", "admin", "rpc"] as const)
        expect(log.list({ surface }, 100).rows).toHaveLength(
          Math.min(10, surfaces.filter((one) => one === surface).length),
        );
    }),
  );
});

test("who reads the log is not in it", () => {
  const log = new RequestLog(10);
  log.keep(observation(null, { surface: "admin", method: "GET", path: "/requests" }));
  log.keep(observation(null, { surface: "admin", method: "GET", path: "/requests/req_1" }));
  log.keep(observation(null, { surface: "admin", method: "DELETE", path: "/requests" }));
  expect(log.list({}, 10).rows.map(({ method }) => method)).toEqual(["DELETE"]);
});

/** What a body has to say of the text that it was made of. */
function expectKept(body: StoredBody, wanted: string | undefined): void {
  const bytes = Buffer.byteLength(wanted ?? "");
  expect([body.bytes, body.truncated]).toEqual([bytes, bytes > MAX_BODY_BYTES]);
  if (!body.truncated) {
    expect(body.text).toBe(wanted);
    return;
  }
  expect(wanted?.startsWith(body.text ?? "")).toBe(true);
  expect(Buffer.byteLength(body.text ?? "")).toBeGreaterThan(MAX_BODY_BYTES - 4);
}

test("a body is what was sent, up to 16 KiB of whole characters, also in a slot that was used before", () => {
  const pieces = fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 });
  const long = fc.tuple(pieces, pieces, fc.nat(6_000)).map(([first, piece, times]) => first + piece.repeat(times));
  // Some texts come again: they share a slot.
  const again = fc.constantFrom("a".repeat(3_000), "b".repeat(3_000), "é".repeat(3_000));
  const texts = fc.array(fc.oneof(long, pieces, again, fc.constant(undefined)), { maxLength: 12 });
  fc.assert(
    fc.property(texts, (all) => {
      const store = new BodyStore();
      const kept: { text: string | undefined; body: StoredBody }[] = [];
      for (const text of all) {
        const [oldest] = kept.length < 3 ? [] : kept.splice(0, 1);
        if (oldest !== undefined) store.release(oldest.body);
        kept.push({ text, body: store.keep(text) });
        for (const { text: wanted, body } of kept) expectKept(body, wanted);
      }
    }),
  );
});

test("a full log makes no further slots: those of rows that fell out are used again", () => {
  const log = new RequestLog(5);
  const keep = (digit: number): void => log.keep(observation("listVaults", { replyText: String(digit).repeat(5_000) }));
  for (let number = 0; number < 6; number += 1) keep(number);
  const slots = new Set(log.list({}, 10).rows.map(({ reply }) => reply.slot));
  for (let number = 0; number < 50; number += 1) keep(number % 10);
  const { rows } = log.list({}, 10);
  expect(rows.map(({ reply }) => reply.text?.slice(0, 2))).toEqual(["99", "88", "77", "66", "55"]);
  expect(rows.filter(({ reply }) => slots.has(reply.slot)).length).toBeGreaterThanOrEqual(4);
});

test("an answer that comes again is kept once, and stays as long as one of its rows does", () => {
  const log = new RequestLog(3);
  const [same, other] = ["s".repeat(5_000), "o".repeat(5_000)];
  for (const replyText of [same, same, other]) log.keep(observation("listVaults", { replyText }));
  const slots = (): (Buffer | undefined)[] => log.list({}, 3).rows.map(({ reply }) => reply.slot);
  expect(new Set(slots()).size).toBe(2);
  log.keep(observation("listVaults", { replyText: "n".repeat(5_000) }));
  expect(log.list({}, 3).rows.map(({ reply }) => reply.text?.[0])).toEqual(["n", "o", "s"]);
  log.keep(observation("listVaults", { replyText: "m".repeat(5_000) }));
  log.keep(observation("listVaults", { replyText: same }));
  expect(log.list({}, 3).rows.map(({ reply }) => reply.text)).toEqual([same, "m".repeat(5_000), "n".repeat(5_000)]);
});

test("equal headers are kept once; another value, name or order is another set", () => {
  const log = new RequestLog(10);
  const sets = [
    { a: "1", b: "2" },
    { a: "1", b: "2" },
    { a: "1", b: "3" },
    { b: "2", a: "1" },
    { a: "1" },
    { a: "1", b: "2", c: "3" },
  ];
  for (const requestHeaders of sets) log.keep(observation("listVaults", { requestHeaders }));
  const kept = log
    .list({}, 10)
    .rows.map(({ requestHeaders }) => requestHeaders)
    .toReversed();
  expect(kept.map((one) => Object.entries(one))).toEqual(sets.map((one) => Object.entries(one)));
  expect(new Set(kept).size).toBe(5);
});

test("each request keeps its own target, whatever others share", () => {
  const target = fc.record({
    path: fc.constantFrom("/a", "/b", "/c"),
    search: fc.constantFrom("", "x=1", "x=2", "y=1"),
  });
  fc.assert(
    fc.property(fc.array(target, { maxLength: 40 }), (targets) => {
      const log = new RequestLog(100);
      const asked = targets.map(({ path, search }) => ({ path, search, target: `/v1${path}?${search}` }));
      for (const facts of asked) log.keep(observation("listVaults", facts));
      const kept = log.list({}, 100).rows.map(({ path, search, target: whole }) => ({ path, search, target: whole }));
      expect(kept).toEqual(asked.toReversed());
    }),
  );
});
