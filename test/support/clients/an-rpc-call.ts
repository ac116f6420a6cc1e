// One plain JSON-RPC call to a running sandbox; returns the response, whether error or not.
import type { ASandbox } from "../a-sandbox.ts";

export async function anRpcCall({ url }: Pick<ASandbox, "url">, network: string, method: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${url}/rpc/${network}`, { method: "POST", body, headers })).json();
}
