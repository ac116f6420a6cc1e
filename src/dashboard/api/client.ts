// The typed client of the control API, and its hooks: paths, queries, bodies and answers are those of the document.
import createFetchClient from "openapi-fetch";
import createQueryClient from "openapi-react-query";
import type { components, paths } from "../../spec/admin.gen.ts";
import { exactJson } from "./exact-json.ts";
import { adminToken, setLocked } from "./token.ts";

export type Schemas = components["schemas"];

/** Marks requests of the page: the request log leaves its GETs out. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = { "X-Sandbox-Client": "dashboard" };

/** The headers of every request: who asks, and the token where there is one. */
export function requestHeaders(): Record<string, string> {
  const token = adminToken();
  return { ...PAGE_HEADERS, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
}

/** `fetch` with these headers, whose answers keep every digit. A 401 locks the page. */
async function pageFetch(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(requestHeaders())) request.headers.set(name, value);
  const response = await fetch(request);
  setLocked(response.status === 401);
  response.json = async () => exactJson(await response.text());
  return response;
}

export const client = createFetchClient<paths>({ baseUrl: "/admin", fetch: pageFetch });

/** `api.useQuery("get", "/status")` and the like; `data.data` is the data of the answer. */
export const api = createQueryClient(client);

/** The words of an error of any kind: those of the API, which say the next step, or those of the browser. */
export function wordsOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "error" in error) return String(error.error);
  if (error instanceof TypeError) return "The sandbox does not answer. Is it still running?";
  return error instanceof Error ? error.message : String(error);
}

/** A call of `held_back[].next`: `METHOD /admin/path {json}`. */
export type Call = { method: string; path: string; body: string | undefined };

/** The call in the words of a reason; undefined for a text that is none. */
export function callOf(next: string | null): Call | undefined {
  const [, method = "", path = "", body] =
    /^(GET|POST|PUT|PATCH|DELETE) (\/admin\/\S+)(?: (\{.*\}))?$/.exec(next ?? "") ?? [];
  return method === "" ? undefined : { method, path, body };
}

/** Makes exactly this call. @throws the error body of the API */
export async function makeCall({ method, path, body }: Call): Promise<unknown> {
  const response = await pageFetch(
    new Request(path, {
      method,
      ...(body === undefined ? {} : { body, headers: { "content-type": "application/json" } }),
    }),
  );
  const answer = await response.json();
  if (!response.ok) throw answer;
  return answer;
}
