// Nothing is asked of the outside world: not at the start, not while money moves; only the user's own receiver is called.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const STORY = fileURLToPath(new URL("offline-run.ts", import.meta.url));

/** What the story printed; `before` is the command in front of it. */
function storyTold(...before: string[]) {
  const [program = process.execPath, ...words] = [...before, process.execPath, STORY];
  const { stdout, stderr, status } = spawnSync(program, words, { encoding: "utf8", timeout: 55_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

test("R-219 during a whole story the command connects to the receiver alone and looks up no name", () => {
  const { asked, ...story } = storyTold();
  expect(story).toMatchObject({
    code: 0,
    wallet: true,
    paid: true,
    types: expect.arrayContaining(["deposit.confirmed"]),
  });
  expect(new Set(asked)).toEqual(new Set(["connect the receiver"]));
});

test("R-219 in a network of its own, without a route to anywhere, the same story is told", ({ skip }) => {
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
