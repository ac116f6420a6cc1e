// A PNG encoder: true colour with alpha, no filter, the same bytes every time.
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES_A_PIXEL = 4;
const EIGHT_BITS = 8;
const COLOUR_WITH_ALPHA = 6;

/** Red, green, blue and alpha, each 0 to 255. */
export type Pixel = readonly [number, number, number, number];

/** A square image of `size` pixels a side. */
export function encodePng(size: number, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const line = 1 + size * BYTES_A_PIXEL;
  const raw = Buffer.alloc(size * line);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) raw.set(pixelAt(x, y), y * line + 1 + x * BYTES_A_PIXEL);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([EIGHT_BITS, COLOUR_WITH_ALPHA], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
