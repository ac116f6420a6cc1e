// Acts on the whole world that several places offer.
import { client, type Schemas } from "../api/client.ts";
import { act, ask } from "./acts.ts";

/** ` of all 3 tenants` where there are several; an act on the world is everybody's (D-08). */
export function whoseWords(status: Schemas["Status"] | undefined): string {
  const tenants = status?.tenants.length ?? 1;
  return tenants > 1 ? ` of all ${tenants} tenants` : "";
}

/** Asks, then begins the world anew. */
export function askReset(status: Schemas["Status"] | undefined): void {
  ask({
    title: "Reset the world?",
    lost: `All records, events and blocks${whoseWords(status)} are lost; the world begins anew as it started.`,
    yes: "Reset",
    keep: "reset",
    run: () => act("The world begins anew", () => client.POST("/reset", { body: {} })),
  });
}
