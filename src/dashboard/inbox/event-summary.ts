// What an event is about in a few words (D-13): how much, of what, where and whose. Amounts are texts, digit for digit.

export type EventSummary = { amount: string; network: string; owner: string };

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const objectOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

/** Reads the payload of any type; what it does not say is "". `about` is the amount of the record, where it is known. */
export function summaryOf(payload: unknown, about?: { amount: string; symbol: string } | null): EventSummary {
  const all = objectOf(payload);
  const source = objectOf(all["source"]);
  const amount =
    textOf(all["amount"]) || textOf(objectOf(all["amount"])["amount"]) || textOf(objectOf(all["balance"])["amount"]);
  const network = objectOf(all["network"]);
  const symbol = textOf(all["symbol"]) || textOf(source["asset_symbol"]) || textOf(network["asset"]);
  // Of a balance the event says what it became, not what the wallet moves.
  const isBalance = all["previous_balance"] !== undefined;
  const route = [textOf(source["network_name"]), textOf(objectOf(all["destination"])["network_name"])].filter(
    (one) => one !== "",
  );
  return {
    amount:
      isBalance || about === null || about === undefined ? joined(amount, symbol) : joined(about.amount, about.symbol),
    network: textOf(all["network_symbol"]) || textOf(network["network_symbol"]) || route.join(" → "),
    owner: textOf(all["owner"]) || ownerOfCategory(textOf(all["wallet_category"])),
  };
}

function joined(amount: string, symbol: string): string {
  return amount === "" ? "" : [amount, symbol].filter((one) => one !== "").join(" ");
}

/** A balance of a vault or gas station has no owner. */
function ownerOfCategory(category: string): string {
  return category === "user" ? "" : category;
}

/** The summary as one line. */
export function summaryWords({ amount, network, owner }: EventSummary): string {
  const what = amount === "" ? network : network === "" ? amount : `${amount} on ${network}`;
  return [what, owner].filter((one) => one !== "").join(" · ");
}
