// No outgoing connections: neither at the start nor later, except to the user's webhook receiver.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const STORY = fileURLToPath(new URL("offline-run.ts", import.meta.url));

/** The result that the run printed; `before` is a command prefix. */
function storyTold(...before: string[]) {
  const [program = process.execPath, ...words] = [...before, process.execPath, STORY];
  const { stdout, stderr, status } = spawnSync(program, words, { encoding: "utf8", timeout: 55_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("R-219 during a complete run the command connects only to the receiver and resolves no name", () => {
  const { asked, ...story } = storyTold();
  expect(story).toMatchObject({
    code: 0,
    wallet: true,
    paid: true,
    types: expect.arrayContaining(["deposit.confirmed"]),
  });
  expect(new Set(asked)).toEqual(new Set(["connect the receiver"]));
});

test("R-219 in a network namespace without routes the same run succeeds", ({ skip }) => {
  const alone = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"];
  const { status, stderr, error } = spawnSync(alone[0] ?? "", [...alone.slice(1), "true"], { encoding: "utf8" });
  const why = error?.message ?? stderr.trim();
  if (status !== 0) skip(`this machine gives no network namespace to a test: ${why}`);
  const { outside, ...story } = storyTold(...alone);
  expect(outside).toBe(0);
  expect(story).toMatchObject({
    code: 0,
    wallet: true,
    paid: true,
    types: expect.arrayContaining(["deposit.confirmed"]),
  });
});
