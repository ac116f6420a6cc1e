// Creates a payout: validated, reserved and queued in one transaction (H-13, H-35, S-307…S-326).

import {
  formatAmount,
  formatRate,
  MAX_RAW,
  parseAmount,
  parsePrice,
  rawFromUsd,
  usdText,
} from "../../kernel/amount.ts";
import { assert, required } from "../../kernel/assert.ts";
import { parseTime } from "../../kernel/clock.ts";
import { failpoint } from "../../kernel/failpoint.ts";
import { Problem } from "../../kernel/problem.ts";
import type { AddressRow } from "../address/address.ts";
import { addressOfHolderOn, categoryFor, ownerFor } from "../address/store.ts";
import { schedule } from "../agenda.ts";
import { created } from "../apply-transition.ts";
import { spendable } from "../attempt/spendable.ts";
import { openHold } from "../movement/hold.ts";
import type { Asset } from "../network/network.ts";
import { type PriceNow, priceOf } from "../network/price.ts";
import { isAssetEnabled } from "../tenant/store.ts";
import type { TenantRow } from "../tenant/tenant.ts";
import { SUBMIT_JOB } from "../transaction/transaction.ts";
import { createTransaction } from "../transaction/transitions.ts";
import { amountOf, namedAsset, namedNetwork, receiverAddress, refuseOwnContract } from "../transfer/terms.ts";
import { vaultOfTenant } from "../vault/store.ts";
import type { VaultRow } from "../vault/vault.ts";
import type { World } from "../world.ts";
import { payoutMachine } from "./machine.ts";
import { EXPIRE_PAYOUT_JOB, type PayoutRow } from "./payout.ts";
import { insertPayout, payoutByReference } from "./store.ts";

/** The body of a payout; absent members are undefined. Texts are kept as the client wrote them. */
export type PayoutInput = {
  vaultId: string;
  asset: string;
  networkSymbol: string;
  toAddress: string;
  referenceId: string;
  amount: string | undefined;
  usdAmount: string | undefined;
  remark: string | undefined;
  expiredAt: string | undefined;
};

/** `worth` is the current value of `raw`, as USD text. */
type Value = Pick<PayoutRow, "amount" | "usd_amount" | "rate"> & { raw: bigint; worth: string };
type Checked = { asset: Asset; to: string; value: Value; expiresAt: number | null };

/**
 * Creates a queued payout and reserves its amount.
 * @throws Problem in this order: invalidRequest / invalidAmount, vaultNotFound, duplicateReferenceId, networkNotEnabled,
 * insufficientBalance. A refused request changes nothing, so its reference stays free.
 */
export function createPayout(
  world: World,
  tenant: TenantRow,
  input: PayoutInput,
  priceNow: PriceNow = (symbol) => priceOf(world.db, symbol),
): PayoutRow {
  const checked = checkInput(world, input, priceNow);
  const vault = vaultOfTenant(world.db, tenant.id, input.vaultId);
  if (vault === undefined) throw new Problem("vaultNotFound", `no vault ${input.vaultId}`);
  const source = required(
    addressOfHolderOn(world.db, vault.id, checked.asset.network),
    "a vault has an address on every network",
    { vault: vault.id },
  );
  if (checked.to === source.address) throw new Problem("invalidRequest", "to_address: is the vault's own address");
  if (payoutByReference(world.db, vault.id, input.referenceId) !== undefined) {
    throw new Problem(
      "duplicateReferenceId",
      `this vault has a payout with reference_id ${JSON.stringify(input.referenceId)}`,
    );
  }
  if (!isAssetEnabled(world.db, tenant.id, checked.asset.network, checked.asset.key)) {
    throw new Problem("networkNotEnabled", `${checked.asset.symbol} on ${checked.asset.network} is disabled`);
  }
  const free = spendable(world.db, source, checked.asset);
  if (free < checked.value.raw) {
    const has = formatAmount(free > 0n ? free : 0n, checked.asset.decimals);
    throw new Problem("insufficientBalance", `available: ${has} ${checked.asset.symbol} on ${checked.asset.network}`);
  }
  return insertRecords(world, tenant, input, { ...checked, vault, source });
}

