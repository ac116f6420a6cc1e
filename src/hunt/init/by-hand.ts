// Table: how a part of the adapter that was not found is written by hand.
import type { Missing } from "./found.ts";

const TEXTS: Readonly<Record<Missing["what"], readonly string[]>> = {
  open: [
    '"actions": { "open": { "url": "http://127.0.0.1:3000/customers",',
    '  "body": { "id": "${owner}" }, "address": "/address" } }',
    'after other requests, such as signing up, add "first": [{ "url": …, "body": … }]:',
    "the cookies that they set go along",
    "or leave it out: then the hunt opens wallets itself, with the key of your app",
  ],
  books: [
    '"books": { "url": "http://127.0.0.1:3000/books?owner=${owner}",',
    '  "total": "/received", "network": "base", "asset": "USDC" }',
    'or "credits": a JSON pointer to a list with one entry a deposit',
  ],
  withdraw: [
    '"actions": { "withdraw": { "url": "http://127.0.0.1:3000/withdrawals",',
    '  "body": { "id": "${id}", "owner": "${owner}", "amount": "${amount}",',
    '            "to": "${to}" } } }',
    "or leave it out: then troubles about payouts are left out too",
  ],
  uda: [
    '"actions": { "uda": { "url": "http://127.0.0.1:3000/udas",',
    '  "body": { "owner": "${owner}" }, "addresses": "/deposit_addresses" } }',
  ],
  worlds: ["look at what the adapter says of your books, and correct it; then: cpsandbox hunt --quick"],
};

/** Lines that show how it is written in hunt.json, for an app at this origin. */
export function handText(what: Missing["what"], appOrigin: string): readonly string[] {
  return TEXTS[what].map((line) => line.replace("http://127.0.0.1:3000", appOrigin));
}
