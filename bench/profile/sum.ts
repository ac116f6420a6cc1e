// Prints what a CPU profile says: `node scripts/launch.mjs bench/profile/sum.ts FILE [--per N] [--top N]`; `--per`: units of work in it.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { greatest, type Profile, sumProfile } from "./nearest-frames.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { per: { type: "string", default: "1" }, top: { type: "string", default: "40" } },
});
const [file] = positionals;
if (file === undefined) throw new Error("name the .cpuprofile to sum");
const profile = JSON.parse(readFileSync(file, "utf8")) as Profile;
const ours = (url: string): boolean => /\/(src|dist)\//.test(url) && !url.includes("/node_modules/");
const { self, own, total } = sumProfile(profile, ours);
const per = Number(values.per);
const show = (title: string, sums: ReadonlyMap<string, number>): void => {
  console.log(`\n${title}, ms${per === 1 ? "" : ` of a ${per}th`}`);
  for (const [name, ms] of greatest(sums, Number(values.top)))
    console.log(`${(ms / per).toFixed(3).padStart(10)} ${((ms / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
};
console.log(`${(total / per).toFixed(3)} ms of the main thread`);
show("our functions, with the libraries that they call", own);
show("functions themselves", self);
