// "Fail the next one like this" from a record (D-41): the fault that fits its kind, narrowed to what is like it.
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { FailNext } from "./fail-next.tsx";

type AnyRecord = Schemas["AnyRecord"];
type Fault = { gate: string; effect: string; match: Readonly<Record<string, string | undefined>> };

/** A member of the row; undefined where it is empty or not there. */
function memberOf({ record }: AnyRecord, name: string): string | undefined {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Of a transaction of the platform, by what it is for. */
const submit = (record: AnyRecord, purpose: string | undefined, network = "network"): Fault => ({
  gate: "chain.submit",
  effect: "revert",
  match: { network: memberOf(record, network), purpose },
});

const ask = (record: AnyRecord, operation_id: string): Fault => ({
  gate: "api.request",
  effect: "status",
  match: { operation_id, owner: memberOf(record, "owner") },
});

/** Table: what can go wrong with the next record of a kind. A kind that is not here has nothing of its own that fails. */
const FAULTS: Readonly<Record<string, (record: AnyRecord) => Fault>> = {
  deposit: (record) => ({
    gate: "webhook.delivery",
    effect: "timeout",
    match: { type: "deposit.confirmed", owner: memberOf(record, "owner") },
  }),
  wallet: (record) => ask(record, "createWallet"),
  uda: (record) => ask(record, "createUda"),
  payout: (record) => submit(record, "payout"),
  settlement: (record) => ({
    gate: "routing.provider",
    effect: "fail",
    match: { from: memberOf(record, "source_network"), to: memberOf(record, "destination_network") },
  }),
  claim: (record) => submit(record, "sweep"),
  gas_station: (record) => submit(record, "refill"),
};

/** Nothing for a kind of which nothing fails by itself. */
export function FailRecord({ record }: { record: AnyRecord }): ReactNode {
  const fault = FAULTS[record.kind]?.(record);
  return fault === undefined ? null : <FailNext {...fault} />;
}
