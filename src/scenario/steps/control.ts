// Steps of the one who controls the sandbox: time, blocks, reorgs, faults, and what the receiver answers.

import { control } from "../http-client.ts";
import { replaced } from "../references.ts";
import { NOTHING_WRONG, type RunContext, type StepResult } from "../run-context.ts";
import type { FaultStep, HealStep, MineStep, ReceiverStep, ReorgStep, TravelStep } from "../scenario.ts";

export async function performTravel({ host, names }: RunContext, step: TravelStep): Promise<StepResult> {
  const { until_idle: limit, ...journey } = replaced(step.travel, names);
  if (limit === undefined) await control(host, "POST", "/clock/advance", journey);
  else await control(host, "POST", "/run-until-idle", { advance: true, limit });
  return NOTHING_WRONG;
}

export async function performMine({ host, names }: RunContext, step: MineStep): Promise<StepResult> {
  const { network, blocks = 1 } = replaced(step.mine, names);
  await control(host, "POST", `/networks/${encodeURIComponent(network)}/mine`, { blocks });
  return NOTHING_WRONG;
}

export async function performReorg({ host, names }: RunContext, step: ReorgStep): Promise<StepResult> {
  const { network, ...order } = replaced(step.reorg, names);
  await control(host, "POST", `/networks/${encodeURIComponent(network)}/reorg`, order);
  return NOTHING_WRONG;
}

export async function performFault(story: RunContext, step: FaultStep): Promise<StepResult> {
  const order = replaced(step.fault, story.names);
  const match = { ...ownMatch(story, order.gate, order.match ?? {}), ...order.match };
  const data = await control(story.host, "POST", "/faults", { ...order, match });
  story.faults.push(String(data["id"]));
  return { ...NOTHING_WRONG, answer: { status: 201, headers: {}, body: { data } } };
}

/** Other tenants of the same sandbox are left in peace where a gate can tell them apart. */
function ownMatch({ tenantId, endpointId }: RunContext, gate: string, match: object): Record<string, string> {
  if (gate === "api.request" && !("tenant_id" in match)) return { tenant_id: tenantId };
  if (gate === "webhook.delivery" && !("endpoint_id" in match)) return { endpoint_id: endpointId };
  return {};
}

export async function performHeal(story: RunContext, step: HealStep): Promise<StepResult> {
  const id = String(replaced(step.heal, story.names));
  await control(story.host, "DELETE", `/faults/${encodeURIComponent(id)}`);
  const place = story.faults.indexOf(id);
  if (place >= 0) story.faults.splice(place, 1);
  return NOTHING_WRONG;
}

export async function performReceiver(story: RunContext, step: ReceiverStep): Promise<StepResult> {
  story.receiver.answers = step.receiver.answers;
  return NOTHING_WRONG;
}
