// `tenants`: creates and lists tenants; each isolates the records of one user or test suite.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type CommandGroup, clientCommand, count } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";

type Json = { json?: true };
type Row = Record<string, unknown>;
type CreateOptions = Json & { tier?: string; rateLimit?: number };

const create = clientCommand<CreateOptions>({
  name: "create",
  about: "create a tenant with its own API key and vault",
  args: [{ name: "name", about: "a name for it", required: true }],
  options: [
    {
      flags: "--tier <TIER>",
      about: "rate-limit tier (default: enterprise)",
      choices: ["standard", "pro", "enterprise"],
    },
    { flags: "--rate-limit <N>", about: "requests a minute (default: the tier's)", read: count(1) },
  ],
  examples: ["tenants create checkout-tests"],
  async run({ client, args: [name], options, io }) {
    const { tier, rateLimit, json } = options;
    const made = await client.post("/admin/tenants", { name, tier, rate_limit: rateLimit });
    return print(io, json, made, () => {
      if (!isObject(made)) return "";
      const rows = [
        ["Tenant id", made["tenant_id"]],
        ["API key", made["api_key"]],
        ["Vault id", made["vault_id"]],
      ] as const;
      return rows.map(([label, value]) => `${label.padEnd(9)}  ${escapeControl(String(value))}\n`).join("");
    });
  },
});

const list = clientCommand<Json>({
  name: "list",
  about: "list the tenants",
  examples: ["tenants list"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/tenants");
    const columns = [
      { head: "TENANT ID", cell: (row: Row) => row["tenant_id"] },
      { head: "NAME", cell: ({ name }: Row) => name, shrinks: true as const },
      { head: "TIER", cell: ({ tier }: Row) => tier },
      { head: "REQUESTS/MIN", cell: (row: Row) => row["rate_limit"], right: true as const },
      { head: "CREATED", cell: (row: Row) => row["created_at"] },
    ];
    const tenants = recordsOf(isObject(found) ? found["items"] : []);
    return print(io, options.json, found, () => table(io, columns, tenants, "no tenants"));
  },
});

export const tenantsCommand: CommandGroup = {
  kind: "group",
  name: "tenants",
  about: "create and list tenants",
  commands: [create, list],
};
