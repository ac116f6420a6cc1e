// Table: for each value of a reading that is not the default, a client that takes the default for granted (C-81).
import { getAddress } from "viem";
import type { ReadingName } from "../../../src/contract/readings/table.ts";
import { type Answer, type App, Broken, type Habits, must, type SceneName } from "./a-hardened-client.ts";

/** The scene in which it breaks, and the habit that is wrong. */
export type PlantedReader = { mistake: string; scene: SceneName; habits: Partial<Habits> };

const readsOnlyData: PlantedReader = {
  mistake: "reads only `data`",
  scene: "settlements",
  habits: { record: (json: any) => json.data },
};
const nullOnly: PlantedReader = {
  mistake: "takes everything but null for a time",
  scene: "deposits",
  habits: { time: (text) => (text === null ? null : aDate(new Date(String(text)))) },
};
const textOnly: PlantedReader = {
  mistake: "takes every text for one",
  scene: "deposits",
  habits: { absentText: (value) => (value as string).trim().length === 0 },
};
const oneTimeForm: PlantedReader = {
  mistake: "knows one form of date-times",
  scene: "deposits",
  habits: {
    time: (text) => {
      if (text === null) return null;
      must(/^[\d-]+T[\d:]+\.\d{3}Z$/.test(String(text)), `no date-time: ${text}`);
      return new Date(String(text));
    },
  },
};
const exactUsd: PlantedReader = {
  mistake: "compares USD texts letter by letter",
  scene: "deposits",
  habits: { isUsd: (text, wanted) => text === wanted.toFixed(2) },
};
const digitsOfNumber: PlantedReader = {
  mistake: "cuts the digits of `raw` out of the JSON text",
  scene: "deposits",
  habits: { rawDigits: (listed) => /"raw":(\d{10,}),/.exec(listed)?.[1] ?? "" },
};

function aDate(date: Date): Date {
  date.toISOString();
  return date;
}

/** Asks for larger pages until one is refused. */
async function byRefusal(app: App): Promise<number> {
  for (let limit = 100; limit < 110; limit += 1)
    if ((await app.call("GET", `/deposits?limit=${limit}`)).status === 400) return limit - 1;
  throw new Broken("no page is too large");
}

