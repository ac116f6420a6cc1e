// Arms a fault through the control API; the handle removes it.
import type { components } from "../spec/admin.gen.ts";
import type { Control } from "./control.ts";

/** A fault as the sandbox holds it. `remove` removes it; `await using` does so at the end of the block. */
export type ArmedFault = components["schemas"]["Fault"] & AsyncDisposable & { remove(): Promise<void> };

/** @throws SandboxError for a gate, effect or parameter that does not exist */
export async function armFault(control: Control, input: object): Promise<ArmedFault> {
  const made = await control.post<components["schemas"]["Fault"]>("/faults", input);
  const remove = async (): Promise<void> => void (await control.delete(`/faults/${made.id}`));
  return { ...made, remove, [Symbol.asyncDispose]: remove };
}
