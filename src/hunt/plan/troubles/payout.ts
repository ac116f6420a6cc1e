// Troubles of withdrawals: what becomes of the payout, what is ordered, and how often.
import { GATES } from "../../../faults/catalogue.ts";
import { ofRaw, textOf } from "../../judge/decimal.ts";
import { chainAsset } from "../../judge/units.ts";
import type { HuntStep, Place } from "../step.ts";
import {
  type Abilities,
  atOnce,
  blocks,
  hasManyDigits,
  manual,
  NO_WEBHOOKS,
  paramsOf,
  payment,
  type Trouble,
  WITHDRAWN,
  withdrawal,
} from "./trouble.ts";

const SETTLE: HuntStep = { do: "settle" };
const KINDS = ["keep", "drop", "delay"] as const;

export function payoutTroubles(abilities: Abilities): Trouble[] {
  const groups = { fates, repeated, amounts: (one: Abilities) => [...amounts(one), ...failures(one)] };
  return Object.entries(groups).flatMap(([group, make]) => make(abilities).map((one) => ({ ...one, group })));
}

/** The same fates for payouts that the app makes by itself when it is paid. */
export function ownPayoutTroubles(abilities: Abilities): Trouble[] {
  return fates(abilities)
    .filter(({ after = [] }) => after.every(({ do: kind }) => kind !== "reject" && kind !== "reconcile"))
    .map((trouble) => ({ ...trouble, at: "pay" }));
}

function row(what: string, rest: Partial<Trouble>): Trouble {
  return { name: `payout ${what}`, family: "payout", at: "withdraw", ...rest };
}

function submit(effect: string, times?: number): HuntStep {
  const fault = { do: "fault", gate: "chain.submit", effect, ...paramsOf("chain.submit", effect) } as const;
  return times === undefined ? fault : { ...fault, times };
}

/** What becomes of a payout on its way to the chain. */
function fates({ usual, reconcile }: Abilities): Trouble[] {
  const reject: HuntStep = { do: "reject", id: "w1" };
  const looked = row("looked at while it is under way", {
    ...{ before: [manual(usual)], after: [{ do: "reconcile" }, blocks(usual, 4)] },
  });
  const waiting = row("rejected while it waits for gas", {
    ...{ before: [manual(usual), submit("no-gas-money", 9)], after: [reject, SETTLE] },
  });
  const [first, ...others] = Object.keys(GATES["chain.submit"].effects).map((effect) =>
    row(effect, { before: [submit(effect)], after: [SETTLE] }),
  );
  const thrice = Object.keys(GATES["chain.submit"].effects).map((effect) =>
    row(`${effect} three times`, { before: [submit(effect, 3)], after: [SETTLE], later: true }),
  );
  // Each end of a payout comes early: failed, expired, late; and so does a repair job that meets one without an end.
  return [
    ...(first === undefined ? [] : [first]),
    waiting,
    ...(reconcile ? [looked] : []),
    row("is not mined for a day", { before: [manual(usual)], after: [{ do: "travel", by: "1d" }] }),
    ...others,
    ...KINDS.map((transactions) => {
      const reorg: HuntStep = { do: "reorg", network: usual.network, depth: 1, transactions };
      return row(`in a block that a reorg takes back (${transactions})`, {
        ...{ before: [manual(usual)], after: [blocks(usual, 1), reorg, blocks(usual, 4), SETTLE] },
      });
    }),
    row("of a paused token", { before: [{ do: "pause", ...usual }], after: [SETTLE, { do: "unpause", ...usual }] }),
    row("rejected at once", { after: [reject] }),
    row("is not mined for two hours", { before: [manual(usual)], after: [{ do: "travel", by: "2h" }] }),
    ...thrice,
  ];
}

