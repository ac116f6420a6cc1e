// One transaction for each purpose of the platform, caused through the service, and its result.
import { type Hex, parseEther, parseUnits } from "viem";
import type { AttemptPurpose } from "../../../src/domain/attempt/attempt.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { aPayout, aVault, PAYEE, payoutNow, recordOf, transactionsOf } from "./a-payout.ts";
import { aUda, DESTINATION, delegationStatus, sendToken, settlementOf, tokenBalance } from "./a-uda.ts";
import { aWallet } from "./on-chain.ts";

/** A test case for one purpose: preparation, trigger, and result. */
type PurposeStory = {
  network: string;
  /** Creates funds and records before the fault. */
  before?(sandbox: ASandbox): Promise<unknown>;
  /** Triggers it; returns a function that reads the result. */
  begin(sandbox: ASandbox): Promise<() => Promise<Ending>>;
};

/** `paid`: what arrived at the receiver, in base units. */
export type Ending = { status: string; error: string; paid: bigint };

/** Initial gas of a vault or wallet in these tests, so that no refill happens in between. */
const fundGas = (sandbox: ASandbox, network: string, asset: string, to_address: string) =>
  sandbox.control("POST", "/faucet", { network, asset, to_address, amount: "1" });

const oneOf = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error("there is nothing to look at");
  return found;
};

const payoutOf = (asset: string, network: string, amount: string): PurposeStory["begin"] =>
  async function begin(sandbox) {
    const { id } = await aPayout(sandbox, { asset, network_symbol: network, amount });
    return async () => {
      const { status, error } = await payoutNow(sandbox.api, id);
      return { status, error, paid: await paidTo(sandbox, network, asset, PAYEE) };
    };
  };

function paidTo(sandbox: ASandbox, network: string, asset: string, address: Hex): Promise<bigint> {
  const chain = sandbox.chain(network);
  if (asset === chain.definition.native.symbol) return chain.public.getBalance({ address });
  return tokenBalance(sandbox, network, asset, address);
}

/** A settlement of 100 USDT from Polygon (to USDC on Arbitrum), and of its claim. */
async function beginSettlement(sandbox: ASandbox, to = {}): Promise<() => Promise<Ending>> {
  const uda = await aUda(sandbox.api, to);
  await sendToken(sandbox, { network: "polygon", asset: "USDT", to: uda.address, amount: "100" });
  return async () => {
    const { status, error } = await settlementOf(sandbox.api, uda.id);
    const [claim] = sandbox.store.all<{ state: string; error: string }>("select state, error from claim");
    const { destination } = uda;
    const network = destination.network_id === "966" ? "polygon" : "arbitrum";
    const paid = await tokenBalance(sandbox, network, destination.asset_symbol, DESTINATION);
    const left = await tokenBalance(sandbox, "polygon", "USDT", uda.address);
    const delegation = await delegationStatus(sandbox.api, uda.id);
    return { status: `${status}, claim ${claim?.state ?? "of none"}, ${left} left, ${delegation}`, error, paid };
  };
}

async function beginTransfer(sandbox: ASandbox, asset: string, amount: string): Promise<() => Promise<Ending>> {
  const { data } = await sandbox.api.GET("/wallets", {});
  const from_address = oneOf(data?.data[0]).address;
  const { response } = await sandbox.api.POST("/transfer/external/address", {
    body: { from_address, to_address: PAYEE, asset, amount },
  });
  const id = response.headers.get("x-transaction-id") ?? "";
  return async () => {
    const found = await sandbox.api.GET("/transactions/{id}", { params: { path: { id } } });
    const { status, meta } = oneOf(found.data).data;
    const error = String((meta as { error?: string } | null)?.error ?? "");
    return { status, error, paid: await paidTo(sandbox, "base", asset, PAYEE) };
  };
}

async function fundedWallet(sandbox: ASandbox): Promise<void> {
  const { address } = await aWallet(sandbox.api);
  await sandbox.control("POST", "/deposits", { network: "base", asset: "USDC", amount: "50", to_address: address });
  await fundGas(sandbox, "base", "ETH", address);
}

/** Variants of the same purposes: native coin, the maximum amount, a settlement within one chain. */
type Variant = "native payout" | "whole transfer" | "internal sweep";

export const PURPOSES: Readonly<Record<AttemptPurpose | Variant, PurposeStory>> = {
  payout: {
    network: "ethereum",
    before: async (sandbox) => fundGas(sandbox, "ethereum", "ETH", await aVault(sandbox, { amount: "50" })),
    begin: payoutOf("USDT", "ethereum", "10"),
  },
  "native payout": {
    network: "bsc",
    before: (sandbox) => aVault(sandbox, { network: "bsc", asset: "BNB", amount: "2" }),
    begin: payoutOf("BNB", "bsc", "1"),
  },
  transfer: {
    network: "base",
    before: fundedWallet,
    begin: (sandbox) => beginTransfer(sandbox, "USDC", "10"),
  },
  "whole transfer": {
    network: "base",
    before: fundedWallet,
    begin: (sandbox) => beginTransfer(sandbox, "ETH", ""),
  },
  refill: {
    network: "ethereum",
    before: (sandbox) => aVault(sandbox, { amount: "50" }),
    async begin(sandbox) {
      const ending = await payoutOf("USDT", "ethereum", "10")(sandbox);
      const [row] = (await sandbox.api.GET("/transfer/payout", {})).data?.data ?? [];
      return async () => {
        const refills = await transactionsOf(sandbox.api, (await recordOf(sandbox.api, oneOf(row).id)).id);
        const { status, ...rest } = await ending();
        return { status: `${status} after ${refills.map((refill) => refill.status).join(", ")}`, ...rest };
      };
    },
  },
  sweep: { network: "polygon", begin: (sandbox) => beginSettlement(sandbox) },
  "internal sweep": {
    network: "polygon",
    begin: (sandbox) => beginSettlement(sandbox, { network: "966", asset: "USDT" }),
  },
  fill: { network: "arbitrum", begin: (sandbox) => beginSettlement(sandbox) },
  delegate: { network: "polygon", begin: (sandbox) => beginSettlement(sandbox) },
};

/** The amounts that arrive without a fault. */
export const WHOLE_PAYMENT: Readonly<Record<keyof typeof PURPOSES, bigint>> = {
  payout: parseUnits("10", 6),
  "native payout": parseEther("1"),
  transfer: parseUnits("10", 6),
  "whole transfer": parseEther("1"),
  refill: parseUnits("10", 6),
  sweep: 99_800_000n,
  "internal sweep": 99_850_000n,
  fill: 99_800_000n,
  delegate: 99_800_000n,
};

/** The purpose that a fault matches. */
export function purposeOf(name: keyof typeof PURPOSES): AttemptPurpose {
  if (name === "native payout") return "payout";
  if (name === "internal sweep") return "sweep";
  return name === "whole transfer" ? "transfer" : name;
}
