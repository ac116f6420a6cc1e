// `wallets`: lists the wallets of a tenant.
import { listing, pageOf } from "./listing.ts";

export const walletsCommand = listing<{ owner?: string }>({
  name: "wallets",
  about: "list assigned wallets, newest first",
  option: { flags: "--owner <OWNER>", about: "only of this owner" },
  columns: [
    { head: "ADDRESS", cell: ({ address }) => address },
    { head: "NETWORK", cell: (row) => row["network_symbol"] },
    { head: "OWNER", cell: ({ owner }) => owner, shrinks: true },
    { head: "ID", cell: ({ id }) => id, shrinks: true },
  ],
  find: (service, { owner }, limit) => pageOf(service, "/wallets", { owner, limit }),
});
