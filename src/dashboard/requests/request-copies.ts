// A logged request in other forms (D-33): a shell line with the keys as variables, and a step of a scenario.
import type { components } from "../../spec/admin.gen.ts";
import { curlOf } from "../api/curl.ts";
import { exactJson, jsonText } from "../api/exact-json.ts";

type FullRequest = components["schemas"]["FullRequest"];

/** Keys are in the log as their last four characters: the line names the variables that hold them. */
const VARIABLES: Readonly<Record<string, string>> = {
  "x-api-key": "$SANDBOX_API_KEY",
  authorization: "$SANDBOX_AUTHORIZATION",
};

/** The target as it was asked for. */
export function targetOf({ path, query }: Pick<FullRequest, "path" | "query">): string {
  return query === "" ? path : `${path}?${query}`;
}

/** `origin` is where the sandbox is now. */
export function requestCurl(request: FullRequest, origin: string): string {
  const headers = request.request.headers.map(
    ({ name, value }) => [name, VARIABLES[name.toLowerCase()] ?? value] as const,
  );
  const method = request.method === "WS" ? "POST" : request.method;
  return curlOf({ method, url: `${origin}${targetOf(request)}`, headers, body: request.request.body });
}

/** As `steps` of a scenario file hold it; ids in it are those of this world. */
export function scenarioStep(request: FullRequest): string {
  const { method, status } = request;
  const { body } = request.request;
  return jsonText({
    title: `${method} ${request.path}`,
    call: `${method} ${targetOf(request)}`,
    ...(body === null || body === "" ? {} : { body: parsed(body) }),
    ...(status === null ? {} : { status }),
  });
}

function parsed(body: string): unknown {
  try {
    return exactJson(body);
  } catch {
    return body;
  }
}
