// `settlements`: lists the settlements of a tenant, of one UDA or of all of them.
import { isObject } from "../../../kernel/is-object.ts";
import { paintState } from "../../output.ts";
import { itemsOf, listing, type Service } from "./listing.ts";

export const settlementsCommand = listing<{ uda?: string }>({
  name: "settlements",
  about: "list settlements, newest first",
  option: { flags: "--uda <ID>", about: "only of this UDA" },
  columns: [
    { head: "STATUS", cell: ({ status }) => status, paint: paintState },
    { head: "FROM", cell: ({ source }) => legText(source) },
    { head: "TO", cell: ({ destination }) => legText(destination) },
    { head: "PROVIDER", cell: ({ routing }) => (isObject(routing) ? routing["provider"] : "") },
    { head: "CREATED", cell: (row) => row["created_at"], shrinks: true },
    { head: "ID", cell: ({ id }) => id },
    { head: "ERROR", cell: ({ error }) => error, shrinks: true },
  ],
  async find(service, { uda }, limit) {
    const udas = uda === undefined ? await udaIds(service) : [uda];
    const lists = await Promise.all(
      udas.map((id) => itemsOf(service, `/uda/${encodeURIComponent(id)}/settlements`, { limit })),
    );
    const all = lists.flat().toSorted((a, b) => String(b["created_at"]).localeCompare(String(a["created_at"])));
    return { rows: all.slice(0, limit), total: all.length };
  },
});

async function udaIds(service: Service): Promise<string[]> {
  return (await itemsOf(service, "/uda", { limit: 200 })).map(({ id }) => String(id));
}

function legText(leg: unknown): string {
  return isObject(leg) ? `${leg["asset_symbol"]} on ${leg["network_name"]}` : "";
}
