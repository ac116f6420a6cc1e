// Table: other shops that are right all the same, as changes of `examples/shop-with-books`: the hunt must find nothing in them.
import type { Mistake } from "./shop.ts";

export const RIGHT_VARIANTS: readonly Mistake[] = [
  {
    name: "keeps-half-a-token",
    about: "a customer cannot withdraw the last half of a token",
    changes: [
      {
        file: "books.ts",
        find: "    if (this.free(owner, network, asset) < units)",
        replace: "    if (this.free(owner, network, asset) < units + 5n * 10n ** BigInt(decimals - 1))",
      },
    ],
  },
  {
    name: "one-withdrawal-each",
    about: "a customer gets one withdrawal, and another one only where that failed",
    changes: [
      {
        file: "books.ts",
        find: "    if (this.free(owner, network, asset) < units)",
        replace:
          '    if (this.withdrawals(owner).some(({ state }) => state !== "failed")) throw new Refused("one withdrawal each");\n    if (this.free(owner, network, asset) < units)',
      },
    ],
  },
  {
    name: "pays-where-it-usually-does",
    about: "an order of a withdrawal need not say where: it is paid as USDC on base",
    changes: [
      {
        file: "server.ts",
        find: 'await withdrawals.order(JSON.parse(body.toString("utf8")))',
        replace: 'await withdrawals.order({ network: "base", asset: "USDC", ...JSON.parse(body.toString("utf8")) })',
      },
    ],
  },
];
