// Money that comes into the tenant's vault is a deposit too, of no customer: what an app makes of it is told as what it is.
import { expect, test } from "vitest";
import { huntShop } from "./a-hunt.ts";

const TO_THE_VAULT = "value to the vault, which is no customer's";

test("U-21 an app that refuses what came to no customer is found by that, and not by the money that the hunt itself gave the vault", async () => {
  const told: string[] = [];
  const { findings, worlds } = await huntShop({ mistake: "stranger-refused", told, budgetMs: 120_000 });
  expect(findings.map(({ rule, troubles }) => [rule, troubles])).toEqual([["B-13", [TO_THE_VAULT]]]);
  expect(findings[0]?.steps).toEqual([{ do: "fund", network: "base", asset: "USDC", amount: "250" }]);
  expect(findings[0]?.story.lines[0]?.text).toBe("the vault gets 250 USDC on base");
  expect(findings[0]?.certificate.kind).toBe("smallest");
  expect(worlds.singles).toBeGreaterThan(0);
}, 150_000);
