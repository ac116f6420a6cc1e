// `redeliver`: sends one delivery again, or all dead or delivered ones that filters select.
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCall, clientCommand, count } from "../../command.ts";
import { print } from "../../output.ts";
import { CommandError } from "../../process-io.ts";
import { type DeliveryFilters, deliveryFilter, deliveryOptions } from "./delivery-options.ts";

type RedeliverOptions = DeliveryFilters & { all?: true; json?: true };

/** Deliveries of one call. */
const PAGE = 1_000;

export const redeliverCommand = clientCommand<RedeliverOptions>({
  name: "redeliver",
  about: "send a webhook delivery again, or all that filters select",
  args: [{ name: "id", about: "number of one delivery" }],
  options: [
    { flags: "--all", about: "all that the filters select (default state: dead)" },
    ...deliveryOptions(["dead", "delivered"]),
    { flags: "--limit <N>", about: "with --all: at most this many", read: count(1) },
  ],
  examples: ["redeliver 12", "redeliver --all", "redeliver --all --type deposit.confirmed --state delivered"],
  run: redeliver,
});

async function redeliver(call: ClientCall<RedeliverOptions>): Promise<number> {
  const { client, args, options, io } = call;
  const [id] = args;
  const filters = Object.values(deliveryFilter(options)).some((value) => value !== undefined);
  if ((id === undefined) === (options.all === undefined))
    throw new CommandError("give the number of one delivery, or --all: deliveries --state dead lists them", 2);
  if (id === undefined) return redeliverAll(call);
  if (filters || options.limit !== undefined) throw new CommandError("filters need --all and no ID", 2);
  const sent = await client.post(`/admin/deliveries/${encodeURIComponent(id)}/redeliver`);
  const state = isObject(sent) ? String(sent["state"]) : "";
  return print(io, options.json, sent, () => `delivery ${id} is sent again: ${state} (deliveries ${id} shows it)\n`);
}

/** Page by page, until there are no more or the limit is reached. */
async function redeliverAll({ client, options, io }: ClientCall<RedeliverOptions>): Promise<number> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  const ids: unknown[] = [];
  let after = 0;
  while (ids.length < limit) {
    const size = Math.min(PAGE, limit - ids.length);
    const page = await client.post("/admin/deliveries/redeliver", { ...deliveryFilter(options), after, limit: size });
    const found = isObject(page) && Array.isArray(page["ids"]) ? page["ids"] : [];
    ids.push(...found);
    after = Number(isObject(page) ? page["next_after"] : 0);
    if (found.length < size) break;
  }
  const many = pluralize(ids.length, "delivery is", "deliveries are");
  return print(io, options.json, { ids }, () => `${many} sent again\n`);
}
