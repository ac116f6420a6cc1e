// Loaded into the command ahead of everything else: writes down each connection and each name that the process asks for.
import { appendFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

type Functions = Record<string, (...args: unknown[]) => unknown>;

const { OUTGOING: file = "" } = process.env;
const note = (what: string): void => appendFileSync(file, `${what}\n`);
const require = createRequire(import.meta.url);

/** Puts `before` in front of a function of a module; its arguments are told first. */
function watch(holder: Functions, name: string, before: (args: unknown[]) => void): void {
  const original = holder[name];
  if (typeof original !== "function") return;
  holder[name] = function watched(this: unknown, ...args: unknown[]) {
    before(args);
    return original.apply(this, args);
  };
}

/** What `socket.connect` was given, in any of its forms. */
function placeOf(args: unknown[]): string {
  const [first, second] = args.flat() as unknown[];
  if (typeof first === "object" && first !== null) {
    const { path, host = "localhost", port } = first as { path?: string; host?: string; port?: number | string };
    return path ?? `${host}:${port}`;
  }
  return `${typeof second === "string" ? second : "localhost"}:${String(first)}`;
}

const net = require("node:net") as { Socket: { prototype: Functions } };
watch(net.Socket.prototype, "connect", (args) => note(`connect ${placeOf(args)}`));
const datagrams = require("node:dgram") as { Socket: { prototype: Functions } };
watch(datagrams.Socket.prototype, "send", () => note("datagram"));

const dns = require("node:dns") as Functions & { promises: Functions };
for (const holder of [dns, dns.promises]) {
  for (const name of Object.keys(holder).filter((key) => /^(lookup|resolve|reverse)/.test(key))) {
    watch(holder, name, ([asked]) => {
      if (typeof asked === "string" && isIP(asked) === 0) note(`name ${asked}`);
    });
  }
}
syncBuiltinESMExports();
