// Writes the values that a fault can match on, for the form of the page at `/`: those that are the same in every world.
import { ATTEMPT_PURPOSES } from "../../../src/domain/attempt/attempt.ts";
import { MAX_ATTEMPTS } from "../../../src/domain/delivery/delivery.ts";
import { EVENT_TYPES } from "../../../src/domain/outbox.ts";
import { PROVIDERS, SCENARIOS } from "../../../src/domain/quote/quote.ts";
import { type EffectRow, GATES } from "../../../src/faults/catalogue.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";
import { catalogueNames } from "../library-names.ts";

/** A module with the values by key of `match`, and the parameters that an effect may do without. */
export function faultValues(): string {
  const values: Readonly<Record<string, readonly string[]>> = {
    operation_id: [...operationsOf(serviceDocument).keys()].toSorted(),
    type: EVENT_TYPES,
    attempt: Array.from({ length: MAX_ATTEMPTS }, (_, index) => String(index + 1)),
    purpose: ATTEMPT_PURPOSES,
    provider: PROVIDERS,
    scenario: SCENARIOS,
    asset: catalogueNames().assets,
  };
  const optional = Object.entries(GATES).flatMap(([gate, { effects }]) =>
    Object.entries<EffectRow>(effects).flatMap(([effect, { may = [] }]) =>
      may.map((param) => `${gate} ${effect} ${param}`),
    ),
  );
  return `// What a fault can match on, from src/faults/catalogue.ts and the tables of src/domain: written by \`npm run generate\`, never by hand.

/** By key of \`match\`; keys that are not here have values of the world, such as a tenant, or any value. */
export const FAULT_VALUES: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(values, null, 2)};

/** \`gate effect parameter\` where the effect works without the parameter. */
export const OPTIONAL_PARAMS: ReadonlySet<string> = new Set(${JSON.stringify(optional, null, 2)});
`;
}
