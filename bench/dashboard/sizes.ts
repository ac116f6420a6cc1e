// Sizes of the built page: what a browser loads before any route, each route's part, and all of it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Limit } from "../growth/limit.ts";

/** `folder`: `dist/dashboard`. kB are 1,000 bytes, after gzip. */
export function measureSizes(folder: string): { limits: Limit[]; parts: { name: string; kilobytes: number }[] } {
  const assets = join(folder, "assets");
  const html = readFileSync(join(folder, "page.html"), "utf8");
  const files = readdirSync(assets).map((name) => {
    const kilobytes = gzipSync(readFileSync(join(assets, name))).length / 1_000;
    return { name, kilobytes, isFirst: html.includes(`/ui/assets/${name}`), isScript: name.endsWith(".js") };
  });
  const sum = (chosen: typeof files): number => chosen.reduce((total, { kilobytes }) => total + kilobytes, 0);
  const parts = files.filter(({ isFirst, isScript }) => isScript && !isFirst);
  const disk = files.reduce((total, { name }) => total + statSync(join(assets, name)).size, 0) / 1_000_000;
  const largest = Math.max(...parts.map(({ kilobytes }) => kilobytes));
  const limits = [
    { what: "first scripts, gzip, kB", value: sum(files.filter((one) => one.isScript && one.isFirst)), limit: 230 },
    { what: "the largest part of a route, gzip, kB", value: largest, limit: 60 },
    { what: "styles, gzip, kB", value: sum(files.filter(({ name }) => name.endsWith(".css"))), limit: 25 },
    { what: "all of the page, gzip, kB", value: sum(files), limit: 450 },
    { what: "dist/dashboard, MB", value: disk, limit: 2 },
  ];
  return { limits, parts: parts.toSorted((a, b) => b.kilobytes - a.kilobytes) };
}
