// `contract readings`: the readings of the specification with what is set, and setting them in a running sandbox.
import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { type ClientCall, type ClientCommand, clientCommand, pair } from "../../command.ts";
import { recordsOf } from "../../http-client.ts";
import { print, table } from "../../output.ts";
import type { ProcessIo } from "../../process-io.ts";
import { withExitCode } from "./exit-codes.ts";

type Options = { set?: [key: string, value: string][]; clear?: true; tenantId?: string; json?: true };
type Row = Record<string, unknown>;

export const readingsCommand = (): ClientCommand =>
  clientCommand<Options>({
    name: "readings",
    about: "list how the specification can be read where it leaves something open, and set it",
    options: [
      {
        flags: "--set <NAME=VALUE>",
        about: "sets a reading, for example record=top-level; the value null is the default",
        repeatable: true,
        read: pair,
      },
      { flags: "--clear", about: "sets all to their defaults first" },
      { flags: "--tenant-id <ID>", about: "for this tenant alone (default: for all)" },
    ],
    examples: ["contract readings", "contract readings --set record=top-level --set absent_time=omitted"],
    exits: { 1: "the sandbox refused", 2: "the line, a value or the tenant was wrong", 3: "no sandbox answers" },
    run: (call) => run(call).catch(withExitCode),
  });

async function run({ client, options, io }: ClientCall<Options>): Promise<number> {
  const { set = [], clear, tenantId, json } = options;
  const query = tenantId === undefined ? "" : `?tenant_id=${encodeURIComponent(tenantId)}`;
  const catalogue = await client.get(`/admin/contract/readings${query}`);
  const rows = recordsOf(isObject(catalogue) ? catalogue["items"] : []);
  if (set.length > 0 || clear === true) {
    const cleared = clear === true ? rows.map(({ name }) => [String(name), null]) : [];
    const chosen = set.map(([name, value]) => [name, value === "null" ? null : value]);
    const changes = Object.fromEntries([...cleared, ...chosen]);
    await client.put("/admin/contract/ambiguity", { ...changes, tenant_id: tenantId });
  }
  const now = await client.get(`/admin/contract/ambiguity${query}`);
  const holds = isObject(now) ? now : {};
  const items = rows.map((row) => ({ ...row, now: holds[String(row["name"])] }));
  return print(io, json, { tenant_id: holds["tenant_id"], items }, () => shown(io, items));
}

/** What is not the default has a star; further values stand behind it. */
function shown(io: ProcessIo, rows: readonly Row[]): string {
  const columns = [
    { head: "READING", cell: ({ name }: Row) => name },
    { head: "CLASS", cell: (row: Row) => row["class"] },
    { head: "NOW", cell: (row: Row) => (row["now"] === defaultOf(row) ? row["now"] : `${row["now"]} *`) },
    { head: "OTHER VALUES", cell: (row: Row) => others(row), shrinks: true as const },
  ];
  const set = rows.filter((row) => row["now"] !== defaultOf(row)).length;
  const end = set === 0 ? "all readings have their defaults" : `* ${set} set; --clear sets the defaults`;
  return `${table(io, columns, rows, "no readings")}\n${escapeControl(end)}. What they do: docs/readings.md\n`;
}

function defaultOf({ values }: Row): unknown {
  return recordsOf(values).find((one) => one["default"] === true)?.["value"];
}

function others({ values, now }: Row): string {
  return recordsOf(values)
    .map(({ value }) => String(value))
    .filter((value) => value !== now)
    .join(", ");
}
