// What the steps of a world changed of the sandbox is taken back at its end: what stays would spoil every world behind it (U-11).
import { expect, test } from "vitest";
import type { HuntStep } from "../../src/hunt/plan/step.ts";
import { perform } from "../../src/hunt/world/perform.ts";
import { takeBack } from "../../src/hunt/world/sandbox-steps.ts";
import type { Setting } from "../../src/hunt/world/setting.ts";
import { World } from "../../src/hunt/world/world.ts";
import { aSandbox } from "../support/a-sandbox.ts";

const usdc = { network: "base", asset: "USDC" } as const;
const manual: HuntStep = { do: "mining", network: "base", mode: "manual" };
const pause: HuntStep = { do: "pause", ...usdc };
const unpause: HuntStep = { do: "unpause", ...usdc };
const settle: HuntStep = { do: "settle" };

/** Not all steps have an effect: without a block, nobody knows yet that the token is paused, so that it can be unpaused. */
const WORLDS: readonly (readonly HuntStep[])[] = [
  [pause],
  [pause, settle, unpause, settle],
  [manual, pause],
  [manual, pause, settle, unpause, settle],
  [pause, settle, manual, unpause],
  [manual, pause, settle, unpause, pause],
];

test.each(WORLDS.map((steps) => ({ steps, name: steps.map((step) => step.do).join(", ") })))(
  "U-11 after $name the token moves again, in a block of its own",
  async ({ steps }) => {
    const sandbox = await aSandbox();
    const setting = {
      host: { url: sandbox.url, adminToken: null },
      sandbox: {},
      endpointId: null,
      run: "1",
      cursors: {},
    };
    const world = new World(setting as unknown as Setting, 1);
    for (const step of steps) await perform(world, step);
    await world.calls.flush();
    await takeBack(world);
    await world.calls.flush();
    const to = "0x00000000000000000000000000000000000000aa";
    await sandbox.control("POST", "/deposits", { ...usdc, to_address: to, amount: "5" });
    const data = `0x70a08231${to.slice(2).padStart(64, "0")}`;
    const contract = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
    const call = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ to: contract, data }, "latest"] };
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${sandbox.url}/rpc/base`, { method: "POST", headers, body: JSON.stringify(call) });
    expect(BigInt(((await answer.json()) as { result: string }).result)).toBe(5_000_000n);
  },
);
