// The clients that commands use for a running sandbox: the admin API, and the service with a tenant's API key.
import { httpClient, type Query, withQuery } from "./http-client.ts";

export type AdminClient = {
  readonly origin: string;
  /** The `data` of the response. @throws AdminError for an error envelope, CommandError when no sandbox answers */
  get(path: string, query?: Query): Promise<unknown>;
  post(path: string, body?: unknown): Promise<unknown>;
  put(path: string, body: unknown): Promise<unknown>;
  delete(path: string): Promise<unknown>;
  /** For cleaning up after `signal` has aborted all other calls. */
  cleanup: { delete(path: string): Promise<unknown> };
  /** The response with its body unread, for streams. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The service under `/v1`; returns whole envelopes, because `pagination` is a sibling of `data`. */
  service(apiKey: string): { get(path: string, query?: Query): Promise<Record<string, unknown>> };
};

export type AdminAccess = { url: string; token: string | undefined; signal?: AbortSignal };

/** A client for the sandbox at `url` (an origin). */
export function adminClient({ url, token, signal }: AdminAccess): AdminClient {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const keyHint = "give the token with --admin-token or SANDBOX_ADMIN_TOKEN";
  const admin = httpClient({ url, headers, signal, keyHint });
  const cleanup = httpClient({ url, headers, keyHint });
  const data = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await admin.call(method, path, body))["data"];
  return {
    origin: admin.origin,
    get: (path, query = {}) => data("GET", withQuery(path, query)),
    post: (path, body = {}) => data("POST", path, body),
    put: (path, body) => data("PUT", path, body),
    delete: (path) => data("DELETE", path),
    cleanup: { delete: async (path) => (await cleanup.call("DELETE", path))["data"] },
    open: admin.open,
    service(apiKey) {
      const tenantHint = "give the tenant's key with --api-key or SANDBOX_API_KEY";
      const service = httpClient({ url, headers: { "x-api-key": apiKey }, signal, keyHint: tenantHint });
      return { get: (path, query = {}) => service.call("GET", withQuery(`/v1${path}`, query)) };
    },
  };
}
