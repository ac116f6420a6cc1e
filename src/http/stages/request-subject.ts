// Whom a request is about: the owner or the target of a payment that it names, or those of the record that it names (U-62).
import type { Database } from "../../db/database.ts";
import { depositById } from "../../domain/deposit/store.ts";
import { namedValues } from "../../domain/filter.ts";
import { payoutById, payoutByReference } from "../../domain/payout/store.ts";
import { transactionById } from "../../domain/transaction/store.ts";
import { udaById } from "../../domain/uda/store.ts";
import { isObject } from "../../kernel/is-object.ts";
import type { RequestContext } from "../request-context.ts";

type Input = NonNullable<RequestContext["input"]>;

/** `owner` and `to_address` as faults match them, each "" where the request names none. */
export function subjectOf(db: Database, input: Input): { readonly owner: string; readonly to_address: string } {
  const record = recordOf(db, input);
  const target = isObject(input.body) ? input.body["to_address"] : undefined;
  return {
    owner: namedOwner(input) ?? record?.owner ?? "",
    to_address: typeof target === "string" ? target : (record?.to_address ?? ""),
  };
}

/** The owner that path, query (also as a filter) or body name. */
function namedOwner({ path, query, body }: Input): string | undefined {
  const filtered = namedValues(Array.isArray(query["filter"]) ? query["filter"] : [], "owner");
  const inBody = isObject(body) ? body["owner"] : undefined;
  const [owner] = [path["owner"], query["owner"], inBody, ...filtered].filter((one) => typeof one === "string");
  return owner === undefined ? undefined : String(owner);
}

/** The record whose id the path or the query names, or the payout of a reference. */
function recordOf(db: Database, { path, query }: Input): { owner?: string; to_address?: string } | undefined {
  const { vault_id: vault, reference_id: reference } = query;
  if (typeof vault === "string" && typeof reference === "string") return payoutByReference(db, vault, reference);
  const ids = [...Object.values(path), query["source_id"]].filter((one) => typeof one === "string");
  const readers = [depositById, payoutById, udaById, transactionById];
  return ids.flatMap((id) => readers.flatMap((read) => read(db, id) ?? []))[0];
}
