// The summary of a sandbox as a run reads it: what another program wrote into it counts for nothing.
import { expect, test } from "vitest";
import { readSummary, sumOf } from "../../../src/contract/run/sandbox-summary.ts";

test("numbers that are none count as 0, and requests that are none are left out", () => {
  const met = { "record=top-level": 2, "open_values=new": -1, "list_array=named": 1.5, "json_numbers=double": "7" };
  const request = { request_id: "req_1", method: "GET", target: "/v1/vault", status: null, body: null };
  const requests = [request, { ...request, status: "200" }, { ...request, body: 7 }, "GET", null];
  const text = JSON.stringify({ version: 1, requests: -4, webhooks: "9", met, last_requests: requests });
  expect(readSummary(text)).toEqual({
    ...{ version: 1, requests: 0, webhooks: 0, last_requests: [request] },
    met: { "record=top-level": 2, "open_values=new": 0, "list_array=named": 0, "json_numbers=double": 0 },
  });
});

test.each(["", "{", "[]", "null", '{"version":2,"met":{}}', '{"version":1}', '{"version":1,"met":[]}'])(
  "%j is no summary",
  (text) => expect(readSummary(text)).toBe(undefined),
);

test("of several sandboxes the sum is told, and the last ten requests", () => {
  const request = (number: number) => ({
    ...{ request_id: `req_${number}`, method: "GET", target: "/v1/vault", status: 200, body: null },
  });
  const summary = (first: number) => ({
    ...{ version: 1 as const, requests: 3, webhooks: 1, met: { "record=top-level": 2 } },
    last_requests: Array.from({ length: 8 }, (_, at) => request(first + at)),
  });
  const { last_requests: last = [], ...sum } = sumOf([summary(0), summary(8)]);
  expect(sum).toEqual({ requests: 6, webhooks: 2, met: { "record=top-level": 4 } });
  expect(last.map(({ request_id: id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `req_${at + 6}`));
  expect(sumOf([])).toEqual({ requests: 0, webhooks: 0, met: {} });
});
