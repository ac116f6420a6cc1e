// `refill`: sends funds to the solvers of a provider.
import { isObject } from "../../../kernel/is-object.ts";
import { clientCommand } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { ASSETS, NETWORKS } from "../../names.gen.ts";
import { print, table } from "../../output.ts";

type Row = Record<string, unknown>;
type RefillOptions = { network?: string; asset?: string; amount?: string; json?: true };

export const refillCommand = clientCommand<RefillOptions>({
  name: "refill",
  about: "send funds to a provider's solver; without --amount, up to what it had at the start",
  args: [{ name: "provider", about: "whose solver", required: true, choices: ["lifi", "relay"] }],
  options: [
    { flags: "--network <NETWORK>", about: "symbol or id (default: every network)", suggests: () => NETWORKS },
    { flags: "--asset <SYMBOL>", about: "token or native coin (default: every asset)", suggests: () => ASSETS },
    { flags: "--amount <DECIMAL>", about: "how much to add, in whole units" },
  ],
  examples: ["refill relay --network arbitrum --asset USDC --amount 5000"],
  async run({ client, args: [provider = ""], options, io }) {
    const { json, ...input } = options;
    const done = await client.post(`/admin/solvers/${encodeURIComponent(provider)}/refill`, input);
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
