// C-02: without its options contract testing changes no byte of an answer or webhook but the two headers of C-03; compared with recordings of the version before it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { EVENT_TYPES } from "../../src/domain/outbox.ts";
import { serviceDocument } from "../../src/spec/document.ts";
import { operationsOf } from "../../src/spec/operations.ts";
import { aSandbox } from "../support/a-sandbox.ts";
import { type Recorded, record } from "./a-recording.ts";
import { STORIES } from "./stories.ts";

/** Recorded by `scripts/run/record-stories.ts` from e811700, the last version without anything of contract testing. */
const BEFORE = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, "before-contract-testing.json.gz"))).toString("utf8"),
) as Record<string, Recorded[]>;

const PROVENANCE = "x-sandbox-provenance";
const EXPOSED = "access-control-expose-headers";

/** What was decided since that version; each entry is taken out of an answer of today. Nothing else may differ. */
const DECIDED: readonly { decision: string; undo(answer: Recorded): Recorded }[] = [
  {
    decision: "C-03: X-Sandbox-Provenance is new, and scripts of other origins may read it",
    undo: ({ headers: { [PROVENANCE]: _, ...headers }, ...answer }) => {
      const { [EXPOSED]: exposed } = headers;
      if (exposed !== undefined) headers[EXPOSED] = exposed.replace(" X-Sandbox-Provenance,", "");
      return { ...answer, headers };
    },
  },
];

const asBefore = (answer: Recorded): Recorded => DECIDED.reduce((rest, { undo }) => undo(rest), answer);

/** The same headers in the same order, so that a text of it can be compared. */
const sorted = ({ headers, ...answer }: Recorded): Recorded => ({
  ...answer,
  headers: Object.fromEntries(Object.entries(headers).toSorted(([a], [b]) => (a < b ? -1 : 1))),
});

describe("stories recorded before contract testing", () => {
  test.each(STORIES)("C-02 $name", async (story) => {
    const sandbox = await aSandbox();
    const now = await record(story, { ...sandbox.ready, url: sandbox.url });
    const before = BEFORE[story.name] ?? [];
    for (const [index, answer] of now.entries())
      expect(sorted(asBefore(answer)), `${index}: ${answer.ask}`).toEqual(before[index] && sorted(before[index]));
    expect(now).toHaveLength(before.length);
  });
});

/** The operation that a recorded call reached. */
function operationOf({ ask }: Recorded): string | undefined {
  const [, method = "", path = ""] = /^([A-Z]+) (\/[^ ?]*)/.exec(ask) ?? [];
  return [...operationsOf(serviceDocument).values()]
    .filter((one) => one.method.toUpperCase() === method)
    .filter((one) => new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path))
    .toSorted((a, b) => a.pathParameters.length - b.pathParameters.length)[0]?.id;
}

test("they hold an answer of every operation that did what was asked, and a webhook of every type", () => {
  const all = Object.values(BEFORE).flat();
  const answered = new Set(all.filter(({ status }) => status !== null && status < 300).map(operationOf));
  expect([...operationsOf(serviceDocument).keys()].filter((id) => !answered.has(id))).toEqual([]);
  const sent = all.filter(({ status }) => status === null).map(({ text }) => text);
  for (const type of EVENT_TYPES) expect(sent.some((text) => text.includes(`"type":"${type}"`))).toBe(true);
  expect(Object.keys(BEFORE)).toEqual(STORIES.map(({ name }) => name));
  expect(STORIES.length).toBeGreaterThanOrEqual(15);
  expect(all.length).toBeGreaterThan(400);
});

test("a recording is whole: the texts of answers, and no port or time of the machine that made it", () => {
  const text = JSON.stringify(BEFORE);
  expect(text).toContain("operation completed successfully");
  expect(text).not.toMatch(/(127\.0\.0\.1|localhost):\d{4,5}\/(v1|explorer|hooks)/);
});
