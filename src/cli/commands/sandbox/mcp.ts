// `mcp`: an MCP server for coding agents, for a running sandbox or one of its own (G-1).
import { variableOf } from "../../../config/options.ts";
import { type CliOption, ownCommand } from "../../command.ts";
import { DEFAULT_URL } from "../../http-client.ts";
import { type McpFlags, runMcp } from "../../mcp/run-mcp.ts";
import { START_OPTIONS } from "./start-command.ts";

/** stdout belongs to the protocol; token and key are options of both forms. */
const OWN_NAMES = /^--(json|admin-token|api-key) ?/;

const OPTIONS: readonly CliOption[] = [
  { flags: "--url <URL>", about: `address of the sandbox (SANDBOX_URL; default: ${DEFAULT_URL})` },
  { flags: "--token, --admin-token <TOKEN>", about: `its admin token (${variableOf("adminToken")})` },
  { flags: "--api-key <KEY>", about: `for calls of /v1 (${variableOf("apiKey")})` },
  { flags: "--start", about: "start a sandbox of its own, which ends with it; with the options of start" },
  { flags: "--read-only", about: "offer only what changes nothing" },
  ...START_OPTIONS.filter(({ flags }) => !OWN_NAMES.test(flags)),
];

export const mcpCommand = ownCommand<McpFlags>({
  name: "mcp",
  about: "serve the Model Context Protocol on stdin and stdout, for coding agents",
  options: OPTIONS,
  examples: ["mcp --start --clock frozen", "mcp --url http://127.0.0.1:4010 --read-only"],
  exits: { 0: "the client closed the connection, or a signal ended it", 1: "the sandbox could not start" },
  run: runMcp,
});
