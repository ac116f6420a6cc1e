// All deliveries that fit the filter of the inbox, sent again after their number was named (D-14).
import { client, makeCall, type Schemas, wordsOf } from "../api/client.ts";
import { act, ask, say } from "../shell/acts.ts";
import { fittingDeliveries, type InboxFilter } from "./inbox-rows.ts";

/** Of one question. */
const MOST = 1_000;
/** Calls of one batch. */
const BATCH = 100;

/** Asks first. What the API cannot decide (an owner, a text) is decided here, and those that fit are named one by one. */
export async function redeliverAll(filter: InboxFilter): Promise<void> {
  const { state = "dead" } = filter.query;
  if (state !== "dead" && state !== "delivered")
    return say("bad", "Dead and delivered ones can be sent again: filter by state:dead or state:delivered.");
  const found = await fittingDeliveries(filter, state, MOST).catch((error: unknown) => wordsOf(error));
  if (typeof found === "string") return say("bad", found);
  const { ids, more } = found;
  if (ids.length === 0) return say("good", `No ${state} delivery fits the filter.`);
  ask({
    title: `Redeliver ${ids.length}${more ? " or more" : ""} ${state} ${ids.length === 1 ? "delivery" : "deliveries"}?`,
    lost: "Each starts its retry schedule again. Nothing is lost; the receivers get the same bodies once more.",
    yes: "Redeliver",
    run: () =>
      act<unknown>("They are sent again", () => (filter.isWhole ? redeliverQuery(filter, state) : redeliverIds(ids))),
  });
}

async function redeliverQuery({ query }: InboxFilter, state: "dead" | "delivered") {
  const { tenant_id, endpoint_id, type, from, to } = query;
  const given = Object.fromEntries(
    Object.entries({ tenant_id, endpoint_id, type, from, to }).filter(([, value]) => value !== undefined),
  ) as { type?: Schemas["EventType"] };
  return client.POST("/deliveries/redeliver", { body: { ...given, state, limit: MOST } });
}

async function redeliverIds(ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += BATCH) {
    const calls = ids.slice(at, at + BATCH).map((id) => ({
      ...{ method: "POST", path: `/admin/deliveries/${id}/redeliver` },
    }));
    await makeCall({ method: "POST", path: "/admin/batch", body: JSON.stringify({ calls }) });
  }
  return { data: ids };
}
