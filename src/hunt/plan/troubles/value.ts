// Troubles of values: amounts that doubles cannot hold, other assets and networks, more payments than a page.
import { nativeOf } from "../../judge/units.ts";
import type { HuntStep, Place } from "../step.ts";
import {
  type Abilities,
  BASE_AMOUNT,
  hasManyDigits,
  NO_WEBHOOKS,
  payment,
  placeOnAnotherNetwork,
  type Trouble,
} from "./trouble.ts";

const SETTLE: HuntStep = { do: "settle" };

export function valueTroubles(abilities: Abilities): Trouble[] {
  const groups = { amounts, places, many, legs: abilities.legs ? legs : () => [] };
  return Object.entries(groups).flatMap(([group, make]) => make(abilities).map((one) => ({ ...one, group })));
}

function row(what: string, rest: Partial<Trouble>): Trouble {
  return { name: `value ${what}`, family: "value", at: "pay", ...rest };
}

function amounts({ usual }: Abilities): Trouble[] {
  const pay = (amount: string): HuntStep => payment(amount, usual);
  return [
    row("the same amount again", { after: [pay(BASE_AMOUNT)] }),
    row("tenths", { instead: [pay("0.1"), pay("0.2")] }),
    row("more digits than a double holds", { instead: [pay("9007199254.740993"), pay("0.000002")] }),
    row("a millionth", { instead: [pay("0.000001")] }),
    row("ten to the 24th", { instead: [pay("1000000000000000000.000001")] }),
    row("the same amount again, later", { after: [SETTLE, pay(BASE_AMOUNT), SETTLE], later: true }),
    row("many tenths", { instead: ["0.1", "0.7", "0.2", "1.1"].map(pay), later: true }),
  ];
}

function places({ usual, others }: Abilities): Trouble[] {
  const { network, asset } = usual;
  const native: Place = { network, asset: nativeOf(network) };
  const other = others.find((one) => one.network !== network) ?? placeOnAnotherNetwork(usual);
  const open = (place: Place): HuntStep => ({ do: "open", owner: "a", network: place.network });
  const full = others.filter(hasManyDigits).slice(0, 1);
  // The other customer came in between: who asked last is not who is paid.
  const two = row("to two owners", {
    before: [{ do: "open", owner: "b", network }],
    after: [{ do: "pay", owner: "b", amount: "8.25", ...usual }],
  });
  const filled: HuntStep = { do: "fund", amount: "250", ...usual };
  return [
    row("to the vault, which is no customer's", { before: [filled, SETTLE] }),
    row("on a second network", { before: [open(other)], after: [payment("4.125", other)] }),
    two,
    ...full.map((place) =>
      row(`all digits of ${place.asset} on ${place.network}`, {
        ...{ before: [open(place)], after: [payment("1234567.123456789012345678", place)] },
      }),
    ),
    row("another token", { after: [payment("7.75", { network, asset: asset === "USDT" ? "USDC" : "USDT" })] }),
    row("all digits of the native coin", { after: [payment("1.000000000000000001", native)] }),
    row("the native coin instead", { instead: [payment("3.25", native)] }),
    row("on a second network only", { before: [open(other)], instead: [payment("4.125", other)] }),
    row("on a network without a wallet", { after: [payment("6.5", other)] }),
  ];
}

function many({ usual, reconcile, pageSize }: Abilities): Trouble[] {
  const page = Array.from({ length: pageSize + 2 }, (_, at) => payment(`${at + 1}.${(at % 9) + 1}`, usual));
  const found = row("more payments than a page, found by the repair job", {
    before: [NO_WEBHOOKS],
    ...{ instead: page, after: [SETTLE, { do: "heal" }, { do: "reconcile" }] },
  });
  return [row("more payments than a page", { instead: page }), ...(reconcile ? [found] : [])];
}

function legs({ usual }: Abilities): Trouble[] {
  const paid = (...amounts: string[]): HuntStep => ({ do: "pay", owner: "a", amount: "10", legs: amounts, ...usual });
  return [
    row("two legs of one transaction", { instead: [paid("10", "15.5")] }),
    row("two equal legs of one transaction", { instead: [paid("10", "10")] }),
  ];
}
