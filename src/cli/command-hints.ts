// Table: what the admin API says of its own calls, said to somebody who has the command line before him.

type Row = { readonly call: RegExp; readonly command: string };

const ID = "([\\w-]+)";

/** A call as the API writes it → the command; words in capitals are for the user to fill in. */
const ROWS: readonly Row[] = [
  row(`POST /admin/clock/advance \\{"to":"([^"]+)"\\}`, "advance --to $1"),
  row("POST /admin/clock/advance", "advance DURATION"),
  row("GET /admin/clock", "clock"),
  row("POST /admin/run-until-idle", "run-until-idle"),
  row(`POST /admin/networks/${ID}/mine \\{"blocks":(\\d+)\\}`, "mine $1 $2"),
  row(`POST /admin/networks/${ID}/mine`, "mine $1"),
  row("PUT /admin/networks/\\{network\\}/mining", "mining NETWORK MODE"),
  row(`PUT /admin/networks/${ID}/mining`, "mining $1 MODE"),
  row(`DELETE /admin/faults/${ID}`, "fault remove $1"),
  row("DELETE /admin/faults", "fault clear"),
  row("POST /admin/snapshots", "snapshot create"),
  row("DELETE /admin/snapshots/\\{id\\}", "snapshot delete SNAPSHOT"),
  row("GET /admin/export", "export -o world.json"),
  row("POST /admin/tenants", "tenants create NAME"),
];

/** Longer calls are other calls: `POST /admin/tenants/{tenant_id}/keys` is none of these. */
function row(call: string, command: string): Row {
  return { call: new RegExp(`\\b${call}(?![\\w/{-]| \\{)`, "g"), command };
}

/** `text` with every call that has a command of its own replaced by it; other calls stay. */
export function withCommandHints(text: string): string {
  return ROWS.reduce((told, { call, command }) => told.replace(call, command), text);
}
