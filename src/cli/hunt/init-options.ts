// The options of `hunt init`.
import type { CliOption } from "../command.ts";
import { ADAPTER_FILE } from "./options.ts";

export type InitFlags = {
  app?: string;
  webhook?: string;
  ready?: string;
  reset?: string;
  accepts?: readonly string[];
  curl?: string;
  out?: string;
  force?: true;
  allowRemote?: readonly string[];
  json?: true;
};

export const INIT_OPTIONS: readonly CliOption[] = [
  { flags: "--app <CMD>", about: "starts your app, with the SANDBOX_* variables in its environment", required: true },
  { flags: "--webhook <URL>", about: "where your app takes webhooks", required: true },
  {
    flags: "--curl <FILE>",
    about: "requests of a customer, one curl command or METHOD PATH BODY a line, instead of your own",
  },
  { flags: "--ready <URL>", about: "GET answers below 500 once your app is ready" },
  { flags: "--reset <CMD>", about: "empties your app before it is watched, and before each hunt" },
  {
    flags: "--accepts <NETWORK/ASSET>",
    about: "what your app credits (repeatable; default: what was tried)",
    repeatable: true,
  },
  { flags: "-o, --out <FILE>", about: `where the adapter is written (default: ${ADAPTER_FILE})` },
  { flags: "--force", about: "replace the file if it is there" },
  { flags: "--allow-remote <HOST>", about: "let a URL name this host (repeatable)", repeatable: true },
  { flags: "--json", about: "print what was found as one JSON document" },
];
