// I-44 R-177: the same seed and the same calls give the same bytes, in two processes, beside any load, in any time zone.
import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../../src/runtime/sandbox.ts";
import { tellALongStory } from "../../support/a-long-story.ts";
import { aReceiver } from "../../support/clients/a-receiver.ts";
import { COMMAND } from "../../support/the-command.ts";

type Ready = Sandbox["ready"];

const ACTS = Number(process.env["STORY_ACTS"] ?? 250);

/** A child process that ends with the test. */
function aChild(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("SANDBOX_"));
  const child = spawn(process.execPath, args, {
    env: { ...Object.fromEntries(own), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The output of the history in a sandbox that was started from the command line. */
async function toldByAProcess(env: Record<string, string>, seed = "7", operations = ACTS): Promise<string[]> {
  // Every second event is refused: chosen by its id, so that it is the same one everywhere.
  const receiver = await aReceiver((_number, { json }) => (/[0-4]$/.test(json.id) ? 500 : 200));
  const child = aChild([COMMAND, "start", "--port", "0", "--json", "--clock", "frozen", "--seed", seed], env);
  const line = await new Promise<string>((resolve) => child.stdout?.once("data", (bytes) => resolve(String(bytes))));
  const { pid, ...ready } = JSON.parse(line) as Ready & { pid: number };
  expect(pid).toBe(child.pid);
  const seen = await tellALongStory(ready, receiver, `story ${seed}`, operations);
  child.kill("SIGTERM");
  return seen;
}

/** The first difference of two outputs, with the lines before it; "" when they are equal. */
function parting(one: readonly string[], two: readonly string[]): string {
  const at = one.findIndex((line, index) => line !== two[index]);
  if (at < 0 && one.length === two.length) return "";
  const place = at < 0 ? Math.min(one.length, two.length) : at;
  const [a = "the end", b = "the end"] = [one[place], two[place]];
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  const near = (text: string): string => text.slice(Math.max(0, same - 120), same + 160);
  return `line ${place} of ${one.length} and ${two.length}:\n${a.slice(0, 120)}\n… ${near(a)}\n… ${near(b)}`;
}

test("two processes give the same long output to the byte, one of them under load and in another time zone", async () => {
  const first = await toldByAProcess({ TZ: "America/New_York" });
  const neighbours = [1, 2].map(() => aChild(["-e", "for (;;);"]));
  const second = await toldByAProcess({ TZ: "Asia/Kathmandu" });
  for (const neighbour of neighbours) neighbour.kill("SIGKILL");
  expect(parting(first, second)).toBe("");
  // The output is long and contains everything.
  const has = (text: string): boolean => first.some((line) => line.includes(text));
  const wanted = [
    ...['"removed":true', '"type":"uda.settlement.completed"', '"type":"transaction.failed"'],
    ...['"status":"confirmed"', '"state":"orphaned"', " 409 ", " 404 ", " 500 ", '"code":-32005', '"hits":1'],
  ];
  expect(wanted.filter((text) => !has(text))).toEqual([]);
  expect(first.length).toBeGreaterThan(2 * ACTS);
}, 240_000);

test("R-232 the same output in a time zone beyond the date line, and another seed gives another", async () => {
  const [apia, utc, other] = [
    await toldByAProcess({ TZ: "Pacific/Apia" }, "3", 60),
    await toldByAProcess({ TZ: "UTC" }, "3", 60),
    await toldByAProcess({ TZ: "UTC" }, "4", 60),
  ];
  expect(parting(apia, utc)).toBe("");
  expect(parting(other, utc)).not.toBe("");
}, 120_000);
