// `fault`: arms, lists and removes injected faults, and lists the gates and effects that exist.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCall, type CommandGroup, clientCommand, count, pair } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { EFFECTS } from "../../names.gen.ts";
import { painter, print, table, wrapped } from "../../output.ts";
import { CommandError } from "../../process-io.ts";

type Pair = [key: string, value: string];
type AddOptions = { match?: Pair[]; param?: Pair[]; after?: number; times?: number | "forever"; json?: true };
type Json = { json?: true };
type Fault = Record<string, unknown>;

const add = clientCommand<AddOptions>({
  name: "add",
  about: "arm a fault; it counts passages, so the same calls fail each time",
  args: [
    {
      name: "gate",
      about: "where it happens, for example routing.provider",
      required: true,
      suggests: () => Object.keys(EFFECTS),
    },
    {
      name: "effect",
      about: "what happens there, for example refuse",
      required: true,
      suggests: (gate) => EFFECTS[gate] ?? [],
    },
  ],
  options: [
    {
      flags: "--match <KEY=VALUE>",
      about: "only passages with this value, for example provider=relay",
      repeatable: true,
      read: pair,
    },
    {
      flags: "--param <KEY=VALUE>",
      about: "parameter of the effect, for example status=500",
      repeatable: true,
      read: pair,
    },
    { flags: "--after <N>", about: "how many passages succeed first (default: 0)", read: count(0) },
    { flags: "--times <N>", about: "how often it happens, or forever (default: 1)", read: timesOf },
  ],
  examples: [
    "fault add routing.provider refuse --match provider=relay --times 2",
    "fault add api.request status --match operation_id=createPayout --param status=500",
  ],
  run: addFault,
});

async function addFault({ client, args: [gate, effect], options, io }: ClientCall<AddOptions>): Promise<number> {
  const { match, param, after, times, json } = options;
  const fault = await client.post("/admin/faults", {
    ...{ gate, effect, after },
    times: times === "forever" ? null : times,
    match: match === undefined ? undefined : objectOf("--match", match),
    params: param === undefined ? undefined : objectOf("--param", param),
  });
  return print(io, json, fault, () =>
    isObject(fault) ? `${wrapped(io, `${escapeControl(String(fault["id"]))}  ${sentence(fault)}`)}\n` : "",
  );
}

const list = clientCommand<Json>({
  name: "list",
  about: "list the faults and how often each has happened",
  examples: ["fault list"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/faults");
    const faults = recordsOf(isObject(found) ? found["items"] : []);
    const columns = [
      { head: "ID", cell: ({ id }: Fault) => id },
      { head: "GATE", cell: ({ gate }: Fault) => gate },
      { head: "EFFECT", cell: ({ effect }: Fault) => effect },
      { head: "MATCH", cell: ({ match }: Fault) => pairsText(match), shrinks: true as const },
      { head: "PARAMS", cell: ({ params }: Fault) => pairsText(params), shrinks: true as const },
      { head: "AFTER", cell: ({ after }: Fault) => after, right: true as const },
      { head: "TIMES", cell: ({ times }: Fault) => times ?? "forever", right: true as const },
      { head: "SEEN", cell: ({ seen }: Fault) => seen, right: true as const },
      { head: "HITS", cell: ({ hits }: Fault) => hits, right: true as const },
    ];
    const usedUp = faults.filter(isUsedUp);
    const armed = faults.filter((fault) => !isUsedUp(fault));
    return print(io, options.json, found, () =>
      [
        table(io, columns, armed, usedUp.length === 0 ? "no faults" : "no armed faults"),
        ...(usedUp.length === 0 ? [] : ["\nused up, no longer in effect:\n", table(io, columns, usedUp, "")]),
      ].join(""),
    );
  },
});

const remove = clientCommand<Json>({
  name: "remove",
  about: "remove a fault",
  args: [{ name: "id", about: "its id, as fault list shows it", required: true }],
  examples: ["fault remove 019b7601-7800-7000-8000-00000000000a"],
  async run({ client, args: [id = ""], options, io }) {
    const done = await client.delete(`/admin/faults/${encodeURIComponent(id)}`);
    return print(io, options.json, done, () => `removed ${escapeControl(id)}\n`);
  },
});

const clear = clientCommand<Json>({
  name: "clear",
  about: "remove all faults",
  examples: ["fault clear"],
  async run({ client, options, io }) {
    const done = await client.delete("/admin/faults");
    const removed = Number(isObject(done) ? done["removed"] : 0);
    return print(io, options.json, done, () => `removed ${pluralize(removed, "fault")}\n`);
  },
});

const catalogue = clientCommand<Json>({
  name: "catalogue",
  about: "list the gates and the effects at each",
  examples: ["fault catalogue"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/faults/catalogue");
    const paint = painter(io);
    return print(io, options.json, found, () =>
      recordsOf(isObject(found) ? found["gates"] : [])
        .flatMap(({ gate, about, match, effects }) => [
          wrapped(io, escapeControl(`${gate}  ${about}`)).replace(String(gate), paint.bold),
          wrapped(io, escapeControl(`  match: ${Array.isArray(match) ? match.join(", ") : ""}`)),
          ...recordsOf(effects).map((one) => {
            const params =
              Array.isArray(one["params"]) && one["params"].length > 0 ? ` (${one["params"].join(", ")})` : "";
            return wrapped(io, escapeControl(`  ${one["effect"]}${params}: ${one["about"]}`));
          }),
          "",
        ])
        .join("\n"),
    );
  },
});

export const faultCommand: CommandGroup = {
  kind: "group",
  name: "fault",
  about: "inject faults",
  commands: [add, list, remove, clear, catalogue],
};

/** Whether it has happened as often as configured. */
function isUsedUp({ times, hits }: Fault): boolean {
  return typeof times === "number" && Number(hits) >= times;
}

function timesOf(text: string): number | "forever" {
  return text === "forever" ? text : count(1)(text);
}

/** Whole numbers are sent as numbers (a status, a code, milliseconds), everything else as text. */
function objectOf(flag: string, pairs: readonly Pair[]): Record<string, string | number> {
  const object: Record<string, string | number> = {};
  for (const [key, value] of pairs) {
    if (Object.hasOwn(object, key)) throw new CommandError(`${flag} ${key} is given twice: keep one`, 2);
    object[key] = key !== "message" && /^-?(0|[1-9][0-9]{0,14})$/.test(value) ? Number(value) : value;
  }
  return object;
}

function pairsText(value: unknown): string {
  return isObject(value)
    ? Object.entries(value)
        .map(([key, one]) => `${key}=${one}`)
        .join(" ")
    : "";
}

function sentence({ gate, effect, match, after, times }: Fault): string {
  const conditions = pairsText(match);
  const skipped = Number(after) > 0 ? `after ${pluralize(Number(after), "passage")}, ` : "";
  const often = times === null ? "until it is taken away" : pluralize(Number(times), "time");
  return escapeControl(`${gate}${conditions === "" ? "" : ` (${conditions})`}: ${effect}, ${skipped}${often}`);
}
