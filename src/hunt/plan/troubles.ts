// Table: the troubles that a hunt tries: steps before, instead of and after a payment or a withdrawal (U-21), made from the catalogue of gates.
import { effectAt, GATES } from "../../faults/catalogue.ts";
import { unitOf } from "../judge/units.ts";
import type { HuntStep, Place } from "./step.ts";

export const FAMILIES = ["webhook", "api", "chain", "payout", "value", "settlement", "app"] as const;
export type Family = (typeof FAMILIES)[number];

/** Where in the base plan its steps stand: around the first payment, or around the withdrawal or universal address that follows. */
export type Moment = "open" | "pay" | "withdraw" | "uda";

export type Trouble = {
  readonly name: string;
  readonly family: Family;
  readonly at: Moment;
  readonly before?: readonly HuntStep[];
  /** In the place of the payment or withdrawal itself. */
  readonly instead?: readonly HuntStep[];
  readonly after?: readonly HuntStep[];
  /** Its outcome depends on the machine: it is played several times. */
  readonly races?: true;
};

/** What the hunt knows of the app, so that nothing is tried that it never does. */
export type Abilities = {
  readonly withdraw: boolean;
  readonly uda: boolean;
  readonly restart: boolean;
  readonly reconcile: boolean;
  /** Operations of the service that the app was seen to call, with the moment of the first call. */
  readonly operations: ReadonlyMap<string, Moment>;
  /** Forced reorgs below confirmed deposits too. */
  readonly deep: boolean;
  /** Deposits with several legs in one transaction can be made. */
  readonly legs: boolean;
  /** Entries of the longest page that the app was seen to ask for, at most 120. */
  readonly pageSize: number;
  readonly usual: Place;
  /** Other places that the app accepts. */
  readonly others: readonly Place[];
};

/** The base: one owner, `a`, with one payment; its amount differs from every other amount of a world. */
export const BASE_AMOUNT = "25.5";
export const BEFORE_WITHDRAWAL = "100";
export const WITHDRAWN = "40";

export function troublesOf(abilities: Abilities): Trouble[] {
  return [
    ...webhookTroubles(abilities),
    ...apiTroubles(abilities),
    ...chainTroubles(abilities),
    ...valueTroubles(abilities),
    ...appTroubles(abilities),
    ...(abilities.withdraw ? payoutTroubles(abilities) : []),
    ...(abilities.uda ? settlementTroubles() : []),
  ];
}

/** The names of all troubles, as an app that can do everything meets them; those of requests stand for one operation. */
export function troubleNames(): string[] {
  const usual = { network: "base", asset: "USDC" };
  const operations = new Map<string, Moment>([["createPayout", "withdraw"]]);
  const can = { withdraw: true, uda: true, restart: true, reconcile: true, deep: true, legs: true };
  return troublesOf({ ...can, operations, usual, others: [{ network: "bsc", asset: "USDC" }], pageSize: 5 }).map(
    ({ name }) => name,
  );
}

/** Parameters that an effect needs, with values that an app may well meet. */
function paramsOf(
  gate: "webhook.delivery" | "chain.submit" | "routing.provider",
  effect: string,
): { params?: Record<string, string | number> } {
  const needs = effectAt(gate, effect)?.needs ?? [];
  if (needs.length === 0) return {};
  return { params: Object.fromEntries(needs.map((name) => [name, name === "status" ? 503 : "30s"])) };
}

