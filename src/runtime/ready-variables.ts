// The environment variables by which a program finds the sandbox beside it.
import type { ReadyInfo } from "./ready-info.ts";

/** `SANDBOX_URL`, `SANDBOX_API_KEY` and so on, as `exec`, `contract run` and `hunt` set them. */
export function readyVariables(ready: Omit<ReadyInfo, "pid">): Record<string, string> {
  return {
    SANDBOX_URL: ready.url,
    SANDBOX_API_BASE_URL: ready.api_base_url,
    SANDBOX_ADMIN_URL: ready.admin_url,
    SANDBOX_API_KEY: ready.api_key,
    SANDBOX_TENANT_ID: ready.tenant_id,
    SANDBOX_VAULT_ID: ready.vault_id,
    SANDBOX_WEBHOOK_SECRET: ready.webhook_secret,
    ...(ready.admin_token === undefined ? {} : { SANDBOX_ADMIN_TOKEN: ready.admin_token }),
    ...Object.fromEntries(
      Object.entries(ready.rpc).map(([symbol, url]) => [
        `SANDBOX_RPC_${symbol.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`,
        url,
      ]),
    ),
  };
}
