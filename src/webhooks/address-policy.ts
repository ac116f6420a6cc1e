// The network addresses a webhook may be sent to: checks the address that is connected to, never its name.
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

/** Address ranges that are never receivers, with the reason shown to users. Loopback and private ranges are allowed: it is a local tool. */
const REFUSED: readonly (readonly [why: string, ranges: readonly (readonly [string, number])[]])[] = [
  [
    "the unspecified address",
    [
      ["0.0.0.0", 8],
      ["::", 128],
      ["64:ff9b::", 104],
      ["2002::", 24],
    ],
  ],
  [
    "a cloud metadata service",
    // The last four carry 169.254.169.254 inside: NAT64, 6to4, IPv4-compatible, IPv4-translated.
    [
      ["169.254.169.254", 32],
      ["fd00:ec2::254", 128],
      ["100.100.100.200", 32],
      ["168.63.129.16", 32],
      ["192.0.0.192", 32],
      ["64:ff9b::a9fe:a9fe", 128],
      ["2002:a9fe:a9fe::", 48],
      ["::a9fe:a9fe", 128],
      ["::ffff:0:a9fe:a9fe", 128],
    ],
  ],
  [
    "a link-local address",
    [
      ["169.254.0.0", 16],
      ["fe80::", 10],
      ["64:ff9b::a9fe:0", 112],
      ["2002:a9fe::", 32],
      ["::a9fe:0", 112],
      ["::ffff:0:a9fe:0", 112],
    ],
  ],
  [
    "a multicast or broadcast address",
    [
      ["224.0.0.0", 4],
      ["255.255.255.255", 32],
      ["ff00::", 8],
    ],
  ],
];

const REFUSED_LISTS = REFUSED.map(([why, ranges]) => ({ why, list: blockList(ranges) }));
const LOOPBACK = blockList([
  ["127.0.0.0", 8],
  ["::1", 128],
]);

/**
 * Why `address` (an IP literal) with `port` must not be connected to, or null when it may. `ownPort` is where this
 * sandbox listens: a webhook to it on this machine would be a loop.
 * An IPv4 address written as IPv6 (`::ffff:a.b.c.d`) is judged as the IPv4 address it is.
 */
export function addressRefusal(address: string, port: number, ownPort: number | null): string | null {
  const family = isIPv4(address) ? "ipv4" : isIPv6(address) ? "ipv6" : null;
  if (family === null) return `${address} is not an IP address`;
  for (const { why, list } of REFUSED_LISTS) if (list.check(address, family)) return `${address} is refused: ${why}`;
  if (port === ownPort && isThisMachine(address, family))
    return `${address}:${port} is refused: the sandbox's own port`;
  return null;
}

function isThisMachine(address: string, family: "ipv4" | "ipv6"): boolean {
  if (LOOPBACK.check(address, family)) return true;
  const mine = new BlockList();
  for (const one of Object.values(networkInterfaces()).flatMap((all) => all ?? [])) {
    mine.addAddress(one.address, one.family === "IPv4" ? "ipv4" : "ipv6");
  }
  return mine.check(address, family);
}

function blockList(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, isIPv4(net) ? "ipv4" : "ipv6");
  return list;
}
