// The state machines of all record types, by the noun of their history.
import type { Machine } from "../../kernel/machine.ts";
import { attemptMachine } from "../attempt/machine.ts";
import { deliveryMachine } from "../delivery/machine.ts";
import { depositMachine } from "../deposit/machine.ts";
import { payoutMachine } from "../payout/machine.ts";
import { settlementMachine } from "../settlement/machine.ts";
import { transactionMachine } from "../transaction/machine.ts";
import { udaMachine } from "../uda/machine.ts";

/** Record types without a table of transitions are not in it: wallets, vaults and gas stations have no states, those of a claim follow from its sweep. */
export const MACHINES: ReadonlyMap<string, Machine> = new Map(
  [
    ...[attemptMachine, deliveryMachine, depositMachine, payoutMachine, settlementMachine],
    ...[transactionMachine, udaMachine],
  ].map((machine) => [machine.noun, machine as unknown as Machine]),
);
