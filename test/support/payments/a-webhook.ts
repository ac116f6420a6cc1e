// A tenant's webhook endpoint with a receiver, and helpers for tests of deliveries.
import { systemClock } from "../../../src/kernel/wall-clock.ts";
import type { components } from "../../../src/spec/admin.gen.ts";
import { type Verification, verifyWebhook } from "../../../src/webhooks/sign.ts";
import type { ASandbox } from "../a-sandbox.ts";
import { type Answer, aReceiver, type Received } from "../clients/a-receiver.ts";

export type Delivery = components["schemas"]["Delivery"];

/** An endpoint of the default tenant for `types` (default: all) with its own receiver. */
export async function anEndpoint(
  { control, ready }: ASandbox,
  {
    types = ["*"],
    answer = () => 200,
    policy = {},
  }: { types?: string[]; answer?: (number: number, received: Received) => Answer; policy?: object } = {},
) {
  const receiver = await aReceiver(answer);
  const path = `/tenants/${ready.tenant_id}/webhook-endpoints`;
  const { id, secret } = await control("POST", path, { url: receiver.url, event_types: types, ...policy });
  return {
    ...receiver,
    id: id as string,
    secret: secret as string,
    path: `${path}/${id}`,
    /** The verification of each request with this endpoint's secret (or another one). */
    verdicts: (key: string = secret): string[] =>
      receiver.received.map((one) => {
        const verdict = verify(one, key);
        return verdict.ok ? "ok" : verdict.reason;
      }),
    deliveries: async (): Promise<Delivery[]> => (await control("GET", `/deliveries?endpoint_id=${id}`)).items,
  };
}

/** Verifies like a receiver on arrival, with the wall clock. */
export function verify({ headers, body }: Received, secret: string): Verification {
  return verifyWebhook({ secret, headers, body, nowSeconds: systemClock.now() / 1_000 });
}

/** Causes one `address.assigned`; returns the wallet. */
export async function anAssignment({ api }: ASandbox, owner = "alice"): Promise<string> {
  const { data, response } = await api.POST("/wallets", { body: { owner, network_symbol: "base" } });
  if (data === undefined) throw new Error(`no wallet: ${response.status}`);
  return data.data.id;
}

/** Seconds of virtual time from the first attempt to each. */
export function offsetsOf({ attempts }: Delivery): number[] {
  const [first] = attempts;
  return attempts.map(({ at }) => (Date.parse(at) - Date.parse(first?.at ?? "")) / 1_000);
}
