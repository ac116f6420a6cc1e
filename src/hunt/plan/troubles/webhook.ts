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
    { name: "webhook secret rotated", family: "webhook", at: "pay", before: [{ do: "rotate" }] },
    {
      name: "webhook secret rotated between two attempts",
      family: "webhook",
      at: "pay",
      before: [faultOf("deposit.confirmed", "status")],
      after: [{ do: "rotate" }],
    },
  ];
}

function ofType(at: Moment, type: string): Trouble[] {
  const fails: readonly HuntStep[] =
    type === "transaction.failed" ? [{ do: "fault", gate: "chain.submit", effect: "revert" }] : [];
  const trouble = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `webhook ${type} ${what}`,
    family: "webhook",
    at,
    ...rest,
  });
  const effects = Object.keys(GATES["webhook.delivery"].effects).map((effect) =>
    trouble(effect, { before: [...fails, faultOf(type, effect)], ...(effect === "at-once" ? { races: true } : {}) }),
  );
  return [
    ...effects,
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
}
