// The texts for coding agents, as a sandbox serves them and as they stand in the package.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aSandbox } from "../support/a-sandbox.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(["llms.txt", "llms-full.txt"])(
  "/%s is the file of the package as plain text, for GET and HEAD",
  async (name) => {
    const { url } = await aSandbox();
    const answer = await fetch(`${url}/${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await answer.text()).toBe(readFileSync(join(ROOT, name), "utf8"));
    const head = await fetch(`${url}/${name}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  },
);

test("what has a similar name is not there, and nothing can be written", async () => {
  const { url } = await aSandbox();
  expect((await fetch(`${url}/llms`)).status).toBe(404);
  expect((await fetch(`${url}/llms.txt/../package.json`)).status).toBe(404);
  expect((await fetch(`${url}/llms.txt`, { method: "POST" })).status).toBe(404);
});
