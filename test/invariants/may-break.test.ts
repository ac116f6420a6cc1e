// What a test may break on purpose: the check in the background tells it in the log at any moment, so the log is read the same way as the check at the end.
import { expect, test } from "vitest";
import { openSandbox } from "../support/a-sandbox.ts";
import { aWallet } from "../support/payments/on-chain.ts";

/** A sandbox whose invariant I-22 is broken and told in its log. */
async function brokenAndTold(mayBreak: readonly string[] | "all" | undefined) {
  const sandbox = await openSandbox();
  await aWallet(sandbox.api);
  if (mayBreak !== undefined) sandbox.mayBreak(mayBreak, "a counter is raised by the test");
  sandbox.store.run("update counter set value = value + 1 where kind = 'event'");
  await sandbox.admin("GET", "/invariants");
  await expect.poll(() => sandbox.mistakes).toMatchObject([{ invariant: "I-22", msg: "an invariant is broken" }]);
  return sandbox;
}

test.each([["all" as const], [["I-22"]]])(
  "a breach that was allowed (%s) fails no test, told in the log or not",
  async (mayBreak) => {
    const { end } = await brokenAndTold(mayBreak);
    await end();
  },
);

test.each([[undefined], [["I-20"]]])("a breach fails the test where it was not allowed (%s)", async (mayBreak) => {
  const { end } = await brokenAndTold(mayBreak);
  await expect(end()).rejects.toThrow("I-22");
});

test.each([
  ["all" as const, true],
  [["I-22"], false],
])("that nothing could be checked is a mistake, except where all was allowed (%s)", async (mayBreak, isAllowed) => {
  const { mayBreak: allow, mistakes, store, api, close, end } = await openSandbox();
  allow(mayBreak, "a table is dropped by the test");
  await aWallet(api);
  store.run("drop table uda");
  await aWallet(api);
  await expect
    .poll(() => mistakes.map(({ msg }) => msg), { timeout: 10_000 })
    .toContain("checking the invariants failed: a bug of the sandbox");
  await close().catch(() => undefined);
  if (isAllowed) await end();
  else await expect(end()).rejects.toThrow("checking the invariants failed");
});
