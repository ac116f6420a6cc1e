// Table: calls of the admin API, as its messages name them, and the commands that do the same.

type Row = { readonly call: RegExp; readonly command: string };

const ID = "([\\w-]+)";

/** A call as the API writes it → the command; the user fills in the words in capitals. */
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

/** Matches the whole call only: `POST /admin/tenants/{tenant_id}/keys` has no command. */
function row(call: string, command: string): Row {
  return { call: new RegExp(`\\b${call}(?![\\w/{-]| \\{)`, "g"), command };
}

/** `text` with each call that has a command replaced by that command; other calls stay. */
export function withCommandHints(text: string): string {
  return ROWS.reduce((result, { call, command }) => result.replace(call, command), text);
}
