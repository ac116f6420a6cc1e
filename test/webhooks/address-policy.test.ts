// Addresses a webhook never goes to, judged where it connects, at every attempt (R-140, I-36).
import type { LookupAddress } from "node:dns";
import { networkInterfaces } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { addressRefusal } from "../../src/webhooks/address-policy.ts";
import { createWebhookSender, type Resolve } from "../../src/webhooks/send.ts";
import { aReceiver, portOf } from "./a-receiver.ts";
import { aWallClock } from "./a-wall-clock.ts";

describe("addresses a webhook may go to (R-140)", () => {
  test.each([
    "127.0.0.1",
    "127.8.9.1",
    "::1",
    "10.0.0.1",
    "172.16.5.4",
    "192.168.1.1",
    "fd12::1",
    "8.8.8.8",
    "2606:4700::1111",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
  ])("%s is allowed", (address) => expect(addressRefusal(address, 4010, null)).toBeNull());

  test.each([
    ["0.0.0.0", "unspecified"],
    ["0.1.2.3", "unspecified"],
    ["::", "unspecified"],
    ["::ffff:0.0.0.0", "unspecified"],
    ["::ffff:0:0", "unspecified"],
    ["169.254.169.254", "metadata"],
    ["::ffff:169.254.169.254", "metadata"],
    ["::ffff:a9fe:a9fe", "metadata"],
    ["fd00:ec2::254", "metadata"],
    ["64:ff9b::a9fe:a9fe", "metadata"],
    ["2002:a9fe:a9fe::1", "metadata"],
    ["::a9fe:a9fe", "metadata"],
    ["100.100.100.200", "metadata"],
    ["169.254.0.1", "link-local"],
    ["169.254.255.255", "link-local"],
    ["fe80::1", "link-local"],
    ["febf::1", "link-local"],
    ["fe80::1%lo", "link-local"],
    ["::ffff:169.254.1.1", "link-local"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "multicast"],
    ["ff02::1", "multicast"],
    ["localhost", "not an IP address"],
    ["", "not an IP address"],
  ])("%s is refused: %s", (address, why) => expect(addressRefusal(address, 80, null)).toContain(why));

  test("the sandbox's own port is refused on every address of this machine and nowhere else", () => {
    const mine = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .map(({ address }) => address)
      .filter((address) => !address.startsWith("fe80"));
    for (const address of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1", ...mine]) {
      expect(addressRefusal(address, 4010, 4010)).toContain("own port");
      expect(addressRefusal(address, 4011, 4010)).toBeNull();
    }
    expect(addressRefusal("203.0.113.7", 4010, 4010)).toBeNull();
  });
});

describe("the address that is connected to is judged, at every attempt (R-140)", () => {
  function aSender(options: { resolve?: Resolve; ownPort?: () => number | null } = {}) {
    const sender = createWebhookSender({ wall: aWallClock().wall, ...options });
    onTestFinished(() => sender.close());
    return (url: string) => sender.send({ url, headers: {}, body: Buffer.from("{}") });
  }
  const answering =
    (...addresses: string[]): Resolve =>
    (_name, _family, answer) =>
      answer(null, addresses.map(lookupAddress));

  test.each([
    "127.1",
    "0x7f.1",
    "0x7f000001",
    "017700000001",
    "2130706433",
    "localhost",
    "localhost.",
    "hooks.localhost",
    "[::ffff:127.0.0.1]",
  ])("http://%s reaches a receiver on loopback", async (host) => {
    const receiver = await aReceiver();
    expect(await aSender()(`http://${host}:${portOf(receiver.url)}/`)).toMatchObject({ ok: true });
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    "169.254.169.254",
    "0xa9fea9fe",
    "0xa9.0xfe.0xa9.0xfe",
    "0251.0376.0251.0376",
    "2852039166",
    "169.254.43518",
    "[::ffff:169.254.169.254]",
    "[::ffff:a9fe:a9fe]",
    "[fe80::1]",
    "0.0.0.0",
    "0",
    "[::]",
    "[::ffff:0.0.0.0]",
    "255.255.255.255",
  ])("http://%s is refused without a connection", async (host) => {
    const receiver = await aReceiver();
    const outcome = await aSender()(`http://${host}:${portOf(receiver.url)}/`);
    expect(outcome).toMatchObject({ ok: false, status: null, error: expect.stringContaining("is refused") });
    expect(receiver.received).toEqual([]);
  });

  test("a name is judged by its addresses: refused ones are left out, with none left the attempt fails", async () => {
    const receiver = await aReceiver();
    const url = `http://hooks.example:${portOf(receiver.url)}/`;
    expect(await aSender({ resolve: answering("169.254.169.254", "127.0.0.1") })(url)).toMatchObject({ ok: true });
    expect(await aSender({ resolve: answering("169.254.169.254", "::") })(url)).toMatchObject({
      ok: false,
      error: expect.stringContaining("169.254.169.254 is refused"),
    });
    expect(await aSender({ resolve: answering() })(url)).toMatchObject({
      ok: false,
      error: "hooks.example has no address",
    });
    expect(receiver.received).toHaveLength(1);
  });

  test("a name that points elsewhere at the next look-up gains nothing", async () => {
    const receiver = await aReceiver((_request, response) => response.writeHead(200, { connection: "close" }).end());
    const answers = ["127.0.0.1", "169.254.169.254"];
    const post = aSender({
      resolve: (_name, _family, answer) => answer(null, [lookupAddress(answers.shift() ?? "::")]),
    });
    const url = `http://rebinding.example:${portOf(receiver.url)}/`;
    expect(await post(url)).toMatchObject({ ok: true });
    expect(await post(url)).toMatchObject({ ok: false, error: expect.stringContaining("169.254.169.254 is refused") });
    expect(answers).toEqual([]);
  });

  test("the sandbox's own port is refused under every name of this machine", async () => {
    const own = await aReceiver();
    const post = aSender({ ownPort: () => portOf(own.url) });
    for (const host of ["127.0.0.1", "localhost", "127.1", "[::1]", "[::ffff:127.0.0.1]"]) {
      expect(await post(`http://${host}:${portOf(own.url)}/`)).toMatchObject({
        ok: false,
        error: expect.stringContaining("own port"),
      });
    }
    expect(own.received).toEqual([]);
  });
});

function lookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(":") ? 6 : 4 };
}
