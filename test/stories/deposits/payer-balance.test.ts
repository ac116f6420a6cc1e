// What the sandbox's own accounts cannot pay is refused before anything is sent, in words that help.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";

const sandbox = sharedSandbox();
const STRANGER = "0x000000000000000000000000000000000000bEEF";
const HUGE = "900000000000000000000000000000";

const leg = (asset: string, amount: string) => ({ asset, amount, to_address: STRANGER });

test.each<[string, string, Record<string, unknown>, RegExp]>([
  [
    "a payer's token",
    "/deposits",
    leg("USDC", HUGE),
    /payer 0x\w{40} holds [\d.]+ USDC on base .*POST \/admin\/faucet/,
  ],
  [
    "a payer's native coin",
    "/deposits",
    leg("native", HUGE),
    /holds [\d.]+ ETH .* and 0\.\d+ for gas: .*POST \/admin\/faucet/,
  ],
  [
    "the sum of a payer's tokens in one transaction",
    "/deposits",
    { legs: [leg("USDC", HUGE), leg("USDC", "1")] },
    /payer 0x\w{40} holds [\d.]+ USDC on base and cannot pay 900000000000000000000000000001: /,
  ],
  [
    "native coin among other legs",
    "/deposits",
    { legs: [leg("USDC", "1"), leg("native", HUGE)] },
    /holds [\d.]+ ETH on base and cannot pay 9\d+ and 0\.\d+ for gas/,
  ],
  ["the faucet's native coin", "/faucet", leg("native", HUGE), /faucet 0x\w{40} holds [\d.]+ ETH .*hardhat_setBalance/],
])("%s: 400 says what is held and what helps, and nothing is sent", async (_, path, body, text) => {
  const { admin, chain } = sandbox();
  const height = () => chain("base").public.getBlockNumber({ cacheTime: 0 });
  const before = await height();
  const answer = await admin("POST", path, { network: "base", ...body });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(text);
  expect(answer.body.details).toMatchObject({ network: "base", holds: expect.stringMatching(/^[\d.]+$/) });
  expect(await height()).toBe(before);
});

test("a payer can pay all of a token that it holds, and not one unit more", async () => {
  const { admin, control } = sandbox();
  const over = await admin("POST", "/deposits", { network: "base", ...leg("USDC", HUGE) });
  const { holds } = over.body.details;
  const more = `${BigInt(holds.split(".")[0]) + 1n}`;
  expect((await admin("POST", "/deposits", { network: "base", ...leg("USDC", more) })).status).toBe(400);
  await control("POST", "/deposits", { network: "base", ...leg("USDC", holds) });
  const nothing = await admin("POST", "/deposits", { network: "base", ...leg("USDC", "0.000001") });
  expect(nothing.body.error).toContain("holds 0 USDC");
});

test("a mint that the token refuses is refused with its reason", async () => {
  const { admin, control } = sandbox();
  await control("POST", "/networks/base/tokens/USDC/pause");
  const paused = await admin("POST", "/faucet", { network: "base", ...leg("USDC", "1") });
  await control("POST", "/networks/base/tokens/USDC/unpause");
  expect([paused.status, paused.body.error]).toEqual([
    400,
    expect.stringMatching(/the chain refused the transfer: .*paused/),
  ]);
});
