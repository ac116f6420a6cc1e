// Options that every command with a transfer has.
import type { CliOption } from "../../command.ts";
import { ASSETS, NETWORKS } from "../../names.gen.ts";

/** Network, asset and amount: all required. */
export const TRANSFER_OPTIONS: readonly CliOption[] = [
  {
    flags: "--network <NETWORK>",
    about: "symbol or id of the network, for example base or 8453",
    suggests: () => NETWORKS,
    required: true,
  },
  {
    flags: "--asset <SYMBOL>",
    about: "token or native coin, for example USDC",
    suggests: () => ASSETS,
    required: true,
  },
  { flags: "--amount <DECIMAL>", about: "amount in whole units, for example 25.5", required: true },
];