export const PLANTED: Readonly<Partial<Record<ReadingName, Readonly<Record<string, PlantedReader>>>>> = {
  record: { "top-level": readsOnlyData, alternate: readsOnlyData },
  quote_usd: {
    present: {
      mistake: "refuses members that the quotes of its fixtures lack",
      scene: "quotes",
      habits: { quote: (quote) => !("amount_usd" in quote.from) },
    },
  },
  webhook_repeat: {
    twice: {
      mistake: "credits every webhook that comes",
      scene: "deposits",
      habits: { events: (received) => received.map(({ json }) => json) },
    },
  },
  extra_members: {
    some: {
      mistake: "validates answers against a closed schema",
      scene: "deposits",
      habits: { hasOnly: (object, members) => Object.keys(object).every((name) => members.includes(name)) },
    },
  },
  open_values: {
    upper: {
      mistake: "compares words letter by letter",
      scene: "deposits",
      habits: { side: (word) => (word === "in" ? "in" : "out") },
    },
    new: {
      mistake: "has a switch over event types without a default",
      scene: "deposits",
      habits: {
        events: (received) => {
          const unknown = received.find(({ json }) => !/^(deposit|address|balance|transaction|uda)\./.test(json.type));
          must(unknown === undefined ? true : null, `no such event: ${unknown?.json.type}`);
          return [...new Map(received.map(({ json }) => [json.id, json])).values()];
        },
      },
    },
  },
  list_array: {
    named: { mistake: "reads only `items`", scene: "settlements", habits: { rows: (data) => data.items } },
  },
  nested_names: {
    long: { mistake: "reads only `source`", scene: "settlements", habits: { sourceOf: ({ source }) => source } },
  },
  uda_deposit_addresses: {
    empty: {
      mistake: "takes the deposit address from the list",
      scene: "settlements",
      habits: { udaAddress: async (_app, { deposit_addresses: [entry] }) => entry.address },
    },
  },
  created_uda_status: {
    "200": {
      mistake: "waits for 201",
      scene: "settlements",
      habits: { uda: ({ status }) => status === 201 },
    },
  },
  new_payout: {
    confirmed: {
      mistake: "knows new payouts as queued only",
      scene: "payouts",
      habits: { isAccepted: (status) => status === "queued" },
    },
  },
  rejected_payout: {
    failed: {
      mistake: "knows rejected payouts as expired only",
      scene: "payouts",
      habits: { isRejected: ({ status }) => status === "expired" },
    },
  },
  new_settlement: {
    routing: {
      mistake: "knows new settlements as created only",
      scene: "settlements",
      habits: { isNewSettlement: (status) => status === "created" },
    },
  },
  absent_time: { empty: nullOnly, omitted: nullOnly },
  absent_text: { null: textOnly, omitted: textOnly },
  time_text: { seconds: oneTimeForm, micros: oneTimeForm, offset: oneTimeForm },
  json_numbers: { exponent: digitsOfNumber, double: digitsOfNumber },
  usd_text: { plain: exactUsd, six: exactUsd },
  amount_text: {
    padded: {
      mistake: "compares amounts letter by letter",
      scene: "deposits",
      habits: { isAmount: (text, wanted) => text === String(wanted) },
    },
  },
  address_case: {
    lower: {
      mistake: "takes addresses with a checksum only",
      scene: "payouts",
      habits: { sameAddress: (a) => a === getAddress(String(a)) },
    },
  },
  network_symbol: {
    ticker: {
      mistake: "knows networks by their slug",
      scene: "deposits",
      habits: { isOn: ({ network_symbol }, { symbol }) => network_symbol === symbol },
    },
  },
  list_order: {
    oldest: {
      mistake: "takes the first row for the newest",
      scene: "deposits",
      habits: { newest: ([first]) => first },
    },
  },
  out_of_range: {
    clamped: { mistake: "asks until a page is refused", scene: "limits", habits: { largestPage: byRefusal } },
  },
  unconfirmed_deposits: {
    hidden: {
      mistake: "looks a deposit up as soon as it was sent",
      scene: "reorgs",
      habits: { isPending: ({ status }) => status === 200 },
    },
  },
  error_text: {
    other: {
      mistake: "knows a duplicate by its words",
      scene: "payouts",
      habits: { isDuplicate: ({ json }: Answer) => json.error === "Duplicate reference_id" },
    },
  },
  idempotency_key: {
    ignored: {
      mistake: "relies on the first answer to come again",
      scene: "deposits",
      habits: {
        afterRetry: (first, second) => {
          must(first.id === second.id, "another wallet");
          return second;
        },
      },
    },
  },
  rate_reset: {
    "seconds-left": {
      mistake: "takes the header for a time",
      scene: "limits",
      habits: { resetAt: (header) => header },
    },
  },
  retry_after: {
    absent: {
      mistake: "waits for what a header says that may be missing",
      scene: "limits",
      habits: { wait: ({ header }) => Number(header("retry-after")) },
    },
  },
  webhook_amounts: {
    number: {
      mistake: "takes amounts of webhooks for texts",
      scene: "deposits",
      habits: { deposited: async (_app, { balance }) => Number(balance.amount.replace(",", "")) },
    },
  },
  webhook_payload: {
    slim: {
      mistake: "reads amounts from the payload alone",
      scene: "deposits",
      habits: { deposited: async (_app, { balance }) => Number(balance.amount) },
    },
  },
  webhook_order: {
    swapped: {
      mistake: "knows a deposit only after `deposit.new`",
      scene: "deposits",
      habits: {
        events: (received) => {
          const events = [...new Map(received.map(({ json }) => [json.id, json])).values()];
          for (const [at, { type, payload }] of events.entries()) {
            const before = events
              .slice(0, at)
              .some((one) => one.type === "deposit.new" && one.payload.id === payload.id);
            must(type !== "deposit.confirmed" || before, "a deposit was confirmed that nobody knows");
          }
          return events;
        },
      },
    },
  },
  failed_event: {
    "on-chain-only": {
      mistake: "learns of failures by webhook alone",
      scene: "reorgs",
      habits: { hasFailed: async ({ received }) => received.some(({ json }) => json.type === "transaction.failed") },
    },
  },
};
