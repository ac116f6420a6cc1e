// Draws the icon of an asset: a coloured disc with a ring and the letters of its ticker (S-164).
import { createHash } from "node:crypto";
import { GLYPH_HEIGHT, GLYPH_WIDTH, hasDot } from "./glyphs.ts";
import { encodePng, type Pixel } from "./png.ts";

const SIZE = 128;
const CENTRE = SIZE / 2;
const DISC = 63;
const RING = { radius: 56, halfWidth: 1.5 };
const TEXT_WIDTH = 92;
const LARGEST_DOT = 6;
const LONGEST_TEXT = 5;

type Colour = readonly [number, number, number];
const WHITE: Colour = [255, 255, 255];

/** PNG bytes; the same ticker always gives the same image. */
export function iconOf(ticker: string): Buffer {
  const text = ticker
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, LONGEST_TEXT);
  const ground = colourOf(ticker.toUpperCase());
  const dot = Math.min(LARGEST_DOT, Math.floor(TEXT_WIDTH / Math.max(1, textColumns(text))));
  return encodePng(SIZE, (x, y) => {
    const distance = Math.hypot(x + 0.5 - CENTRE, y + 0.5 - CENTRE);
    const ring = 0.45 * edge(RING.halfWidth - Math.abs(distance - RING.radius));
    const ink = isInk(text, dot, x, y) ? 1 : ring;
    return [...mixed(ground, WHITE, ink), Math.round(255 * edge(DISC - distance))] as unknown as Pixel;
  });
}

/** The share of a pixel that lies inside, from its distance to the edge: anti-aliased over one pixel. */
function edge(distance: number): number {
  return Math.min(1, Math.max(0, distance + 0.5));
}

/** Columns of dots of a text, one empty column between letters. */
function textColumns(text: string): number {
  return text.length * (GLYPH_WIDTH + 1) - 1;
}

function isInk(text: string, dot: number, x: number, y: number): boolean {
  const column = Math.floor((x - CENTRE + (textColumns(text) * dot) / 2) / dot);
  const row = Math.floor((y - CENTRE + (GLYPH_HEIGHT * dot) / 2) / dot);
  if (column < 0 || row < 0 || row >= GLYPH_HEIGHT) return false;
  const within = column % (GLYPH_WIDTH + 1);
  return within < GLYPH_WIDTH && hasDot(text[Math.floor(column / (GLYPH_WIDTH + 1))] ?? "", within, row);
}

function mixed(from: Colour, to: Colour, share: number): Colour {
  const mix = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [mix(0), mix(1), mix(2)];
}

/** A hue derived from the ticker, dark enough for white letters. */
function colourOf(ticker: string): Colour {
  const hue = createHash("sha256").update(ticker, "utf8").digest().readUInt16BE(2) % 360;
  const [saturation, lightness] = [0.55, 0.38];
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    const share = Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * share));
  };
  return [channel(0), channel(8), channel(4)];
}
