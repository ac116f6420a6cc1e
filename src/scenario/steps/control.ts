// The steps that control the sandbox: time, blocks, reorgs, faults, and the receiver's responses.

import { required } from "../../kernel/assert.ts";
import { control } from "../http-client.ts";
import { replaced } from "../references.ts";
import { NOTHING_WRONG, type RunContext, type StepResult } from "../run-context.ts";
import type { FaultStep, HealStep, MineStep, ReceiverStep, ReorgStep, TravelStep } from "../scenario.ts";

export async function performTravel({ host, names }: RunContext, step: TravelStep): Promise<StepResult> {
  const { until_idle: limit, ...body } = replaced(step.travel, names);
  if (limit === undefined) await control(host, "POST", "/clock/advance", body);
  else await control(host, "POST", "/run-until-idle", { advance: true, limit });
  return NOTHING_WRONG;
}

export async function performMine({ host, names }: RunContext, step: MineStep): Promise<StepResult> {
  const { network, blocks = 1 } = replaced(step.mine, names);
  await control(host, "POST", `/networks/${encodeURIComponent(network)}/mine`, { blocks });
  return NOTHING_WRONG;
}

export async function performReorg({ host, names }: RunContext, step: ReorgStep): Promise<StepResult> {
  const { network, ...body } = replaced(step.reorg, names);
  await control(host, "POST", `/networks/${encodeURIComponent(network)}/reorg`, body);
  return NOTHING_WRONG;
}

export async function performFault(context: RunContext, step: FaultStep): Promise<StepResult> {
  const input = replaced(step.fault, context.names);
  const match = { ...ownMatch(context, input.gate, input.match ?? {}), ...input.match };
  const data = await control(context.host, "POST", "/faults", { ...input, match });
  context.faults.push(String(data["id"]));
  return { ...NOTHING_WRONG, answer: { status: 201, headers: {}, body: { data } } };
}

/** Limits a fault to the scenario's own tenant or endpoint, at gates that can match one. */
function ownMatch({ tenantId, endpointId }: RunContext, gate: string, match: object): Record<string, string> {
  if (gate === "api.request" && !("tenant_id" in match)) return { tenant_id: tenantId };
  if (gate === "webhook.delivery" && !("endpoint_id" in match)) return { endpoint_id: endpointId };
  return {};
}

export async function performHeal(context: RunContext, step: HealStep): Promise<StepResult> {
  const id = String(replaced(step.heal, context.names));
  await control(context.host, "DELETE", `/faults/${encodeURIComponent(id)}`);
  const place = context.faults.indexOf(id);
  if (place >= 0) context.faults.splice(place, 1);
  return NOTHING_WRONG;
}

export async function performReceiver(context: RunContext, step: ReceiverStep): Promise<StepResult> {
  required(context.receiver, "the receiver of a story without an app").answers = step.receiver.answers;
  return NOTHING_WRONG;
}
