// `deposits`: lists the deposits of all tenants, orphaned ones included.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { DEFAULT_LIMIT, limitOption, OLDER_ONES } from "../../limit-option.ts";
import { type Column, paintState, print, table } from "../../output.ts";

type Row = Record<string, unknown>;
type DepositsOptions = {
  state?: string;
  owner?: string;
  network?: string;
  tenantId?: string;
  limit?: number;
  json?: true;
};

const COLUMNS: readonly Column<Row>[] = [
  { head: "STATE", cell: ({ state }) => state, paint: paintState },
  { head: "AMOUNT", cell: ({ amount }) => amount, right: true },
  { head: "ASSET", cell: ({ symbol }) => symbol },
  { head: "NETWORK", cell: ({ network }) => network },
  { head: "OWNER", cell: ({ owner }) => owner, shrinks: true },
  { head: "CREATED", cell: (row) => row["created_at"], shrinks: true },
  { head: "ID", cell: ({ id }) => id },
];

export const depositsCommand = clientCommand<DepositsOptions>({
  name: "deposits",
  about: "list deposits of all tenants, newest first, orphaned ones included",
  options: [
    { flags: "--state <STATE>", about: "only in this state", choices: ["seen", "confirmed", "orphaned"] },
    { flags: "--owner <OWNER>", about: "only of this owner" },
    { flags: "--network <NETWORK>", about: "only on this network" },
    { flags: "--tenant-id <ID>", about: "only of this tenant" },
    limitOption(),
  ],
  examples: ["deposits --state seen", "deposits --owner alice --json"],
  async run({ client, options, io }) {
    const { state, owner, network, tenantId, json } = options;
    const { limit = DEFAULT_LIMIT } = options;
    const page = await client.get("/admin/deposits", { state, owner, network, tenant_id: tenantId, limit });
    const rows = recordsOf(isObject(page) ? page["items"] : undefined);
    const next = isObject(page) ? page["next_before"] : null;
    const more = next === null ? "" : OLDER_ONES;
    return print(io, json, page, () => table(io, COLUMNS, rows, "no deposits") + more);
  },
});
