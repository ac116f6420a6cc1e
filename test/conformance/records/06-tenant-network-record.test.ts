// Section 6: the record of a tenant's network.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { exact } from "../api.ts";

const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const sandbox = sharedSandbox();

test("it is exactly the network's id, the asset's contract and whether it is enabled (S-098, S-099, S-100)", async () => {
  const path = `/networks/60/${USDC}`;
  expect((await exact(sandbox(), path)).data).toEqual({ network_id: "60", asset: USDC, enabled: true });
  await exact(sandbox(), { method: "PATCH", path, body: { enabled: false } });
  expect((await exact(sandbox(), path)).data).toEqual({ network_id: "60", asset: USDC, enabled: false });
});
