// `networks`: lists the networks with their latest block and mining mode.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";

type Row = Record<string, unknown>;

/** The networks as a table. */
export function networkTable(io: Parameters<typeof table>[0], networks: readonly Row[]): string {
  const head = (row: Row): Row => (isObject(row["head"]) ? row["head"] : {});
  const right = true as const;
  const columns = [
    { head: "NETWORK", cell: (row: Row) => row["network"] },
    { head: "CHAIN ID", cell: (row: Row) => row["eip155_id"], right },
    { head: "HEAD", cell: (row: Row) => head(row)["number"], right },
    { head: "TIME", cell: (row: Row) => head(row)["time"], shrinks: true as const },
    { head: "MINING", cell: (row: Row) => row["mining"] },
    { head: "CONFIRM", cell: (row: Row) => row["confirmations"], right },
    { head: "WAITING", cell: (row: Row) => row["waiting_transactions"], right },
  ];
  return table(io, columns, networks, "no networks");
}

export const networksCommand = clientCommand<{ json?: true }>({
  name: "networks",
  about: "list the networks with their latest block and mining mode",
  examples: ["networks"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/networks");
    return print(io, options.json, found, () => networkTable(io, recordsOf(isObject(found) ? found["items"] : [])));
  },
});
