// The state machine of a delivery (H-81).
import { machine } from "../../kernel/machine.ts";
import { DELIVERY_STATES } from "./delivery.ts";

export const deliveryMachine = machine({
  noun: "delivery",
  states: DELIVERY_STATES,
  initial: ["due"],
  moves: {
    send: { from: ["due"], to: "sending", emits: "" },
    deliver: { from: ["sending"], to: "delivered", emits: "" },
    retry: { from: ["sending"], to: "due", emits: "" },
    die: { from: ["sending", "due"], to: "dead", emits: "" },
    replay: { from: ["dead", "delivered"], to: "due", emits: "" },
    hasten: { from: ["due"], to: "due", emits: "" },
  },
});

export type DeliveryMove = keyof (typeof deliveryMachine)["moves"];