/** Payouts that fail: in another place than the usual one, of many digits, and one of two that are on their way. */
function failures(abilities: Abilities): Trouble[] {
  const { usual, others, payable = others } = abilities;
  const [other] = payable;
  const full = [usual, ...payable].find(hasManyDigits);
  const paid = (amount: string, place: Place): HuntStep[] => [
    ...[{ do: "open", owner: "a", network: place.network } as const, payment(amount, place), SETTLE],
  ];
  return [
    row("one of two fails while both are on their way", {
      ...{
        before: [manual(usual), submit("revert")],
        instead: [withdrawal("w1", "40", usual), withdrawal("w2", "30", usual)],
      },
      after: [blocks(usual, 4), SETTLE],
    }),
    row("of one customer fails behind the order of another", {
      before: [...anotherCustomer(abilities), manual(usual), submit("revert")],
      instead: [withdrawal("w1", "40", usual), withdrawal("w2", "30", usual, "b")],
      ...{ after: [blocks(usual, 4), SETTLE], mixes: true },
    }),
    ...(other === undefined
      ? []
      : [
          row(`of ${other.asset} on ${other.network} fails`, {
            before: [...paid("50.5", other), submit("revert")],
            ...{ instead: [withdrawal("w1", "20.25", other)], after: [SETTLE] },
          }),
        ]),
    ...(full === undefined
      ? []
      : [
          // As 64 bits it is less than two; as a double, both orders are less than they are.
          row("of more base units than 64 bits hold", {
            before: paid("20.123456789012345678", full),
            ...{ instead: [withdrawal("w1", "1.123456789012345749", full)], after: [SETTLE] },
          }),
          row("of all digits fails", {
            before: [...paid("3.123456789012345678", full), submit("revert")],
            ...{ instead: [withdrawal("w1", "1.123456789012345749", full)], after: [SETTLE] },
          }),
        ]),
  ];
}

/** A second customer has money too. */
function anotherCustomer({ usual }: Abilities): HuntStep[] {
  const { network } = usual;
  return [{ do: "open", owner: "b", network }, { do: "pay", owner: "b", amount: "60", ...usual }, SETTLE];
}

/** Several withdrawals that have nothing to do with each other: alike, and at the same moment. */
function unrelated(abilities: Abilities): Trouble[] {
  const { usual } = abilities;
  const [first, second] = [withdrawal("w1", "30", usual), withdrawal("w2", "30", usual)];
  return [
    row("two of the same amount", { instead: [first, second] }),
    row("two at once", { instead: [atOnce(first, withdrawal("w2", "20.5", usual))], races: true }),
    row("of two customers at once", {
      ...{ before: anotherCustomer(abilities), races: true, mixes: true },
      instead: [atOnce(first, withdrawal("w2", "30", usual, "b"))],
    }),
  ];
}

function amounts({ usual, others, payable = others }: Abilities): Trouble[] {
  const order = (id: string, amount: string): HuntStep => withdrawal(id, amount, usual);
  const digits = [usual, ...payable].filter(hasManyDigits).map((place) =>
    row(`of all digits of ${place.asset} on ${place.network}`, {
      before: [{ do: "open", owner: "a", network: place.network }, payment("2.123456789012345678", place), SETTLE],
      // The second one is one base unit more than what is left, and must be refused; as doubles both are less than they are.
      instead: [
        withdrawal("w1", "1.123456789012345749", place),
        SETTLE,
        withdrawal("w2", "0.99999999999999993", place),
      ],
    }),
  );
  return [
    ...digits,
    row("plain", {}),
    row("of more than there is", { instead: [order("w1", "150")] }),
    row("two at once of more than there is", {
      instead: [atOnce(order("w1", "70"), order("w2", "70"))],
      races: true,
    }),
    row("two in a row of more than there is", { instead: [order("w1", "70"), order("w2", "70")] }),
    row("of a fraction", { instead: [order("w1", "0.1"), order("w2", "0.2")] }),
    row("of the least amount", { instead: [order("w1", leastOf(usual))] }),
  ];
}

/** One base unit: as a double it is written like `1e-06` or `1e-18`. An app that has a least amount of its own may refuse it. */
function leastOf({ network, asset }: Place): string {
  return textOf(ofRaw(1n, chainAsset(network, asset).decimals));
}

function repeated(abilities: Abilities): Trouble[] {
  const { usual, reconcile, pageSize } = abilities;
  const again = withdrawal("w1", WITHDRAWN, usual);
  const page = Array.from({ length: pageSize + 2 }, (_, at) => withdrawal(`w${at + 1}`, `0.${at + 1}`, usual));
  const found = row("of more orders than a page, found by the repair job", {
    ...{ before: [NO_WEBHOOKS], instead: page, later: true },
    after: [SETTLE, { do: "heal" }, { do: "reconcile" }],
  });
  return [
    ...(reconcile ? [found] : []),
    row("ordered twice in a row", { after: [again] }),
    ...unrelated(abilities),
    row("ordered again later", { after: [SETTLE, again] }),
    row("ordered twice at once", { instead: [atOnce(again, again)], races: true }),
    row("fails, and more than there is is ordered", {
      before: [submit("revert", 3)],
      after: [SETTLE, { do: "heal" }, withdrawal("w2", "130", usual), SETTLE],
    }),
    row("fails, and is ordered anew", {
      before: [submit("revert", 3)],
      after: [SETTLE, { do: "heal" }, withdrawal("w2", "90", usual), SETTLE],
    }),
  ];
}
