// The step `pay`: a real transfer from a funded payer, or from a development account through the node.
import { assetOn, rawOf, transferData } from "../assets.ts";
import { type Answer, control, rpc } from "../http-client.ts";
import { replaced } from "../references.ts";
import { NOTHING_WRONG, type RunContext, type StepResult } from "../run-context.ts";
import type { PayStep } from "../scenario.ts";

export async function performPay(context: RunContext, step: PayStep): Promise<StepResult> {
  const { network, asset, amount, to, from } = replaced(step.pay, context.names);
  if (from === undefined) {
    const body = { network, asset, amount, to_address: to };
    return { ...NOTHING_WRONG, answer: answerOf(await control(context.host, "POST", "/deposits", body)) };
  }
  const known = assetOn(network, asset);
  const raw = rawOf(amount, known);
  const value =
    known.contract === null
      ? { to, value: `0x${raw.toString(16)}` }
      : { to: known.contract, data: transferData(to, raw) };
  const hash = await rpc(context.host, known.network, "eth_sendTransaction", [{ from, ...value }]);
  return { answer: answerOf({ tx_id: hash }), differences: await revertOf(context, known.network, hash) };
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
