// Troubles of webhooks: every effect at each type, outages, repeated deliveries, rotations of the secret.
import { GATES } from "../../../faults/catalogue.ts";
import type { HuntStep } from "../step.ts";
import { type Abilities, faultOf, type Moment, type Trouble } from "./trouble.ts";

export function webhookTroubles({ withdraw, uda }: Abilities): Trouble[] {
  const moments: [Moment, readonly string[]][] = [
    ["pay", ["deposit.new", "deposit.confirmed"]],
    ["withdraw", withdraw ? ["transaction.broadcasted", "transaction.confirmed", "transaction.failed"] : []],
    ["uda", uda ? ["uda.settlement.created", "uda.settlement.completed"] : []],
  ];
  const single = moments.flatMap(([at, types]) => types.flatMap((type) => ofType(at, type)));
  const outage = {
    do: "fault",
    gate: "webhook.delivery",
    effect: "status",
    times: null,
    params: { status: 503 },
  } as const;
  const over: HuntStep[] = [{ do: "travel", by: "20m" }, { do: "heal" }];
  return [
    ...ROTATIONS,
    ...single,
    ...moments
      .filter(([, types]) => types.length > 0)
      .map(
        ([at]): Trouble => ({
          name: `webhook outage of 20 minutes at ${at}`,
          family: "webhook",
          at,
          before: [outage],
          after: over,
        }),
      ),
  ];
}

/** A group of their own: nothing else shows that an app reads one signature of two. */
const ROTATIONS: readonly Trouble[] = [
  {
    ...{ name: "webhook secret rotated", family: "webhook", group: "secret", at: "pay" },
    before: [{ do: "rotate" }],
  },
  {
    ...{ name: "webhook secret rotated between two attempts", family: "webhook", group: "secret", at: "pay" },
    ...{ before: [faultOf("deposit.confirmed", "status")], after: [{ do: "rotate" }] },
  },
];

/** Types that apps act upon, what such a webhook may meet that shows most, in this order, and what only one type has to show. */
const ACTED_UPON = ["deposit.confirmed", "transaction.failed", "transaction.confirmed", "uda.settlement.completed"];
const SHOWS_MOST = ["at-once", "answer-lost", "reorder", "dies", "sent again later"];
/** Of a type that others follow: one that comes behind them is old news, whatever the app does with it. */
const OF_OTHERS = ["sent again later", "at-once"];
const SHOWN_ONCE = ["wrong-secret", "unsigned", "truncate", "stale-timestamp", "always respelled", "fails five times"];
const SHOWN_BY = "deposit.confirmed";

function isShownOnce(type: string, what: string): boolean {
  return type === SHOWN_BY && SHOWN_ONCE.includes(what);
}

function isLater(type: string, what: string): boolean {
  if (isShownOnce(type, what)) return false;
  return !showsMost(type).includes(what);
}

function showsMost(type: string): readonly string[] {
  return ACTED_UPON.includes(type) ? SHOWS_MOST : OF_OTHERS;
}

function placeOf(type: string, what: string): number {
  const order = [...showsMost(type), ...SHOWN_ONCE];
  const place = order.indexOf(what);
  return place === -1 ? order.length : place;
}

function ofType(at: Moment, type: string): Trouble[] {
  const fails: readonly HuntStep[] =
    type === "transaction.failed" ? [{ do: "fault", gate: "chain.submit", effect: "revert" }] : [];
  const trouble = (what: string, rest: Partial<Trouble>): Trouble & { what: string } => ({
    ...{ what, name: `webhook ${type} ${what}`, family: "webhook", at },
    group: isShownOnce(type, what) ? "genuine" : type,
    ...(isLater(type, what) ? { later: true } : {}),
    ...rest,
  });
  const effects = Object.keys(GATES["webhook.delivery"].effects).map((effect) =>
    trouble(effect, { before: [...fails, faultOf(type, effect)], ...(effect === "at-once" ? { races: true } : {}) }),
  );
  const all = [
    ...effects,
    trouble("always respelled", {
      before: [...fails, { ...faultOf(type, "respelled"), times: null }],
      after: [{ do: "settle" }],
    }),
    trouble("fails three times", { before: [...fails, { ...faultOf(type, "status"), times: 3 }] }),
    trouble("fails five times", { before: [...fails, { ...faultOf(type, "status"), times: 5 }] }),
    trouble("dies", { before: [...fails, { ...faultOf(type, "status"), times: 6 }], after: [{ do: "settle" }] }),
    trouble("answer lost, then twice in a row", {
      before: [...fails, faultOf(type, "timeout"), { ...faultOf(type, "duplicate"), after: 1 }],
    }),
    trouble("sent again later", { before: fails, after: [{ do: "settle" }, { do: "replay", type }] }),
    trouble("sent again twice at once", {
      before: fails,
      after: [{ do: "settle" }, { do: "replay", type }, { do: "replay", type }],
    }),
  ];
  return all.toSorted((a, b) => placeOf(type, a.what) - placeOf(type, b.what)).map(({ what: _, ...one }) => one);
}
