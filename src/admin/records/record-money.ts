// Where the money of a record went (D-26): both sides of each transfer, from the books where the sandbox watches the address, and their sums.
import { displayAddress } from "../../domain/address/evm-address.ts";
import { addressById, watchedAt } from "../../domain/address/store.ts";
import type { AttemptRow } from "../../domain/attempt/attempt.ts";
import { GAS_CORRECTION, signedRaw } from "../../domain/movement/movement.ts";
import { type CountedMovement, countedMovements } from "../../domain/movement/store.ts";
import type { Asset } from "../../domain/network/network.ts";
import { type FoundRecord, familyOf } from "../../domain/record/family.ts";
import { attemptsOfSubjects } from "../../domain/record/timeline-store.ts";
import type { World } from "../../domain/world.ts";
import { INVARIANTS, type InvariantId } from "../../invariants/statements.ts";
import { formatAmount } from "../../kernel/amount.ts";
import type { components } from "../../spec/admin.gen.ts";
import type { AdminDependencies } from "../dependencies.ts";
import { breachViews } from "../operations/invariants.ts";
import { type Leg, legsOf, type Party } from "./money-legs.ts";

type Line = components["schemas"]["MoneyLine"];
type MoneyView = components["schemas"]["MoneyView"];
/** A line before it is written out; `key` names what must not be counted twice. */
type Entry = Pick<Line, "what" | "place" | "state" | "source"> & {
  key: string;
  network: string;
  asset: string;
  raw: bigint;
  address: string | null;
  txHash: string;
};

const MAX_ITEMS = 1_000;

/** Which invariants say that such sums hold. */
const WATCHED_BY: Readonly<Partial<Record<FoundRecord["kind"], readonly InvariantId[]>>> = {
  deposit: ["I-12", "I-13", "I-16"],
  payout: ["I-12", "I-19", "I-20"],
  transaction: ["I-12", "I-17"],
  settlement: ["I-03", "I-27", "I-28"],
  claim: ["I-03", "I-28"],
};

/** Lines, sums and fees of a record together with those that its story is about. */
export function moneyOf(dependencies: AdminDependencies, record: FoundRecord): MoneyView {
  const { world } = dependencies.flow;
  const watched = WATCHED_BY[record.kind];
  const family = watched === undefined ? [] : familyOf(world.db, record);
  const entries = [...legsOf(world, family).flatMap((leg) => sidesOf(world, leg)), ...gasOf(world, family)];
  const unique = [...new Map(entries.map((entry) => [entry.key, entry])).values()].slice(0, MAX_ITEMS);
  const broken = new Set<string>(breachViews(dependencies).map(({ id }) => id));
  return {
    items: unique.map((entry) => lineOf(world, entry)),
    sums: sumsOf(world, unique),
    fees: family.flatMap((one) => (one.kind === "settlement" ? feesOf(world, one.row) : [])),
    watched_by: (watched ?? []).map((id) => ({ id, statement: INVARIANTS[id].statement, ok: !broken.has(id) })),
  };
}

function sidesOf(world: World, leg: Leg): Entry[] {
  return [...sideOf(world, leg, leg.from, -leg.raw), ...sideOf(world, leg, leg.to, leg.raw)];
}

/** From the books where the address is watched; what the record says where it is not, and of a deposit that does not count. */
function sideOf({ db }: World, leg: Leg, party: Party, raw: bigint): Entry[] {
  const { what, network, asset, txHash, state, ordinal } = leg;
  const address = party.address.toLowerCase();
  const row = watchedAt(db, network, address);
  const shared = { what, network, asset, txHash, state } as const;
  if (row === undefined || state === "orphaned") {
    const place = row === undefined ? party.place : placeOf(row);
    const key = `${txHash} ${asset} ${address} ${raw} ${what} ${ordinal ?? ""}`;
    return [{ ...shared, key, raw, address, place, source: "record" }];
  }
  return countedMovements(db, network, txHash)
    .filter((one) => one.addressId === row.id && one.asset === asset && !isGas(one))
    .filter((one) => ordinal === null || raw < 0n || one.ordinal === ordinal)
    .filter((one) => signedRaw(one.kind, one.raw) < 0n === raw < 0n)
    .map((one) => ({
      ...{ ...shared, what: "value", state: one.state, key: keyOf(network, txHash, one) },
      ...{ raw: signedRaw(one.kind, one.raw), address, place: placeOf(row), source: "books" },
    }));
}

