// Values of an answer by which further records are asked for: kept for the time of the calls, and never written anywhere (C-60).
import { isObject } from "../../kernel/is-object.ts";

/** Members that name a record in a path or query. */
const MEMBERS: readonly string[] = [
  ...["id", "vault_id", "network_id", "network_symbol", "asset", "address", "owner", "tx_id", "tx_hash", "eip155_id"],
];
const MAX_LENGTH = 256;

/** `operation.member` → the value in the first record of its answer that has one; quotes need a second place. */
export function valuesFor(operation: string, body: string): Record<string, string> {
  const records = recordsIn(body);
  const values: Record<string, string> = {};
  for (const member of MEMBERS) {
    const all = records.flatMap((record) => textIn(record, member));
    const [first] = all;
    if (first === undefined) continue;
    values[`${operation}.${member}`] = first;
    const other = all.find((value) => value !== first);
    if (other !== undefined) values[`${operation}.other_${member}`] = other;
  }
  return operation === "listSupportedAssets" ? routeIn(records) : values;
}

/** Where a quote could go from and to: the first token of two networks. */
function routeIn(chains: readonly Record<string, unknown>[]): Record<string, string> {
  const places = chains.flatMap((chain) => {
    const tokens = Array.isArray(chain["assets"]) ? chain["assets"].filter(isObject) : [];
    const id = textIn(chain, "eip155_id")[0];
    const address = tokens.flatMap((token) => textIn(token, "address"))[0];
    return id === undefined || address === undefined ? [] : [{ id, address }];
  });
  const [from, to] = places;
  if (from === undefined || to === undefined) return {};
  const name = "listSupportedAssets";
  return {
    [`${name}.eip155_id`]: from.id,
    [`${name}.address`]: from.address,
    [`${name}.other_eip155_id`]: to.id,
    [`${name}.other_address`]: to.address,
  };
}

/** The records of the first list, wherever the service puts it: `data`, a member of it, or a member of the envelope. */
function recordsIn(body: string): Record<string, unknown>[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return [];
  }
  if (!isObject(answer)) return [];
  const { data } = answer;
  const places = [data, ...(isObject(data) ? Object.values(data) : []), ...Object.values(answer)];
  const list = places.find((place): place is unknown[] => Array.isArray(place) && place.length > 0);
  return (list ?? []).filter(isObject);
}

/** The member of a record, or of an object in it: a settlement names its transaction in a leg. */
function textIn(record: Record<string, unknown>, member: string): string[] {
  const inside = Object.values(record).filter(isObject);
  const values = [record, ...inside].map((one) => one[member]);
  return values.filter(
    (value): value is string => typeof value === "string" && value !== "" && value.length <= MAX_LENGTH,
  );
}
