// Asset icons: valid PNG for every ticker of the catalogue, and for no other.
import { crc32, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readCatalogue } from "../../src/chains/catalogue.ts";
import { iconOf } from "../../src/web/icons/icon.ts";
import { aSandbox } from "../support/a-sandbox.ts";

/** Decodes a PNG by the specification; a chunk with a wrong checksum fails the test. */
function decode(png: Buffer) {
  expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named));
    chunks.set(named.subarray(0, 4).toString("latin1"), named.subarray(4));
    at += 12 + length;
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "IDAT", "IEND"]);
  const width = chunks.get("IHDR")?.readUInt32BE(0) ?? 0;
  const height = chunks.get("IHDR")?.readUInt32BE(4) ?? 0;
  const pixels = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect(pixels.length).toBe(height * (1 + width * 4));
  const at = (x: number, y: number) => [...pixels.subarray(y * (1 + width * 4) + 1 + x * 4).subarray(0, 4)];
  return { width, height, at };
}

test("an icon is a disc on a transparent ground: clear corners, a coloured disc, white letters", () => {
  const { width, height, at } = decode(iconOf("USDC"));
  expect([width, height]).toEqual([128, 128]);
  for (const [x, y] of [
    [0, 0],
    [127, 0],
    [0, 127],
    [127, 127],
  ] as const)
    expect(at(x, y)[3]).toBe(0);
  const row = Array.from({ length: 128 }, (_, x) => at(x, 64));
  expect(row.filter(([red, green, blue]) => red === 255 && green === 255 && blue === 255).length).toBeGreaterThan(8);
  const [red = 0, green = 0, blue = 0, alpha] = at(64, 20);
  expect(alpha).toBe(255);
  expect(red + green + blue).toBeLessThan(500);
});

test("the same ticker always gives the same bytes in any case, another one others", () => {
  expect(iconOf("usdt").equals(iconOf("USDT"))).toBe(true);
  const all = ["USDC", "USDT", "ETH", "BNB", "POL", "DAI", "WSTETH", "1INCH", "ß"].map((ticker) => iconOf(ticker));
  expect(new Set(all.map((png) => png.toString("base64"))).size).toBe(all.length);
  for (const png of all) decode(png);
});

test("every ticker of the catalogue has one; any other is 404 in the envelope", async () => {
  const sandbox = await aSandbox();
  const tickers = readCatalogue().flatMap(({ native, tokens }) => [
    native.symbol,
    ...tokens.map(({ symbol }) => symbol),
  ]);
  for (const ticker of new Set(tickers)) {
    const answer = await fetch(`${sandbox.url}/assets/${ticker.toLowerCase()}.png`);
    expect([answer.status, answer.headers.get("content-type")], ticker).toEqual([200, "image/png"]);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(Buffer.from(await answer.arrayBuffer()).equals(iconOf(ticker))).toBe(true);
  }
  for (const path of ["/assets/doge.png", "/assets/usdc.svg", "/assets/", "/assets/../usdc.png", "/assets/%00.png"]) {
    const answer = await fetch(`${sandbox.url}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.json(), path).toMatchObject({ success: false, code: 404 });
  }
});
