// `payouts`: lists the payouts of a tenant.
import { paintState } from "../../output.ts";
import { listing, pageOf } from "./listing.ts";

export const payoutsCommand = listing<{ status?: string }>({
  name: "payouts",
  about: "list payouts, newest first",
  option: { flags: "--status <STATUS>", about: "only in this status, for example queued" },
  columns: [
    { head: "STATUS", cell: ({ status }) => status, paint: paintState },
    { head: "AMOUNT", cell: ({ amount }) => amount, right: true },
    { head: "ASSET", cell: ({ asset }) => asset },
    { head: "NETWORK", cell: (row) => row["network_symbol"] },
    { head: "TO", cell: (row) => row["to_address"], shrinks: true },
    { head: "REFERENCE", cell: (row) => row["reference_id"], shrinks: true },
    { head: "TRANSACTION", cell: (row) => row["tx_id"], shrinks: true },
    { head: "ERROR", cell: ({ error }) => error, shrinks: true },
  ],
  find: (service, { status }, limit) => pageOf(service, "/transfer/payout", { status, limit }),
});
