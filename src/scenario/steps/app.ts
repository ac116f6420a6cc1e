// The steps that concern the app: an action of its adapter, a restart, a delivery that comes again.
import { required } from "../../kernel/assert.ts";
import { control } from "../http-client.ts";
import { differences, isObject } from "../match.ts";
import { pages } from "../pages.ts";
import { replaced } from "../references.ts";
import { missing, NOTHING_WRONG, type RunContext, type StepResult } from "../run-context.ts";
import type { ActStep, ReplayStep, RestartStep } from "../scenario.ts";

export async function performAct(context: RunContext, step: ActStep): Promise<StepResult> {
  const { act, status: wanted, answer: expected } = replaced(step, context.names);
  const { name, ...values } = act;
  const { status, body, refused } = await required(context.app, "the app of a story with actions").act(name, values);
  const wrong = wanted === undefined ? [] : differences(wanted, status, "status");
  if (wrong.length > 0) return { differences: [...wrong, { at: "answer", expected: "", seen: JSON.stringify(body) }] };
  const found = expected === undefined ? [] : differences(expected, body, "answer");
  // A story of a hunt may be about just this error, so it fails nothing; but what comes after it may be its consequence.
  const isTold = refused !== undefined && wanted === undefined && expected === undefined;
  return {
    ...(status === "lost" ? {} : { answer: { status, headers: {}, body } }),
    ...(isTold ? { note: `the app answered: ${refused}` } : {}),
    differences: found,
  };
}

export async function performRestart({ app }: RunContext, _step: RestartStep): Promise<StepResult> {
  await required(app, "the app of a story with restarts").restart();
  return NOTHING_WRONG;
}

type Delivery = { id: number; resource_id: string; body: string | null };

/** The last delivery that fits, to the story's endpoint, at once and from the beginning of its retries. */
export async function performReplay(context: RunContext, step: ReplayStep): Promise<StepResult> {
  const { type, owner, resource_id: resource } = replaced(step.replay, context.names);
  const query = new URLSearchParams({ endpoint_id: context.endpointId, type });
  if (resource !== undefined) query.set("resource_id", resource);
  const all = (await pages(context.host, `/deliveries?${query}`, 0)) as Delivery[];
  const last = all.findLast((one) => owner === undefined || ownerOf(one) === owner);
  if (last === undefined) {
    const whose = owner === undefined ? "" : ` about ${owner}`;
    return missing(context, "replay", `there is no delivery of ${type}${whose}`);
  }
  await control(context.host, "POST", `/deliveries/${last.id}/redeliver`, {});
  return NOTHING_WRONG;
}

function ownerOf({ body }: Delivery): unknown {
  const envelope: unknown = JSON.parse(body ?? "null");
  const payload = isObject(envelope) ? envelope["payload"] : undefined;
  return isObject(payload) ? payload["owner"] : undefined;
}
