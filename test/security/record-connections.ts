// Preloaded into the command: records each outgoing connection and each name lookup of the process.
import { appendFileSync } from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";

type Functions = Record<string, (...args: unknown[]) => unknown>;

const { OUTGOING: file = "" } = process.env;
const note = (what: string): void => appendFileSync(file, `${what}\n`);
const require = createRequire(import.meta.url);

/** Wraps a function of a module: `before` gets its arguments first. */
function watch(holder: Functions, name: string, before: (args: unknown[]) => void): void {
  const original = holder[name];
  if (typeof original !== "function") return;
  holder[name] = function watched(this: unknown, ...args: unknown[]) {
    before(args);
    return original.apply(this, args);
  };
}

/** The target in the arguments of `socket.connect`, in any of its forms. */
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
