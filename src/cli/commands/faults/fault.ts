// `fault`: lets something go wrong on purpose, lists what may, and takes it away again.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { type ClientCall, type CommandGroup, clientCommand, count, pair } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { painter, print, table } from "../../output.ts";
import { CommandError } from "../../process-io.ts";

type Pair = [key: string, value: string];
type AddOptions = { match?: Pair[]; param?: Pair[]; after?: number; times?: number | "forever"; json?: true };
type Json = { json?: true };
type Fault = Record<string, unknown>;

const add = clientCommand<AddOptions>({
  name: "add",
  about: "write down a fault; it counts, so the same calls go wrong each time",
  args: [
    { name: "gate", about: "where, as routing.provider", required: true },
    { name: "effect", about: "what happens there, as refuse", required: true },
  ],
  options: [
    { flags: "--match <KEY=VALUE>", about: "only what has this fact, as provider=relay", repeatable: true, read: pair },
    { flags: "--param <KEY=VALUE>", about: "what the effect needs, as status=500", repeatable: true, read: pair },
    { flags: "--after <N>", about: "how many go well first (default: 0)", read: count(0) },
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
    isObject(fault) ? `${escapeControl(String(fault["id"]))}  ${sentence(fault)}\n` : "",
  );
}

const list = clientCommand<Json>({
  name: "list",
  about: "list the faults with how often they have happened",
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
    return print(io, options.json, found, () => table(io, columns, faults, "no faults"));
  },
});

const remove = clientCommand<Json>({
  name: "remove",
  about: "take one fault away",
  args: [{ name: "id", about: "as fault list shows it", required: true }],
  examples: ["fault remove 019b7601-7800-7000-8000-00000000000a"],
  async run({ client, args: [id = ""], options, io }) {
    const done = await client.delete(`/admin/faults/${encodeURIComponent(id)}`);
    return print(io, options.json, done, () => `${escapeControl(id)} is gone\n`);
  },
});

const clear = clientCommand<Json>({
  name: "clear",
  about: "take all faults away",
  examples: ["fault clear"],
  async run({ client, options, io }) {
    const done = await client.delete("/admin/faults");
    const removed = Number(isObject(done) ? done["removed"] : 0);
    return print(io, options.json, done, () => `${pluralize(removed, "fault is", "faults are")} gone\n`);
  },
});

const catalogue = clientCommand<Json>({
  name: "catalogue",
  about: "list the gates, and what may go wrong at each",
  examples: ["fault catalogue"],
  async run({ client, options, io }) {
    const found = await client.get("/admin/faults/catalogue");
    const paint = painter(io);
    return print(io, options.json, found, () =>
      recordsOf(isObject(found) ? found["gates"] : [])
        .flatMap(({ gate, about, match, effects }) => [
          `${paint.bold(escapeControl(String(gate)))}  ${escapeControl(String(about))}`,
          escapeControl(`  match: ${Array.isArray(match) ? match.join(", ") : ""}`),
          ...recordsOf(effects).map((one) => {
            const params =
              Array.isArray(one["params"]) && one["params"].length > 0 ? ` (${one["params"].join(", ")})` : "";
            return escapeControl(`  ${one["effect"]}${params}: ${one["about"]}`);
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
  about: "let something go wrong on purpose",
  commands: [add, list, remove, clear, catalogue],
};

function timesOf(text: string): number | "forever" {
  return text === "forever" ? text : count(1)(text);
}

/** Values stay texts where the API takes texts; a whole number is sent as one (a status, a code, milliseconds). */
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
  const facts = pairsText(match);
  const skipped = Number(after) > 0 ? `after ${pluralize(Number(after), "passage")}, ` : "";
  const often = times === null ? "until it is taken away" : pluralize(Number(times), "time");
  return escapeControl(`${gate}${facts === "" ? "" : ` (${facts})`}: ${effect}, ${skipped}${often}`);
}
