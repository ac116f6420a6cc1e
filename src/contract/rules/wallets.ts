// The judge of wallets that are asked for again after a failure (CF-11).
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { Observation } from "../observation.ts";
import { type Judge, type Notify, placeOf } from "./rule.ts";
import { isLookUp, isUncertain, MAX_OPEN, meaningOf } from "./sameness.ts";

const WALLET_LOOK_UPS = new Set(["listWallets", "listWalletsByOwner", "getWallet", "getWalletByAddress"]);

/** CF-11. */
export function walletAgain(): Judge {
  const open = new BoundedMap<string, string | undefined>(MAX_OPEN);
  let met = false;
  return {
    request(seen, notify) {
      if (open.size > 0 && isLookUp(seen, WALLET_LOOK_UPS)) open.clear();
      if (seen.operationId !== "createWallet") return;
      const key = idempotencyKey(seen);
      const wallet = meaningOf(seen);
      if (open.has(wallet)) {
        met = true;
        const before = open.get(wallet);
        if (key === undefined || before !== key) tellAgain(notify, seen, { before, key });
      }
      if (isUncertain(seen)) {
        open.delete(wallet);
        open.set(wallet, key);
      } else open.delete(wallet);
    },
    worldEnded: () => open.clear(),
    notJudged: () =>
      met
        ? undefined
        : "no wallet was asked for again after a failure: fault add api.request after-commit-close --match operation_id=createWallet",
  };
}

function tellAgain(
  notify: Notify,
  seen: Observation,
  { before, key }: { before: string | undefined; key: string | undefined },
): void {
  const how =
    key === undefined
      ? "the repeat had no Idempotency-Key"
      : before === undefined
        ? "only the repeat had an Idempotency-Key, the first request had none"
        : "the repeat had another Idempotency-Key";
  notify({
    title: "a wallet asked for again without the same Idempotency-Key",
    operationId: seen.operationId,
    place: placeOf(seen),
    evidence: `after a failure the same wallet was asked for again: ${how}`,
  });
}

function idempotencyKey({ requestHeaders }: Observation): string | undefined {
  const value = requestHeaders["idempotency-key"];
  return typeof value === "string" && value !== "" ? value : undefined;
}