function checkInput(world: World, input: PayoutInput, priceNow: PriceNow): Checked {
  const words = { networkId: undefined, networkSymbol: input.networkSymbol };
  const network = required(namedNetwork(world, words), "the network of a payout", words);
  const asset = namedAsset(world, network, input.asset);
  const to = receiverAddress(input.toAddress);
  refuseOwnContract(asset, to);
  const value = requestedValue(asset, input, priceNow);
  return { asset, to, value, expiresAt: requestedExpiry(world, input.expiredAt) };
}

function requestedValue(asset: Asset, input: PayoutInput, priceNow: PriceNow): Value {
  if ((input.amount === undefined) === (input.usdAmount === undefined)) {
    throw new Problem("invalidRequest", "exactly one of amount and usd_amount is required");
  }
  if (input.amount !== undefined) {
    const raw = amountOf(asset, input.amount);
    const worth = usdText(raw, asset.decimals, priceNow(asset.symbol));
    return { raw, worth, amount: input.amount, usd_amount: worth, rate: "" };
  }
  const text = required(input.usdAmount, "usd_amount");
  const micros = parseAmount(text, 6);
  if (!micros.ok) throw new Problem("invalidAmount", `usd_amount: ${micros.reason}`);
  const price = priceNow(asset.symbol);
  if (price === 0n) throw new Problem("invalidAmount", `usd_amount: there is no price of ${asset.symbol}`);
  const raw = rawFromUsd(micros.raw, asset.decimals, price);
  if (raw === 0n) throw new Problem("invalidAmount", `usd_amount: buys less than one unit of ${asset.symbol}`);
  if (raw > MAX_RAW) throw new Problem("invalidAmount", `usd_amount: buys more ${asset.symbol} than a token can hold`);
  assert(parsePrice(formatRate(price)) === price, "a rate text holds every digit of the price");
  const worth = usdText(raw, asset.decimals, price);
  return { raw, worth, amount: formatAmount(raw, asset.decimals), usd_amount: text, rate: formatRate(price) };
}

function requestedExpiry(world: World, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = parseTime(text);
  if (at === null) throw new Problem("invalidRequest", "expired_at: not an RFC 3339 date-time with an offset");
  if (at <= world.clock.now())
    throw new Problem("invalidRequest", "expired_at: must be in the future (of the sandbox clock)");
  return at;
}

type Place = Checked & { vault: VaultRow; source: AddressRow };

function insertRecords(world: World, tenant: TenantRow, input: PayoutInput, place: Place): PayoutRow {
  const { asset, to, value, vault, source } = place;
  const id = world.ids.next("payout");
  const shared = { tenant_id: tenant.id, network: asset.network, asset: asset.key, symbol: asset.symbol };
  const transaction = createTransaction(world, {
    ...shared,
    owner: ownerFor(world.db, tenant.id, asset.network, to),
    type: "payout",
    side: "out",
    memo: input.remark ?? "",
    raw: value.raw.toString(),
    usd: value.worth,
    from_address: source.address,
    to_address: to,
    from_category: source.category,
    to_category: categoryFor(world.db, tenant.id, asset.network, to),
    from_address_id: source.id,
    source_id: id,
    meta: { reference_id: input.referenceId, vault_id: vault.id },
  });
  const hold = { transactionId: transaction.id, addressId: source.id, asset: asset.key, raw: value.raw };
  assert(openHold(world.db, hold), "the balance was looked at in this transaction", { id });
  const row = { ...shared, ...payoutFacts(world, input, place), id, transaction_id: transaction.id };
  failpoint("payout.before_insert");
  insertPayout(world.db, row);
  created(world, payoutMachine, id, row.status);
  schedule(world.db, SUBMIT_JOB, transaction.id, world.clock.now());
  if (row.expires_at !== null) schedule(world.db, EXPIRE_PAYOUT_JOB, id, row.expires_at);
  return row;
}

type Shared = "id" | "transaction_id" | "tenant_id" | "network" | "asset" | "symbol";

function payoutFacts(world: World, input: PayoutInput, place: Place): Omit<PayoutRow, Shared> {
  const { value, vault, source } = place;
  return {
    vault_id: vault.id,
    address_id: source.id,
    raw: value.raw.toString(),
    amount: value.amount,
    usd_amount: value.usd_amount,
    rate: value.rate,
    to_address: place.to,
    reference_id: input.referenceId,
    remark: input.remark ?? "",
    status: "queued",
    tx_hash: "",
    error: "",
    created_at: world.clock.now(),
    confirmed_at: null,
    expires_at: place.expiresAt,
  };
}
