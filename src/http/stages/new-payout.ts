// The reading `new_payout`: an answer that waits until the payment is through (H-35).
import type { Readings } from "../../contract/readings/readings.ts";
import { payoutByReference } from "../../domain/payout/store.ts";
import type { World } from "../../domain/world.ts";
import { required } from "../../kernel/assert.ts";
import { presentPayout } from "../../present/payout.ts";
import type { Reply, RequestContext } from "../request-context.ts";

export type NewPayoutDependencies = {
  readonly world: World;
  readonly readings: Readings;
  /** Resolves when nothing is due, or after a bounded time; by default at once. */
  through?(): Promise<void>;
};

/** True for a request whose answer waits. */
export function waitsForPayment(
  { readings }: NewPayoutDependencies,
  { operation, caller, reply }: Pick<RequestContext, "operation" | "caller" | "reply">,
): boolean {
  if (operation?.id !== "createPayout" && operation?.id !== "createPayoutByUsd") return false;
  return reply?.status === 201 && readings.valueOf("new_payout", caller?.tenant.id) === "confirmed";
}

/**
 * Waits, and answers with the payout as it ended. One that is still on its way (blocks are not mined at once, or it waits for gas)
 * keeps its first answer.
 */
export async function answerWhenThrough(
  { world, readings, through }: NewPayoutDependencies,
  context: RequestContext,
  replyWith: (data: unknown) => Reply,
): Promise<void> {
  await through?.();
  const { body } = required(context.input, "the checked input of a request");
  const { vault_id, reference_id } = body as { vault_id: string; reference_id: string };
  const payout = payoutByReference(world.db, vault_id, reference_id);
  if (payout === undefined || payout.status === "queued" || payout.status === "processing") return;
  readings.noteMet("new_payout", payout.tenant_id);
  context.reply = replyWith(presentPayout(payout));
}
