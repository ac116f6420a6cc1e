// The state machine of a UDA (H-24).
import { machine } from "../../kernel/machine.ts";

export const UDA_STATUSES = ["active", "retired"] as const;
export type UdaStatus = (typeof UDA_STATUSES)[number];

export const udaMachine = machine({
  noun: "uda",
  states: UDA_STATUSES,
  initial: ["active"],
  moves: {
    retire: { from: ["active"], to: "retired", emits: "" },
    reactivate: { from: ["retired"], to: "active", emits: "" },
  },
});
