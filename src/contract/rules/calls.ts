// Judges of single calls: paths and methods that do not exist, refused requests, ignored members, keys in the wrong place.
import { BoundedMap } from "../../kernel/bounded-map.ts";
import type { ProblemName } from "../../kernel/problem.ts";
import type { Observation } from "../observation.ts";
import { type Judge, placeOf, type RuleContext } from "./rule.ts";
import { fingerprint } from "./sameness.ts";

/** A path without what differs from record to record. */
export function pathForm(path: string): string {
  return path
    .split("/")
    .map((part) => (/^(?:0x[0-9a-f]+|[0-9a-f-]{8,}|[0-9]+)$/i.test(part) || part.length > 40 ? "{id}" : part))
    .join("/");
}

/** CF-01. */
export function unknownRoute(): Judge {
  return {
    request(seen, notify) {
      const problem = seen.refusal?.problem;
      if (seen.injected || (problem !== "routeNotFound" && problem !== "methodNotAllowed")) return;
      const [path = ""] = seen.target.split("?");
      const asked = `${seen.method} ${pathForm(path)}`;
      notify({
        title:
          problem === "routeNotFound" ? "a path that the API does not have" : "a method that this path does not have",
        operationId: null,
        pointer: asked,
        place: placeOf(seen),
        evidence: `${asked} was answered ${seen.status}: ${seen.refusal?.detail ?? ""}`,
      });
    },
  };
}

/** Problems that the form of a request has, whatever the state of the records. */
const OF_FORM: ReadonlySet<ProblemName | null | undefined> = new Set<ProblemName>([
  ...(["invalidRequest", "invalidRequestParameters", "invalidQueryParameters", "invalidAmount"] as const),
  ...(["payloadTooLarge", "unsupportedMediaType"] as const),
]);
/** Refused requests that are remembered, to find one that is sent again. */
const MAX_REFUSED = 200;
const PART = /^([\w.[\]-]{1,64}): /;

/** CF-02. */
export function refusedByValidation(): Judge {
  const refused = new BoundedMap<string, true>(MAX_REFUSED);
  return {
    request(seen, notify) {
      if (seen.injected || seen.operation === undefined || !OF_FORM.has(seen.refusal?.problem)) return;
      const print = fingerprint(seen);
      const again = refused.has(print);
      refused.set(print, true);
      const detail = seen.refusal?.detail ?? "";
      notify({
        level: again ? "error" : "warning",
        title: again ? "a refused request was sent again unchanged" : "a request was refused by validation",
        operationId: seen.operationId,
        pointer: PART.exec(detail)?.[1]?.replaceAll(/\.\d+(?=\.|$)/g, "[]") ?? seen.refusal?.problem ?? "",
        place: placeOf(seen),
        evidence: `answered ${seen.status}: ${detail}`,
      });
    },
  };
}

/** CF-03. */
export function ignoredMembers(): Judge {
  return {
    request(seen, notify) {
      for (const name of seen.ignored) {
        // A key in a query is the matter of CF-04.
        if (KEY_NAME.test(name) && KEY_PARAMETER.test(seen.search)) continue;
        const pointer = name.replaceAll(/\.\d+(?=\.|$)/g, "[]");
        notify({
          title: "a member that nobody reads",
          operationId: seen.operationId,
          pointer,
          place: placeOf(seen),
          evidence: `${pointer} is no parameter or member of ${seen.operationId ?? "this operation"}`,
        });
      }
    },
  };
}

const KEY_TEXT = /sk_(?:sandbox|live)_/;
const KEY_NAME = /^(?:api[_-]?key|x-api-key|access_token|token|secret)$/i;
const KEY_PARAMETER = /(?:^|&)(?:api[_-]?key|x-api-key|apikey|access_token|token|secret)=[^&]/i;
/** Nearly no target has one of these words. */
const MAY_HOLD_KEY = /sk_|key|token|secret/i;

/** CF-04. */
export function misplacedKey({ environment }: RuleContext): Judge {
  const foreign = environment === "production" ? "sk_sandbox_" : "sk_live_";
  return {
    request(seen, notify) {
      const { operation, operationId, requestHeaders } = seen;
      const key = requestHeaders["x-api-key"];
      const isForeign = typeof key === "string" && key.startsWith(foreign);
      const isNeedless = operation?.isPublic === true && key !== undefined;
      if (!isForeign && !isNeedless && !MAY_HOLD_KEY.test(seen.target)) return;
      const at = { operationId, place: placeOf(seen) };
      for (const place of placesOfKeys(seen))
        notify({ ...at, title: `a key in a ${place}`, pointer: place, evidence: `the ${place} holds an API key` });
      if (isForeign)
        notify({
          ...{ ...at, title: "a key of the other environment", pointer: "environment" },
          evidence: `the key begins with ${foreign}, and this sandbox plays ${environment}`,
          whatToDo: "use the key that belongs to the base URL: take both from the same configuration",
        });
      if (isNeedless)
        notify({
          ...{ ...at, level: "note", title: "a key sent to a public operation", pointer: "public" },
          evidence: `${operationId} needs no key`,
          whatToDo: "leave X-API-Key out: a key that is not sent cannot leak",
        });
    },
  };
}

function placesOfKeys({ path, search }: Observation): ("path" | "query")[] {
  return [
    ...(KEY_TEXT.test(path) ? ["path" as const] : []),
    ...(KEY_TEXT.test(search) || KEY_PARAMETER.test(search) ? ["query" as const] : []),
  ];
}
