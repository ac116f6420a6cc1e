// `retry`, `solvers` and `refill`: settlements by hand.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";

type Json = { json?: true };
type Row = Record<string, unknown>;

export const retryCommand = clientCommand<Json>({
  name: "retry",
  about: "give a failed settlement another run",
  args: [{ name: "settlement", about: "its id", required: true }],
  examples: ["retry 019b7601-7800-7000-8000-00000000002a"],
  async run({ client, args: [id = ""], options, io }) {
    const begun = await client.post(`/admin/settlements/${encodeURIComponent(id)}/retry`);
    return print(io, options.json, begun, () => `a new run of settlement ${escapeControl(id)} has begun\n`);
  },
});

export const solversCommand = clientCommand<Json>({
  name: "solvers",
  about: "list what the providers' solvers can pay out",
  examples: ["solvers"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/solvers");
    const stocks = recordsOf(isObject(found) ? found["items"] : []).flatMap(({ provider, address, stock }) =>
      recordsOf(stock).map((one): Row => ({ ...one, provider, address })),
    );
    const columns = [
      { head: "PROVIDER", cell: ({ provider }: Row) => provider },
      { head: "NETWORK", cell: ({ network }: Row) => network },
      { head: "ASSET", cell: ({ symbol }: Row) => symbol },
      { head: "STOCK", cell: ({ amount }: Row) => amount, right: true as const },
      { head: "ADDRESS", cell: ({ address }: Row) => address, shrinks: true as const },
    ];
    return print(io, options.json, found, () => table(io, columns, stocks, "no solvers"));
  },
});

type RefillOptions = Json & { network?: string; asset?: string; amount?: string };

export const refillCommand = clientCommand<RefillOptions>({
  name: "refill",
  about: "give a provider's solver stock; without an amount, what is missing to its first stock",
  args: [{ name: "provider", about: "whose solver", required: true, choices: ["lifi", "relay"] }],
  options: [
    { flags: "--network <NETWORK>", about: "symbol or id (default: every network)" },
    { flags: "--asset <SYMBOL>", about: "token or native coin (default: every asset)" },
    { flags: "--amount <DECIMAL>", about: "how much more, in whole units" },
  ],
  examples: ["refill relay --network arbitrum --asset USDC --amount 5000"],
  async run({ client, args: [provider = ""], options, io }) {
    const { json, ...order } = options;
    const done = await client.post(`/admin/solvers/${encodeURIComponent(provider)}/refill`, order);
    const transfers = recordsOf(isObject(done) ? done["transfers"] : []);
    const columns = [
      { head: "NETWORK", cell: ({ network }: Row) => network },
      { head: "ASSET", cell: ({ symbol }: Row) => symbol },
      { head: "AMOUNT", cell: ({ amount }: Row) => amount, right: true as const },
      { head: "TRANSACTION", cell: ({ tx_id }: Row) => tx_id, shrinks: true as const },
    ];
    return print(io, json, done, () => table(io, columns, transfers, "nothing is missing"));
  },
});