function webhookTroubles({ withdraw, uda }: Abilities): Trouble[] {
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

function faultOf(type: string, effect: string): Extract<HuntStep, { do: "fault" }> {
  return { do: "fault", gate: "webhook.delivery", effect, match: { type }, ...paramsOf("webhook.delivery", effect) };
}

/** Answers of the service at each operation that the app was seen to call: once, twice and four times in a row. */
function apiTroubles({ operations }: Abilities): Trouble[] {
  const answers: [string, Pick<Extract<HuntStep, { do: "fault" }>, "effect" | "params">][] = [
    ["429", { effect: "status", params: { status: 429 } }],
    ["500", { effect: "status", params: { status: 500 } }],
    ["close", { effect: "close" }],
    ["answer lost", { effect: "after-commit-close" }],
  ];
  return [...operations].flatMap(([operation_id, at]) => {
    const match = { operation_id };
    const name = `api ${operation_id}`;
    const counted = answers.flatMap(([what, fault]) =>
      [1, 2, 4].map(
        (times): Trouble => ({
          ...{ name: `${name} ${what}${times === 1 ? "" : ` ${times} times`}`, family: "api", at },
          before: [{ do: "fault", gate: "api.request", match, times, ...fault }],
        }),
      ),
    );
    const slow: HuntStep = { do: "fault", gate: "api.request", effect: "delay", match, params: { by: "200ms" } };
    return [...counted, { name: `${name} slow`, family: "api", at, before: [slow] }];
  });
}

function chainTroubles({ usual: { network }, deep, withdraw }: Abilities): Trouble[] {
  const manual: HuntStep = { do: "mining", network, mode: "manual" };
  const mine = (blocks: number): HuntStep => ({ do: "mine", network, blocks });
  const reorg = (depth: number, transactions: "keep" | "drop" | "delay"): HuntStep => ({
    do: "reorg",
    network,
    depth,
    transactions,
  });
  const row = (what: string, after: readonly HuntStep[], before: readonly HuntStep[] = [manual]): Trouble => ({
    ...{ name: `chain ${what}`, family: "chain", at: "pay", before, after },
  });
  const kinds = ["keep", "drop", "delay"] as const;
  const failed = { ...faultOf("transaction.failed", "status"), times: 2 };
  const halt = { do: "fault", gate: "chain.mine", match: { network } } as const;
  return [
    ...kinds.map((kind) => row(`reorg ${kind} at the first block`, [mine(1), reorg(1, kind), mine(4)])),
    ...kinds.map((kind) =>
      row(`reorg ${kind}, and once more`, [mine(1), reorg(1, kind), mine(1), reorg(1, "delay"), mine(4)]),
    ),
    row("reorg drop, and paid again", [
      mine(1),
      reorg(1, "drop"),
      mine(1),
      { do: "pay", owner: "a", network, asset: "USDC", amount: "12.25" },
      mine(4),
    ]),
    row("reorg delay, transaction.failed late", [mine(1), reorg(1, "delay"), mine(4)], [manual, failed]),
    row(
      "reorg drop, transaction.failed dies",
      [mine(1), reorg(1, "drop"), mine(4), { do: "settle" }],
      [manual, { ...failed, times: 6 }],
    ),
    row("waits for a block", [{ do: "travel", by: "10m" }, mine(4)]),
    row("blocks at their times", [{ do: "travel", by: "2m" }], [{ do: "mining", network, mode: "interval" }]),
    row("block skipped", [{ do: "travel", by: "2m" }], [{ ...halt, effect: "skip", times: 2 }]),
    row("halted", [{ do: "travel", by: "2m" }], [{ ...halt, effect: "halt", times: 2 }]),
    ...(deep
      ? kinds.map((kind) =>
          row(
            `forced reorg ${kind} below the confirmation`,
            [{ do: "settle" }, { do: "reorg", network, depth: 3, transactions: kind, force: true }, mine(6)],
            [],
          ),
        )
      : []),
    ...(withdraw
      ? [
          {
            name: "chain slow while a payout is on its way",
            family: "chain",
            at: "withdraw",
            before: [manual],
            after: [{ do: "travel", by: "5m" }, mine(1), { do: "travel", by: "5m" }, mine(4)],
          } as const,
        ]
      : []),
  ];
}

function payoutTroubles({ usual, others, reconcile }: Abilities): Trouble[] {
  const order = (id: string, amount: string): HuntStep => ({ do: "withdraw", owner: "a", id, amount, ...usual });
  const row = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `payout ${what}`,
    family: "payout",
    at: "withdraw",
    ...rest,
  });
  const submit = (effect: string, times?: number): HuntStep => ({
    ...{ do: "fault", gate: "chain.submit", effect, ...paramsOf("chain.submit", effect) },
    ...(times === undefined ? {} : { times }),
  });
  const digits = [usual, ...others]
    .filter((place) => (unitOf(place.network, place.asset)?.decimals ?? 0) > 8)
    .map(
      (place): Trouble => ({
        ...row(`of all digits of ${place.asset} on ${place.network}`, {}),
        before: [
          { do: "open", owner: "a", network: place.network },
          { do: "pay", owner: "a", amount: "2.123456789012345678", ...place },
          { do: "settle" },
        ],
        instead: [{ do: "withdraw", owner: "a", id: "w1", amount: "1.123456789012345679", ...place }],
      }),
    );
  return [
    ...Object.keys(GATES["chain.submit"].effects).flatMap((effect) => [
      row(effect, { before: [submit(effect)], after: [{ do: "settle" }] }),
      row(`${effect} three times`, { before: [submit(effect, 3)], after: [{ do: "settle" }] }),
    ]),
    row("of a paused token", {
      before: [{ do: "pause", ...usual }],
      after: [{ do: "settle" }, { do: "unpause", ...usual }],
    }),
    row("is not mined for two hours", {
      before: [{ do: "mining", network: usual.network, mode: "manual" }],
      after: [{ do: "travel", by: "2h" }],
    }),
    row("is not mined for a day", {
      before: [{ do: "mining", network: usual.network, mode: "manual" }],
      after: [{ do: "travel", by: "1d" }],
    }),
    row("rejected while it waits for gas", {
      before: [{ do: "mining", network: usual.network, mode: "manual" }, submit("no-gas-money", 9)],
      after: [{ do: "reject", id: "w1" }, { do: "settle" }],
    }),
    row("rejected at once", { after: [{ do: "reject", id: "w1" }] }),
    ...digits,
    row("plain", {}),
    row("ordered twice in a row", { after: [order("w1", WITHDRAWN)] }),
    row("ordered again later", { after: [{ do: "settle" }, order("w1", WITHDRAWN)] }),
    row("ordered twice at once", {
      instead: [{ do: "together", steps: [order("w1", WITHDRAWN), order("w1", WITHDRAWN)] }],
      races: true,
    }),
    row("of more than there is", { instead: [order("w1", "150")] }),
    row("two at once of more than there is", {
      instead: [{ do: "together", steps: [order("w1", "70"), order("w2", "70")] }],
      races: true,
    }),
    row("two in a row of more than there is", { instead: [order("w1", "70"), order("w2", "70")] }),
    row("of a fraction", { instead: [order("w1", "0.1"), order("w2", "0.2")] }),
    row("fails, and is ordered anew", {
      before: [submit("revert", 3)],
      after: [{ do: "settle" }, { do: "heal" }, order("w2", "90"), { do: "settle" }],
    }),
    ...(reconcile
      ? [
          row("looked at while it is under way", {
            before: [{ do: "mining", network: usual.network, mode: "manual" }],
            after: [{ do: "reconcile" }, { do: "mine", network: usual.network, blocks: 4 }],
          }),
        ]
      : []),
  ];
}

