// Judges of what the client's receiver answers (CF-13, CF-14, CF-15).
import { serviceDocument } from "../../spec/document.ts";
import type { DeliverySeen } from "../delivery-seen.ts";
import { type Judge, type Notice, placeOfDelivery } from "./rule.ts";

/** What a fault did to a webhook that must then be refused. */
export const FORGED: Readonly<Record<string, string>> = {
  "wrong-secret": "signed with another secret",
  unsigned: "without a signature",
  truncate: "cut in the middle after it was signed",
};

/** CF-13. */
export function takesForged(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      const how = seen.fault === null ? undefined : FORGED[seen.fault];
      if (how === undefined || seen.outcome === "faulted") return;
      met = true;
      if (seen.outcome !== "delivered") return;
      notify({
        ...ofEvent(seen, "a forged webhook was taken"),
        pointer: seen.fault ?? "",
        evidence: `${seen.type}, ${how}, was answered ${seen.status}`,
      });
    },
    notJudged: () =>
      met ? undefined : "no webhook was forged: fault add webhook.delivery wrong-secret, unsigned, or truncate",
  };
}

/** CF-14. */
export function takesOld(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      if (seen.fault !== "stale-timestamp") return;
      met = true;
      if (seen.outcome !== "delivered") return;
      notify({
        ...ofEvent(seen, "an old webhook was taken"),
        evidence: `${seen.type}, signed ten minutes before it came, was answered ${seen.status}`,
      });
    },
    notJudged: () => (met ? undefined : "no old webhook came: fault add webhook.delivery stale-timestamp"),
  };
}

/** A receiver that takes longer does its work before it answers. */
const SLOW_MS = 2_000;

/** CF-15. */
export function refusesGenuine(): Judge {
  let met = false;
  return {
    delivery(seen, notify) {
      if (seen.fault !== null && seen.fault !== "") return;
      met = true;
      const notice = genuineFault(seen);
      if (notice !== undefined) notify({ ...ofEvent(seen, notice.title), ...notice });
    },
    notJudged: () => (met ? undefined : "no genuine webhook was sent: register an endpoint of the app"),
  };
}

function genuineFault({
  status,
  outcome,
  durationMs,
  error,
  type,
}: DeliverySeen): Pick<Notice, "title" | "pointer" | "evidence"> | undefined {
  if (status !== null && status >= 300 && status <= 399)
    return {
      title: "a webhook was redirected",
      pointer: "redirect",
      evidence: `${type} was answered ${status}: redirects are not followed`,
    };
  if (outcome !== "delivered") {
    const what = status === null ? `had no answer: ${error}` : `was answered ${status}`;
    return {
      title: "a genuine webhook was not taken",
      pointer: "refused",
      evidence: `${type}${ofReading(type)} ${what}`,
    };
  }
  if (durationMs <= SLOW_MS) return undefined;
  const took = `${(durationMs / 1_000).toFixed(1)} s`;
  return { title: "a webhook was answered slowly", pointer: "slow", evidence: `${type} was answered after ${took}` };
}

/** A receiver has to take a type that it does not know as well: a newer version may send one. */
function ofReading(type: string): string {
  return serviceDocument.webhooks?.[type] === undefined ? " (a type that the reading open_values=new adds)" : "";
}

function ofEvent(seen: DeliverySeen, title: string): Pick<Notice, "title" | "operationId" | "place"> {
  return { title, operationId: null, place: placeOfDelivery(seen) };
}
