// A real MCP client: of a server in this process, or of the command as a child.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { mcpServer } from "../../src/mcp/serve.ts";
import type { Session } from "../../src/mcp/tool.ts";
import { COMMAND } from "../support/the-command.ts";

type Host = { url: string; api_key: string; admin_token?: string };

/** A session as `mcp` makes it, for a sandbox of the test. */
export function aSession({ url, api_key, admin_token }: Host, more: Partial<Session> = {}): Session {
  return {
    async ask(method, path, body) {
      const headers: Record<string, string> = { "content-type": "application/json", "x-sandbox-client": "cli" };
      if (path.startsWith("/v1")) headers["x-api-key"] = api_key;
      if (admin_token !== undefined) headers["authorization"] = `Bearer ${admin_token}`;
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
      return {
        status: answer.status,
        body: await answer.json(),
        explained: answer.headers.get("x-sandbox-error") ?? undefined,
        warned: answer.headers.get("x-sandbox-warning") ?? undefined,
      };
    },
    readOnly: false,
    own: undefined,
    secrets: [],
    ...more,
  };
}

export async function connect(session: Session) {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = mcpServer(session, "0.0.0");
  await server.connect(there);
  const client = new Client({ name: "a-test", version: "1" });
  await client.connect(here);
  return callsOf(client);
}

/** `cpsandbox mcp …` as a child; it ends with the test. */
export async function spawnServer(args: readonly string[], env: Record<string, string> = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [COMMAND, "mcp", ...args],
    env: { ...process.env, ...env } as Record<string, string>,
    stderr: "pipe",
  });
  const client = new Client({ name: "a-test", version: "1" });
  await client.connect(transport);
  const calls = callsOf(client);
  onTestFinished(() => calls.client.close());
  return { ...calls, pid: transport.pid };
}

function callsOf(client: Client) {
  /** The text of a result, and its JSON. */
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content as { type: string; text: string }[];
    const text = first?.text ?? "";
    return { text, isError: isError === true, data: text.startsWith("{") ? JSON.parse(text) : text };
  };
  /** A call that must succeed. */
  const ok = async (name: string, args: Record<string, unknown> = {}) => {
    const { text, isError, data } = await call(name, args);
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    return data;
  };
  return { client, call, ok };
}