function valueTroubles({ usual, others, legs, reconcile, pageSize }: Abilities): Trouble[] {
  const pay = (amount: string, place: Place = usual): HuntStep => ({ do: "pay", owner: "a", amount, ...place });
  const row = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `value ${what}`,
    family: "value",
    at: "pay",
    ...rest,
  });
  const full = others.find((place) => (unitOf(place.network, place.asset)?.decimals ?? 0) > 8);
  const seven = Array.from({ length: pageSize + 2 }, (_, index) => pay(`${index + 1}.${(index % 9) + 1}`));
  const native: Place = {
    network: usual.network,
    asset: usual.network === "bsc" ? "BNB" : usual.network === "polygon" ? "POL" : "ETH",
  };
  const other: Place = others.find(({ network }) => network !== usual.network) ?? {
    network: usual.network === "bsc" ? "polygon" : "bsc",
    asset: "USDC",
  };
  return [
    row("the same amount again", { after: [pay(BASE_AMOUNT)] }),
    row("the same amount again, later", { after: [{ do: "settle" }, pay(BASE_AMOUNT), { do: "settle" }] }),
    row("tenths", { instead: [pay("0.1"), pay("0.2")] }),
    row("many tenths", { instead: ["0.1", "0.7", "0.2", "1.1"].map((amount) => pay(amount)) }),
    row("a millionth", { instead: [pay("0.000001")] }),
    row("ten to the 24th", { instead: [pay("1000000000000000000.000001")] }),
    row("more digits than a double holds", { instead: [pay("9007199254.740993"), pay("0.000002")] }),
    row("all digits of the native coin", { after: [pay("1.000000000000000001", native)] }),
    row("the native coin instead", { instead: [pay("3.25", native)] }),
    row("another token", {
      after: [pay("7.75", { network: usual.network, asset: usual.asset === "USDT" ? "USDC" : "USDT" })],
    }),
    row("on a second network", {
      before: [{ do: "open", owner: "a", network: other.network }],
      after: [pay("4.125", other)],
    }),
    row("on a second network only", {
      before: [{ do: "open", owner: "a", network: other.network }],
      instead: [pay("4.125", other)],
    }),
    ...(full === undefined
      ? []
      : [
          row(`all digits of ${full.asset} on ${full.network}`, {
            before: [{ do: "open", owner: "a", network: full.network }],
            after: [pay("1234567.123456789012345678", full)],
          }),
        ]),
    row("on a network without a wallet", { after: [pay("6.5", other)] }),
    row("to two owners", {
      after: [
        { do: "open", owner: "b", network: usual.network },
        { do: "pay", owner: "b", amount: "8.25", ...usual },
      ],
    }),
    row("more payments than a page", { instead: seven }),
    ...(reconcile
      ? [
          row("more payments than a page, found by the repair job", {
            before: [{ do: "fault", gate: "webhook.delivery", effect: "drop", times: null }],
            instead: seven,
            after: [{ do: "settle" }, { do: "heal" }, { do: "reconcile" }],
          }),
        ]
      : []),
    ...(legs
      ? [
          row("two legs of one transaction", {
            instead: [{ do: "pay", owner: "a", amount: "10", legs: ["10", "15.5"], ...usual }],
          }),
          row("two equal legs of one transaction", {
            instead: [{ do: "pay", owner: "a", amount: "10", legs: ["10", "10"], ...usual }],
          }),
        ]
      : []),
  ];
}

