// HTTP client of the scenario runner: the service, the control API and JSON-RPC of one sandbox.
import { OWN_CLIENT_HEADER } from "../contract/observation.ts";
import { exactJson } from "../kernel/exact-json.ts";

/** Address of the sandbox, and its admin token if it requires one. */
export type Host = { url: string; adminToken: string | null };

export type Request = {
  method: string;
  /** Path with query. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/** `body` is parsed JSON with all digits, or the text if it is not JSON. */
export type Answer = { status: number; headers: Record<string, string>; body: unknown };

/** The sandbox does not answer, or refuses a call that the runner itself needs. */
export class HostFault extends Error {
  override readonly name = "HostFault";
}

/** The response, or "lost" when the connection ended without one. */
export async function ask(host: Host, { method, path, headers = {}, body }: Request): Promise<Answer | "lost"> {
  const token =
    host.adminToken !== null && path.startsWith("/admin/") ? { authorization: `Bearer ${host.adminToken}` } : {};
  const sent = body === undefined ? {} : { "content-type": "application/json" };
  try {
    const response = await fetch(`${host.url}${path}`, {
      method,
      headers: { ...token, ...sent, [OWN_CLIENT_HEADER]: "scenario", ...headers },
      redirect: "manual",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bodyOf(text) };
  } catch {
    return "lost";
  }
}

/** The `data` of a control call that must succeed. @throws HostFault with the sandbox's message */
export async function control(
  host: Host,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await ask(host, { method, path: `/admin${path}`, ...(body === undefined ? {} : { body }) });
  if (answer === "lost") throw new HostFault(`no sandbox answers at ${host.url}`);
  const { success, data, error } = (answer.body ?? {}) as { success?: unknown; data?: unknown; error?: unknown };
  if (success !== true) throw new HostFault(`${method} /admin${path} answered ${answer.status} ${String(error ?? "")}`);
  return (data ?? {}) as Record<string, unknown>;
}

/** One JSON-RPC call. @throws HostFault with the node's message */
export async function rpc(host: Host, network: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const path = `/rpc/${encodeURIComponent(network)}`;
  const answer = await ask(host, { method: "POST", path, body: { jsonrpc: "2.0", id: 1, method, params } });
  if (answer === "lost") throw new HostFault(`no sandbox answers at ${host.url}`);
  const { result, error } = (answer.body ?? {}) as { result?: unknown; error?: { message?: unknown } };
  if (error !== undefined || result === undefined) {
    throw new HostFault(`${method} on ${network}: ${String(error?.message ?? `status ${answer.status}`)}`);
  }
  return result;
}

function bodyOf(text: string): unknown {
  try {
    return text === "" ? null : exactJson(text);
  } catch {
    return text;
  }
}
