// What contract testing knows: it belongs to the process and not to a world, so that a reset or restore leaves it (C-10).
import { Strictness } from "./strict/strictness.ts";
import type { Wording } from "./wording.ts";

export class ContractState {
  readonly strictness: Strictness;
  /** What changes finished answers and webhooks. */
  readonly wording: Wording;

  constructor({ strictness = new Strictness() }: { strictness?: Strictness } = {}) {
    this.strictness = strictness;
    this.wording = strictness;
  }
}