function settlementTroubles(): Trouble[] {
  const row = (what: string, rest: Partial<Trouble>): Trouble => ({
    name: `settlement ${what}`,
    family: "settlement",
    at: "uda",
    ...rest,
  });
  return [
    row("plain", {}),
    ...Object.keys(GATES["routing.provider"].effects).map((effect) =>
      row(effect, {
        before: [{ do: "fault", gate: "routing.provider", effect, ...paramsOf("routing.provider", effect) }],
        after: [{ do: "settle" }],
      }),
    ),
  ];
}

function appTroubles({ restart, reconcile, withdraw, usual }: Abilities): Trouble[] {
  const row = (what: string, at: Moment, rest: Partial<Trouble>): Trouble => ({
    name: `app ${what}`,
    family: "app",
    at,
    ...rest,
  });
  const again: HuntStep = { do: "restart" };
  const payment: HuntStep = { do: "pay", owner: "a", amount: BASE_AMOUNT, ...usual };
  const manual: HuntStep = { do: "mining", network: usual.network, mode: "manual" };
  const blocks = (count: number): HuntStep => ({ do: "mine", network: usual.network, blocks: count });
  const restarts = [
    row("restarted before the payment", "pay", { before: [again] }),
    row("restarted after the payment", "pay", { after: [again] }),
    row("restarted between sight and confirmation", "pay", { before: [manual], after: [blocks(1), again, blocks(4)] }),
    row("restarted between two attempts", "pay", {
      before: [faultOf("deposit.confirmed", "status")],
      after: [again, { do: "settle" }],
    }),
    row("restarted between two copies", "pay", {
      before: [],
      after: [{ do: "settle" }, again, { do: "replay", type: "deposit.confirmed" }],
    }),
    row("restarted while the payment comes", "pay", {
      instead: [{ do: "together", steps: [payment, again] }],
      races: true,
    }),
    ...(withdraw
      ? [
          row("restarted after the withdrawal", "withdraw", { after: [again] }),
          row("restarted while it withdraws", "withdraw", {
            instead: [
              { do: "together", steps: [{ do: "withdraw", owner: "a", id: "w1", amount: WITHDRAWN, ...usual }, again] },
            ],
            races: true,
          }),
        ]
      : []),
  ];
  return [
    ...(restart ? restarts : []),
    ...(reconcile
      ? [
          row("repairs between sight and confirmation", "pay", {
            before: [manual],
            after: [blocks(1), { do: "reconcile" }, blocks(4)],
          }),
          row("repairs after the payment", "pay", {
            after: [{ do: "settle" }, { do: "reconcile" }, { do: "reconcile" }],
          }),
          row("repairs before a late webhook", "pay", {
            before: [{ ...faultOf("deposit.confirmed", "status"), times: 2 }],
            after: [{ do: "reconcile" }, { do: "settle" }],
          }),
        ]
      : []),
  ];
}
