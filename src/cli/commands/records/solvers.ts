// `solvers`: lists what the solvers of the providers hold.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";

type Row = Record<string, unknown>;

export const solversCommand = clientCommand<{ json?: true }>({
  name: "solvers",
  about: "list what the providers' solvers can pay out",
  examples: ["solvers"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/solvers");
    const balances = recordsOf(isObject(found) ? found["items"] : []).flatMap(({ provider, address, stock }) =>
      recordsOf(stock).map((one): Row => ({ ...one, provider, address })),
    );
    const columns = [
      { head: "PROVIDER", cell: ({ provider }: Row) => provider },
      { head: "NETWORK", cell: ({ network }: Row) => network },
      { head: "ASSET", cell: ({ symbol }: Row) => symbol },
      { head: "STOCK", cell: ({ amount }: Row) => amount, right: true as const },
      { head: "ADDRESS", cell: ({ address }: Row) => address, shrinks: true as const },
    ];
    return print(io, options.json, found, () => table(io, columns, balances, "no solvers"));
  },
});
