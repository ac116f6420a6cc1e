// Section 4: the wallet record and the details of a wallet.
import { expect, test } from "vitest";
import { sharedSandbox } from "../../support/a-sandbox.ts";
import { payToken } from "../../support/payments/on-chain.ts";
import { ADDRESS, exact, jsonNumber, UUID } from "../api.ts";

const sandbox = sharedSandbox();
const assign = (body: object) => exact(sandbox(), { method: "POST", path: "/wallets", body }, 201);

test("an assigned wallet is exactly id, address and the two names of its network (S-054…S-057)", async () => {
  const { data } = await assign({ owner: "carol", network_symbol: "polygon" });
  expect(data).toEqual({ id: UUID, address: ADDRESS, network_id: "966", network_symbol: "polygon" });
});

test("the details are address, owner and one balance per asset, every amount a string (S-058…S-069)", async () => {
  const { address } = (await assign({ owner: "dora", network_symbol: "bsc" })).data;
  await payToken(sandbox(), { network: "bsc", asset: "USDT", to: address, amount: "2.000000000000000007" });
  await sandbox().control("POST", "/run-until-idle");
  const network = { network_id: "9006", network_symbol: "bsc", decimal: jsonNumber(18) };
  const nothing = { amount: "0", raw: "0", usd: "0.00" };
  expect((await exact(sandbox(), `/wallets/address/${address}`)).data).toEqual({
    address,
    owner: "dora",
    balances: [
      { asset: "BNB", symbol: "BNB", ...network, balance: nothing },
      { asset: "USD Coin", symbol: "USDC", ...network, balance: nothing },
      {
        asset: "Tether USD",
        symbol: "USDT",
        ...network,
        balance: { amount: "2.000000000000000007", raw: "2000000000000000007", usd: "2.00" },
      },
    ],
  });
});