function isGas({ kind, ordinal }: CountedMovement): boolean {
  return kind === "gas" || ordinal === GAS_CORRECTION;
}

function keyOf(network: string, txHash: string, { addressId, asset, kind, ordinal }: CountedMovement): string {
  return `${network} ${txHash} ${addressId} ${asset} ${kind} ${ordinal}`;
}

const CATEGORIES = { user: "wallet", vault: "vault", gas_station: "gas station", uda: "deposit address" } as const;

function placeOf({ category, owner }: { category: keyof typeof CATEGORIES; owner: string }): string {
  return owner === "" ? CATEGORIES[category] : `${CATEGORIES[category]} of ${owner}`;
}

const MINED = new Set(["mined", "confirmed", "failed"]);

/** Gas of each transaction that the platform sent for the story: who paid, and the network, which has it. */
function gasOf(world: World, family: readonly FoundRecord[]): Entry[] {
  const { db } = world;
  const fees = new Map(
    family.flatMap((one) => (one.kind === "transaction" ? [[one.row.tx_hash, BigInt(one.row.fee_raw)] as const] : [])),
  );
  const attempts = attemptsOfSubjects(
    db,
    family.map(({ row }) => row.id),
    MAX_ITEMS,
  ).filter(({ state }) => MINED.has(state));
  return attempts.flatMap((attempt) => gasOfAttempt(world, attempt, fees.get(attempt.hash)));
}

/** `fee`: that of the unified transaction, where there is one. An account of the sandbox that is not watched is in no books. */
function gasOfAttempt(world: World, { network, hash, sender, state }: AttemptRow, fee: bigint | undefined): Entry[] {
  const { db, catalogue } = world;
  const shared = {
    ...({ what: "gas", network, asset: catalogue.network(network).native.key, txHash: hash } as const),
    state: state === "mined" ? ("pending" as const) : ("confirmed" as const),
  };
  const paid = countedMovements(db, network, hash)
    .filter(isGas)
    .map((one): Entry => {
      const row = addressById(db, one.addressId);
      return {
        ...{ ...shared, key: keyOf(network, hash, one), state: one.state, source: "books" },
        ...{ raw: signedRaw(one.kind, one.raw), address: row?.address ?? null },
        place: row === undefined ? "" : placeOf(row),
      };
    });
  const booked = paid.reduce((sum, one) => sum - one.raw, 0n);
  const raw = fee === undefined || fee === 0n ? booked : fee;
  if (raw === 0n) return paid;
  const side = (entry: Pick<Entry, "key" | "raw" | "address" | "place">): Entry => {
    return { ...shared, source: "record", ...entry };
  };
  const chain = side({ key: `${hash} network`, raw, address: null, place: "the network" });
  if (paid.length > 0) return [...paid, chain];
  return [side({ key: `${hash} gas`, raw: -raw, address: sender, place: "an account of the sandbox" }), chain];
}

function lineOf(world: World, { network, asset, raw, address, txHash, what, place, state, source }: Entry): Line {
  const { symbol, decimals } = assetOf(world, network, asset);
  return {
    ...{ what, network, symbol, amount: signedText(raw, decimals), raw: raw.toString() },
    ...{ address: address === null ? null : displayAddress(address), place, tx_id: txHash, state, source },
  };
}

function assetOf({ catalogue }: World, network: string, key: string): Asset {
  return catalogue.asset(network, key);
}

function signedText(raw: bigint, decimals: number): string {
  return raw < 0n ? `-${formatAmount(-raw, decimals)}` : formatAmount(raw, decimals);
}

/** What counts, added up by asset. */
function sumsOf(world: World, entries: readonly Entry[]): MoneyView["sums"] {
  const counted = entries.filter(({ state }) => state !== "orphaned");
  const groups = Map.groupBy(counted, ({ network, asset }) => `${network} ${asset}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const raw = others.reduce((sum, one) => sum + one.raw, first.raw);
    const { symbol, decimals } = assetOf(world, first.network, first.asset);
    return [{ network: first.network, symbol, amount: signedText(raw, decimals), raw: raw.toString() }];
  });
}

function feesOf(world: World, row: Extract<FoundRecord, { kind: "settlement" }>["row"]): MoneyView["fees"] {
  const { symbol, decimals } = assetOf(world, row.source_network, row.source_asset);
  const fee = (what: "platform" | "provider", raw: string) => ({
    what,
    symbol,
    amount: formatAmount(BigInt(raw), decimals),
  });
  return [fee("platform", row.fee_platform), fee("provider", row.fee_provider)];
}
