// `status`: clock, networks, pending work and faults of a running sandbox, on one screen.

import { escapeControl } from "../../../kernel/escape-control.ts";
import { isObject } from "../../../kernel/is-object.ts";
import { pluralize } from "../../../kernel/pluralize.ts";
import { clientCommand } from "../../command.ts";
import { withCommandHints } from "../../command-hints.ts";
import { recordsOf } from "../../http-client.ts";
import { painter, print, wrapped } from "../../output.ts";
import { networkTable } from "../chains/networks.ts";
import { clockText, wrappedLine } from "../time/clock-text.ts";

export const statusCommand = clientCommand<{ json?: true }>({
  name: "status",
  about: "show clock, networks, pending work and faults of a running sandbox",
  examples: ["status", "status --json"],
  async run({ client, options, io }) {
    const status = await client.get("/admin/status");
    return print(io, options.json, status, () => {
      if (!isObject(status)) return "";
      const { version, seed, environment, clock, networks, pending, counts } = status;
      const title = `crypto-payment-sandbox ${version} at ${client.origin}, seed ${seed}, ${environment}`;
      const tenants = recordsOf(status["tenants"]);
      const faults = recordsOf(status["faults"]);
      const planned = isObject(pending) && isObject(pending["planned"]) ? Object.entries(pending["planned"]) : [];
      const held = isObject(pending) ? recordsOf(pending["held_back"]) : [];
      const lines = [
        pluralize(tenants.length, "tenant"),
        `planned: ${planned.length === 0 ? "nothing" : planned.map(([what, count]) => `${count} ${what}`).join(", ")}`,
        ...held.map(({ message }) => `held back: ${withCommandHints(String(message))}`),
        ...deadLines(counts),
        ...recordsOf(status["breaches"]).map(({ id, breach }) => `broken: ${id} ${breach}`),
        `faults: ${faults.length === 0 ? "none" : faults.map(({ gate, effect, hits }) => `${gate} ${effect} (${hits})`).join(", ")}`,
      ];
      return [
        `${painter(io).bold(wrapped(io, escapeControl(title)))}\n`,
        clockText(io, clock),
        "\n",
        networkTable(io, recordsOf(networks)),
        "\n",
        ...lines.map((line) => wrappedLine(io, line)),
      ].join("");
    });
  },
});

function deadLines(counts: unknown): string[] {
  const dead = isObject(counts) ? Number(counts["deliveries_dead"] ?? 0) : 0;
  if (dead === 0) return [];
  const count = pluralize(dead, "delivery is", "deliveries are");
  return [
    `${count} dead: the receiver failed six times; GET /admin/deliveries?state=dead lists them, POST /admin/deliveries/{id}/redeliver repeats one`,
  ];
}
