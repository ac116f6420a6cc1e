// The step `pay`: a real transfer from a funded payer, or from a development account through the node.
import { assert } from "../../kernel/assert.ts";
import { assetOn, rawOf, transferData } from "../assets.ts";
import { type Answer, ask, HostFault, rpc } from "../http-client.ts";
import { replaced } from "../references.ts";
import { missing, NOTHING_WRONG, type RunContext, type StepResult } from "../run-context.ts";
import type { PayStep } from "../scenario.ts";

export async function performPay(context: RunContext, step: PayStep): Promise<StepResult> {
  const { network, asset = "", amount = "", to, from, ...others } = replaced(step.pay, context.names);
  if (from === undefined) return payFromPayer(context, replaced(step.pay, context.names));
  assert(others.owner === undefined && others.legs === undefined && to !== undefined, "a checked payment", { network });
  const known = assetOn(network, asset);
  const raw = rawOf(amount, known);
  const value =
    known.contract === null
      ? { to, value: `0x${raw.toString(16)}` }
      : { to: known.contract, data: transferData(to, raw) };
  const hash = await rpc(context.host, known.network, "eth_sendTransaction", [{ from, ...value }]);
  return { answer: answerOf({ tx_id: hash }), differences: await revertOf(context, known.network, hash) };
}

async function payFromPayer(context: RunContext, pay: PayStep["pay"]): Promise<StepResult> {
  const { network, asset, amount, to, owner, legs } = pay;
  const { tenantId } = context;
  const ofOwner = owner === undefined && !legs?.some((leg) => leg.owner !== undefined) ? {} : { tenant_id: tenantId };
  const inLegs = legs?.map(({ to: to_address, ...leg }) => ({ ...leg, to_address }));
  const body = { network, asset, amount, to_address: to, owner, ...ofOwner, legs: inLegs };
  const answer = await ask(context.host, { method: "POST", path: "/admin/deposits", body });
  if (answer === "lost") throw new HostFault(`no sandbox answers at ${context.host.url}`);
  const { data, error } = (answer.body ?? {}) as { data?: Record<string, unknown>; error?: unknown };
  if (answer.status === 404) return missing(context, "pay", String(error));
  if (data === undefined) throw new HostFault(`POST /admin/deposits answered ${answer.status} ${String(error ?? "")}`);
  return { ...NOTHING_WRONG, answer: answerOf(data) };
}

/** A difference if the transfer was mined and reverted; a transfer that waits for a block may still succeed. */
async function revertOf(context: RunContext, network: string, hash: unknown): Promise<StepResult["differences"]> {
  // Without a receipt the node returns null, which is not a failure here.
  const receipt = await rpc(context.host, network, "eth_getTransactionReceipt", [hash]);
  const failed = (receipt as { status?: unknown } | null)?.status === "0x0";
  return failed ? [{ at: "the transfer", expected: "success", seen: `reverted: ${String(hash)}` }] : [];
}

function answerOf(body: Record<string, unknown>): Answer {
  return { status: 200, headers: {}, body };
}
