// Plays the hardened client, or one with other habits, as a new tenant of a sandbox for whom readings hold.
import type { Choices } from "../../../src/contract/readings/table.ts";
import { verifyWebhook } from "../../../src/webhooks/sign.ts";
import { withoutPorts } from "../../recorded/a-recording.ts";
import type { ASandbox } from "../../support/a-sandbox.ts";
import { openReceiver, type Received } from "../../support/clients/a-receiver.ts";
import { type Answer, type App, HARDENED, type Habits, SCENES, type SceneName } from "./a-hardened-client.ts";

/** What became of it: the error that ended it, the values that it met, every answer with its bytes, and webhooks as they came. */
export type Played = {
  tenantId: string;
  broke: Error | undefined;
  met: string[];
  answers: string[];
  webhooks: string[];
};

type Sandbox = Pick<ASandbox, "control" | "contract" | "ready">;
type Request = { method: string; key: string; body: object | undefined; headers: Record<string, string> };

/** The tenant goes on to have an endpoint that nobody listens at. */
export async function playAs(
  { control, contract, ready }: Sandbox,
  choices: Choices,
  scenes: readonly SceneName[],
  habits: Partial<Habits> = {},
): Promise<Played> {
  const { tenant_id: tenantId, api_key: key, vault_id: vaultId } = await control("POST", "/tenants", { name: "app" });
  contract.readings.set(choices, tenantId);
  const received: Received[] = [];
  const answers: string[] = [];
  let secret = "";
  const receiver = await openReceiver((_number, one) => {
    const verdict = verifyWebhook({ ...one, secret, nowSeconds: Date.now() / 1_000 });
    if (verdict.ok) received.push(one);
    return verdict.ok ? 200 : 401;
  });
  const idle = (advance = false) => control("POST", "/run-until-idle", advance ? { advance } : {});
  let broke: Error | undefined;
  try {
    const path = `/tenants/${tenantId}/webhook-endpoints`;
    ({ secret } = await control("POST", path, { url: receiver.url, event_types: ["*"] }));
    const call: App["call"] = async (method, at, body, headers = {}) => {
      const answer = await request(`${ready.api_base_url}${at}`, { method, key, body, headers });
      answers.push(withoutPorts(`${method} ${at} ${answer.status} ${answer.text}`));
      return answer;
    };
    const app: App = { received, tenantId, vaultId, control, idle, call };
    for (const scene of scenes) await SCENES[scene](app, { ...HARDENED, ...habits });
  } catch (error) {
    broke = error as Error;
  } finally {
    for (const network of ["ethereum", "polygon"])
      await control("PUT", `/networks/${network}/mining`, { mode: "instant" });
    await idle();
    await receiver.end();
  }
  const met = contract.readings.met(tenantId).map(({ name, value }) => `${name}=${value}`);
  return { tenantId, broke, met, answers, webhooks: received.map(({ body }) => withoutPorts(body)) };
}

/** The invariants that do not hold. */
export async function brokenInvariants({ control }: Pick<ASandbox, "control">): Promise<object[]> {
  const { invariants } = await control("GET", "/invariants");
  return invariants.filter(({ ok }: { ok: boolean }) => !ok);
}

async function request(url: string, { method, key, body, headers }: Request): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const all = { "X-API-Key": key, "content-type": "application/json", ...headers };
  const response = await fetch(url, { method, headers: all, ...json });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text), header: (name) => response.headers.get(name) };
}
