// `contract run` and `contract merge` with a fake sandbox and a fake command: options, exit codes, matrix, reports.
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { aSuite, failsUnder } from "./a-suite.ts";

const TOP = "record=top-level";
const SOME = ["--readings", "record=top-level,absent_time=omitted,webhook_repeat=twice,list_array=named"];

/** Runs to the end. */
async function ended(...args: Parameters<typeof aSuite>) {
  const suite = await aSuite(...args);
  return { ...suite, code: await suite.code };
}

describe("C-31 the runs", () => {
  test("run 0 has no change, then one run for each row; each gets its readings, its folder and its number", async () => {
    const { code, played, said } = await ended(["run", "--", "npm", "test"], () => ({}));
    expect(code).toBe(0);
    expect(played).toHaveLength(5);
    expect(played[0]?.reading).toEqual([]);
    expect(new Set(played.flatMap(({ reading }) => reading)).size).toBe(39);
    expect(played.map(({ environment }) => environment["SANDBOX_CONTRACT_RUN"])).toEqual([
      "1/5",
      "2/5",
      "3/5",
      "4/5",
      "5/5",
    ]);
    expect(new Set(played.map(({ environment }) => environment["SANDBOX_CONTRACT_DIR"])).size).toBe(5);
    expect(played[0]?.environment["SANDBOX_API_BASE_URL"]).toContain("/v1");
    expect(said.out).toMatch(/no reading breaks your app\n5 runs in \d+ s\n$/);
  });

  test("--strength pairs plays about 20; --shuffle other combinations; --readings only some", async () => {
    const pairs = await ended(["run", "--strength", "pairs", "--", "t"], () => ({}));
    expect(pairs.played.length).toBeGreaterThan(15);
    expect(pairs.played.length).toBeLessThan(26);
    const one = await ended(["run", "--readings", TOP, "--", "t"], () => ({}));
    expect(one.played.map(({ reading }) => reading)).toEqual([[], [TOP]]);
    const stated = await ended(["run", "--readings", "stated", "--", "t"], () => ({}));
    expect(new Set(stated.played.flatMap(({ reading }) => reading))).toEqual(
      new Set([TOP, "record=alternate", "quote_usd=present", "webhook_repeat=twice"]),
    );
    const [first, second] = await Promise.all(
      ["1", "2"].map((seed) => ended(["run", "--shuffle", seed, "--", "t"], () => ({}))),
    );
    expect(first?.played.map(({ reading }) => reading)).not.toEqual(second?.played.map(({ reading }) => reading));
  });

  test("what a start option says holds in every run, and its reading is played against the others", async () => {
    const { played, said } = await ended(
      ["run", "--reading", TOP, "--seed", "7", "--readings", "record", "--", "t"],
      failsUnder(["record=data"]),
    );
    expect(played[0]?.reading).toEqual([TOP]);
    expect(played.map(({ reading }) => reading)).toContainEqual([TOP, "record=data"]);
    expect(said.out).toContain(
      "repeat: npx cpsandbox contract run --reading record=top-level --seed 7 --readings record=data -- t",
    );
  });

  test("--jobs plays rows beside each other; without it one after the other", async () => {
    const beside = await ended(["run", "--jobs", "3", "--", "t"], failsUnder([TOP]));
    expect(beside.open.most).toBe(3);
    const alone = await ended(["run", "--", "t"], failsUnder([TOP]));
    expect(alone.open.most).toBe(1);
    expect([beside.code, alone.code]).toEqual([1, 1]);
    const matrixOf = (text: string) => text.split("\n").filter((line) => /FAIL|ok|not/.test(line));
    expect(matrixOf(beside.said.out)).toEqual(matrixOf(alone.said.out));
  });
});

test("the progress says which runs are rows, which repeat one, and which narrow it down", async () => {
  const { said } = await ended(["run", "--", "t"], failsUnder([TOP]));
  const names = said.err.split("\n").flatMap((line) => /^(run \d+[^:]*): .*…$/.exec(line)?.[1] ?? []);
  const [row] = names.flatMap((name) => /^run (\d+) of 4$/.exec(name)?.[1] ?? []).slice(-1);
  expect(names[0]).toBe("run 0");
  expect(names[Number(row) + 1]).toBe(`run ${Number(row) + 1} (again)`);
  expect(names.filter((name) => name.includes("(narrowing)")).length).toBeGreaterThan(0);
  expect(names.filter((name) => / of 4\)?$/.test(name))).toHaveLength(4);
  expect(names.at(-1)).toMatch(/^run \d+ \(row 4 of 4\)$/);
});

describe("C-30 what cannot be judged: exit 3 and the sentence that helps", () => {
  test("the tests fail without any change", async () => {
    const { code, said, played } = await ended(["run", "--", "t"], () => ({ code: 1, output: "TypeError: no\n" }));
    expect(code).toBe(3);
    expect(played).toHaveLength(1);
    expect(said.err).toContain(
      "your tests fail without any change (TypeError: no): mend them first; give --report DIR",
    );
    expect(said.out).toBe("");
  });

  test("nothing called the sandbox; a webhook that was taken is enough", async () => {
    const { code, said } = await ended(["run", "--", "t"], () => ({ requests: 0 }));
    expect(code).toBe(3);
    expect(said.err).toContain(
      "nothing called the sandbox: does your app read SANDBOX_API_BASE_URL? A sandbox that your tests start themselves must see SANDBOX_READING",
    );
    expect((await ended(["run", "--readings", TOP, "--", "t"], () => ({ requests: 0, webhooks: 1 }))).code).toBe(0);
  });

  test("a sandbox that broke an invariant proves nothing", async () => {
    const invariants = [{ id: "I-12", ok: false, breach: "1 ≠ 2" }];
    const { code, said } = await ended(["run", "--readings", TOP, "--", "t"], () => ({}), { invariants });
    expect(code).toBe(3);
    expect(said.err).toContain("I-12");
  });

  test("even then a report says why, and every value is not judged", async () => {
    const { files } = await ended(["run", "--report", "/out", ...SOME, "--", "t"], () => ({ code: 1 }));
    const { sections } = JSON.parse(files["/out/contract.json"] ?? "");
    expect(new Set(sections[0].cases.map((one: { result: string }) => one.result))).toEqual(new Set(["not_judged"]));
    expect(files["/out/contract.junit.xml"]).toContain('failures="0" errors="0" skipped="4"');
    expect(files["/out/contract.md"]).toContain("could not be judged: your tests fail without any change");
    expect(files["/out/contract.md"]).not.toContain("no reading breaks your app");
  });
});

describe("C-32 verdicts", () => {
  test("a value that breaks the tests is named, with the first failing line and the line that repeats it", async () => {
    const { code, said, played } = await ended(["run", "--", "npm", "test"], failsUnder([TOP]));
    expect(code).toBe(1);
    expect(said.out).toMatch(/^record +top-level +stated +FAIL +TypeError: cannot/m);
    expect(said.out).toContain("record=top-level: TypeError: cannot live with record=top-level\n");
    expect(said.out).toContain("1 reading breaks your app that the specification allows\n");
    expect(said.out).toMatch(/^repeat: npx cpsandbox contract run --readings record=top-level -- npm test$/m);
    expect(said.out.match(/ ok /g)).toHaveLength(38);
    expect(played.length).toBeLessThan(5 + 10);
  });

  test("--fail-on: silent ones warn by default and count when asked; none never fails", async () => {
    const silent = failsUnder(["absent_time=omitted"]);
    const warned = await ended(["run", ...SOME, "--", "t"], silent);
    expect(warned.code).toBe(0);
    expect(warned.said.out).toMatch(/^absent_time +omitted +silent +fails /m);
    expect(warned.said.out).toContain("1 more would count with --fail-on silent");
    expect((await ended(["run", ...SOME, "--fail-on", "silent", "--", "t"], silent)).code).toBe(1);
    expect((await ended(["run", ...SOME, "--fail-on", "growth", "--", "t"], silent)).code).toBe(0);
    expect((await ended(["run", ...SOME, "--fail-on", "none", "--", "t"], failsUnder([TOP]))).code).toBe(0);
  });

  test("a pair that fails only together is one row of its own, and its values are ok alone", async () => {
    const args = ["run", "--strength", "pairs", "--readings", "record=top-level,list_array=named,time_text=micros"];
    const { code, said } = await ended(
      [...args, "--fail-on", "silent", "--", "t"],
      failsUnder([TOP, "list_array=named"]),
    );
    expect(code).toBe(1);
    expect(said.out).toMatch(/^(record .*\n\+ list_array +named|list_array .*\n\+ record +top-level)$/m);
    expect(said.out).toMatch(/^record +top-level +stated +ok /m);
  });

  test("a value is judged only if an answer carried it: else not met, whether the tests pass or fail", async () => {
    const { code, said } = await ended(["run", ...SOME, "--", "t"], (reading) => ({
      met: reading.filter((one) => one !== TOP),
    }));
    expect(code).toBe(0);
    expect(said.out).toMatch(/^record +top-level +stated +not met +needs a UDA, payout or/m);
    expect(said.out).toContain("1 value not judged");
    const failing = await ended(["run", "--readings", TOP, "--", "t"], (reading) => ({
      code: reading.length,
      met: [],
    }));
    expect(failing.code).toBe(0);
    expect(failing.said.out).toMatch(/not met/);
  });

  test("a run that fails once and passes again is unstable and not counted; --retries 0 believes the first", async () => {
    const flaky = (_: readonly string[], number: number) => ({ code: number === 1 ? 1 : 0 });
    const told = await ended(["run", "--readings", TOP, "--", "t"], flaky);
    expect(told.code).toBe(0);
    expect(told.said.out).toMatch(/^record +top-level +stated +unstable /m);
    expect((await ended(["run", "--readings", TOP, "--retries", "0", "--", "t"], flaky)).code).toBe(1);
  });

  test("--max-runs ends the search; what is left is not judged", async () => {
    const { code, played, said } = await ended(["run", "--max-runs", "3", "--", "t"], () => ({}));
    expect(code).toBe(0);
    expect(played).toHaveLength(3);
    expect(said.out).toMatch(/not judged +--max-runs/);
  });
});

describe("ends and limits", () => {
  test("--run-timeout ends a run that hangs, as failed; the group gets SIGTERM", async () => {
    const { code, kills, said } = await ended(["run", "--readings", TOP, "--run-timeout", "1", "--", "t"], (reading) =>
      reading.length > 0 ? { hangs: true } : {},
    );
    expect(code).toBe(1);
    expect(kills).toContain("SIGTERM");
    expect(said.out).toContain("it took longer than --run-timeout");
  });

  test("a signal ends the children, closes the sandboxes and leaves a report of what was known", async () => {
    const begun = Promise.withResolvers<void>();
    const suite = await aSuite(["run", "--report", "/out", ...SOME, "--", "t"], (reading) => {
      if (reading.length === 0) return {};
      begun.resolve();
      return { hangs: true };
    });
    await begun.promise;
    suite.signal("SIGINT");
    expect(await suite.code).toBe(130);
    expect(suite.kills).toContain("SIGTERM");
    const { data } = JSON.parse(suite.files["/out/contract.json"] ?? "");
    expect(data.runs).toHaveLength(1);
    expect(data.ended_early).toBe("SIGINT ended the runs early");
    // Run 0 has passed: what was not judged was not reached.
    expect(suite.said.out).toMatch(/^record +top-level +stated +not judged +SIGINT ended the runs/m);
    expect(suite.said.out).toMatch(/\nSIGINT ended the runs early\n4 values not judged\n1 run in \d+ s\n$/);
  });

  test("the matrix is 80 columns wide in a pipe, and as wide as a terminal", async () => {
    const behave = failsUnder([TOP], ["absent_time=omitted"]);
    const piped = await ended(["run", "--", "npm", "test"], behave);
    const tooWide = (text: string, width: number) =>
      text.split("\n").filter((line) => !line.startsWith("repeat: ") && [...line].length > width);
    expect(tooWide(piped.said.out, 80)).toEqual([]);
    const wide = await ended(["run", "--", "npm", "test"], behave, { terminal: { columns: 140 } });
    expect(tooWide(stripVTControlCharacters(wide.said.out), 140)).toEqual([]);
    expect(tooWide(wide.said.out, 90).length).toBeGreaterThan(0);
  });
});

describe("reports", () => {
  test("--report keeps the output of each run and writes every format; --json prints the result", async () => {
    const { files, said } = await ended(["run", "--report", "/out", ...SOME, "--json", "--", "t"], failsUnder([TOP]));
    expect(files["/out/run-1.log"]).toContain("cannot live with record=top-level");
    expect(files["/out/contract.junit.xml"]).toMatch(/<testcase name="record=top-level [^>]*><failure type="FAIL"/);
    expect(files["/out/contract.html"]).toContain("record=top-level");
    const result = JSON.parse(said.out);
    expect(result).toMatchObject({ kind: "contract-run", culprits: [[TOP]] });
    expect(result.runs[0]).toMatchObject({ number: 0, row: [], result: "passed", log: "run-0.log" });
  });

  test("without --report nothing stays behind", async () => {
    const { files } = await ended(["run", ...SOME, "--", "t"], () => ({}));
    expect(Object.keys(files)).toEqual([]);
  });

  test("R-211 keys and secrets that the tests print are in no file and in no line of ours", async () => {
    const secrets = ["sk_sandbox_0123456789abcdef0123456789abcdef", "whsec_0123", "planted-admin-token"];
    const words = ["run", "--report", "/out", "--admin-token", "planted-admin-token", "--readings", TOP, "--", "t"];
    const { files, said } = await ended(words, (reading) => ({
      code: reading.length,
      output: `Error: ${secrets.join(" ")}\n${JSON.stringify({ secrets })}`,
    }));
    for (const text of [...Object.values(files), said.out, said.err])
      for (const secret of secrets) expect(text).not.toContain(secret);
    expect(files["/out/run-1.log"]).toContain("Error: ");
  });
});

describe("C-70 bodies stand in a report only with --with-bodies", () => {
  const BODY = '{"owner":"planted owner","note":"sk_live_planted0000000000000001 planted-admin-token"}';
  const shown = (files: Record<string, string>, folder: string) =>
    Object.entries(files).flatMap(([name, text]) =>
      name.startsWith(`${folder}/contract.`) && text.includes("planted owner") ? [name.slice(folder.length + 1)] : [],
    );

  test.each([
    [["run", "--readings", TOP], failsUnder([TOP])],
    [["reliance"], (_: readonly string[], number: number) => ({ code: number === 0 ? 0 : 1 })],
  ])("contract %j", async (words, behave) => {
    const files: Record<string, string> = {};
    const fails = (reading: readonly string[], number: number) => ({ ...behave(reading, number), body: BODY });
    const token = ["--admin-token", "planted-admin-token"];
    const without = await ended([...words, ...token, "--report", "/none", "--", "t"], fails, { files });
    const given = [...words, ...token, "--report", "/all", "--with-bodies"];
    const all = await ended([...given, "--", "t"], fails, { files });
    expect(shown(files, "/none")).toEqual([]);
    expect(shown(files, "/all").toSorted()).toEqual([
      ...["contract.html", "contract.json", "contract.junit.xml", "contract.md"],
    ]);
    expect(without.said.out + all.said.out).not.toContain("planted owner");
    const json = await ended([...words, ...token, "--with-bodies", "--json", "--", "t"], fails, { files });
    expect(json.said.out).toContain("planted owner");
    for (const text of [all.said.out, json.said.out, ...shown(files, "/all").map((name) => files[`/all/${name}`])])
      expect(text).not.toMatch(/sk_live_planted|planted-admin-token/);
  });

  test("those of a run that passed are in no report; merged reports keep what they have, and drop what is none", async () => {
    const files: Record<string, string> = {};
    const words = ["run", "--readings", TOP, "--with-bodies", "--shard", "1/1", "--report", "/one", "--", "t"];
    await ended(words, () => ({ body: BODY }), { files });
    expect(shown(files, "/one")).toEqual([]);
    await ended(words, (reading) => ({ ...failsUnder([TOP])(reading), body: BODY }), { files });
    await ended(["merge", "/one", "--report", "/merged"], () => ({}), { files });
    expect(shown(files, "/merged")).toContain("contract.html");
    const edited = JSON.parse(files["/one/contract.json"] ?? "");
    for (const run of edited.data.runs) run.last_requests = [{ body: "planted owner" }, 7];
    files["/one/contract.json"] = JSON.stringify(edited);
    await ended(["merge", "/one", "--report", "/edited"], () => ({}), { files });
    expect(shown(files, "/edited")).toEqual([]);
  });
});

describe("files that cannot be written or read", () => {
  /** A folder of reports in which nothing can be written from the `from`-th file on. */
  const fullDisk = (files: Record<string, string>, isFull: (path: string) => boolean) =>
    new Proxy(files, {
      set(target, path, text) {
        if (isFull(String(path))) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
        return Reflect.set(target, path, text);
      },
    });

  test("a folder for the report that cannot be written is refused before the first run: exit 2", async () => {
    const files = fullDisk({}, (path) => path.startsWith("/out/"));
    const { code, said, played } = await ended(["run", "--report", "/out", "--", "t"], () => ({}), { files });
    expect([code, played]).toEqual([2, []]);
    expect(said.err).toBe("--report /out cannot be written (ENOSPC): name a folder, and check its permissions\n");
  });

  test("a report that cannot be written in the end costs no result: the matrix is printed before", async () => {
    const files = fullDisk({}, (path) => path.startsWith("/out/contract."));
    const words = ["run", "--report", "/out", "--readings", TOP, "--", "t"];
    const { code, said } = await ended(words, failsUnder([TOP]), { files });
    expect(code).toBe(1);
    expect(said.out).toMatch(/^record +top-level +stated +FAIL/m);
    expect(said.err).toContain("the report cannot be written to /out (ENOSPC)");
  });

  test("a log that cannot be written is a warning; the failing line is told all the same", async () => {
    const files: Record<string, string> = fullDisk({}, (path) => /run-1\.log$/.test(path) && path in files);
    const { code, said } = await ended(["run", "--report", "/out", "--readings", TOP, "--", "t"], failsUnder([TOP]), {
      files,
    });
    expect(code).toBe(1);
    expect(said.err).toContain("warning: run-1.log is not complete (ENOSPC): the disk may be full\n");
    expect(said.out).toContain("cannot live with record=top-level");
  });

  test("a run that cannot be played ends the search: exit 3, with a report of what was known", async () => {
    const files = fullDisk({}, (path) => path === "/out/run-2.log");
    const words = ["run", "--report", "/out", ...SOME, "--strength", "pairs", "--", "t"];
    const { code, said } = await ended(words, () => ({}), { files });
    expect(code).toBe(3);
    expect(said.err).toMatch(/^run 2 of \d+ could not be played: no space$/m);
    const { data } = JSON.parse(files["/out/contract.json"] ?? "");
    expect(data.runs).toHaveLength(2);
    expect([data.ended_early, said.out]).toEqual([
      expect.stringContaining("run 2"),
      expect.stringMatching(/not judged/),
    ]);
    const reliance = ["reliance", "--report", "/out", "--", "t"];
    const failing = (_: readonly string[], number: number) => ({ code: number });
    const other = await ended(reliance, failing, { files });
    expect([other.code, other.said.err]).toEqual([3, expect.stringContaining("could not be played: no space")]);
  });

  test("a job summary that cannot be written is a warning", async () => {
    const files = fullDisk({}, (path) => path === "/summary.md");
    const environment = { GITHUB_STEP_SUMMARY: "/summary.md" };
    const { code, said } = await ended(["run", "--readings", TOP, "--", "t"], () => ({}), { files, environment });
    expect([code, said.err]).toEqual([0, expect.stringContaining("warning: the job summary cannot be written")]);
  });

  test("a summary that was cut is a warning, and its sandbox counts for nothing", async () => {
    const files: Record<string, string> = {};
    const behave = (reading: readonly string[]) => (reading.length > 0 ? { summary: '{"version":1,"requ' } : {});
    const { code, said } = await ended(["run", "--readings", TOP, "--", "t"], behave, { files });
    expect(code).toBe(0);
    expect(said.err).toContain("warning: contract-2-1.json of this run was cut, or is of another version");
    expect(said.out).toMatch(/^record +top-level +stated +not met/m);
  });
});

describe("called wrongly: exit 2", () => {
  test.each([
    [["run"], `missing required argument 'command', such as "cpsandbox contract run -- npm test": see`],
    [["run", "--readings", "recrod", "--", "t"], "did you mean record?"],
    [["run", "--readings", "record=up", "--", "t"], "record has no value"],
    [["run", "--readings", "record=data", "--", "t"], "nothing differs from the start options"],
    [["run", "--data", "x", "--", "t"], "unknown option '--data'"],
    [["run", "--jobs", "2", "--port", "4010", "--", "t"], "--jobs needs a port for each run"],
    [["run", "--jobs", "0", "--", "t"], "It must be a whole number, 1 or more"],
    [["run", "--jobs", "33", "--", "t"], "It must be a whole number from 1 to 32"],
    [["run", "--shard", "3/2", "--", "t"], "It must look like 2/3"],
    [["run", "--run-timeout", "soon", "--", "t"], "It must be a duration such as 90s"],
    [["run", "--fail-on", "all", "--", "t"], "--fail-on"],
    [["run", "--max-runs", "0", "--", "t"], "whole number, 1 or more"],
    [["merge", "/nowhere"], "/nowhere/contract.json cannot be read (ENOENT)"],
  ])("%j", async (words, message) => {
    const { code, said, played } = await ended(words, () => ({}));
    expect({ code, played }).toEqual({ code: 2, played: [] });
    expect(said.err).toContain(message);
    expect(said.err.trim().split("\n")).toHaveLength(1);
  });
});

test.each(["run", "reliance"])("contract %s: a command that cannot be started is a wrong call", async (word) => {
  const { code, said } = await ended([word, "--", "no-such-command"], () => ({ missing: true }));
  expect([code, said.out]).toEqual([2, ""]);
  expect(said.err).toContain("no-such-command cannot be run (ENOENT): check its name and PATH\n");
});

test("a folder of SANDBOX_DATA is refused: each run begins with a new world", async () => {
  const { code, said } = await ended(["run", "--", "t"], () => ({}), { environment: { SANDBOX_DATA: "x" } });
  expect(code).toBe(2);
  expect(said.err).toContain("each run begins with a new world: leave --data and --record");
});

describe("--shard and contract merge", () => {
  test("each shard plays run 0 and its share; merged they say what one run says", async () => {
    const files: Record<string, string> = {};
    const behave = failsUnder([TOP], ["absent_time=omitted"]);
    const whole = await ended(["run", "--", "t"], behave);
    const shards = [];
    for (const shard of ["1/3", "2/3", "3/3"])
      shards.push(
        await ended(["run", "--shard", shard, "--report", `/shard-${shard[0]}`, "--", "t"], behave, { files }),
      );
    for (const { played } of shards) expect(played[0]?.reading).toEqual([]);
    const merged = await ended(["merge", "/shard-1", "/shard-2", "/shard-3", "--report", "/all"], behave, { files });
    const rows = (text: string) =>
      text
        .split("\n")
        .filter((line) => / (FAIL|fails|ok|not) /.test(line))
        .toSorted();
    expect(rows(merged.said.out)).toEqual(rows(whole.said.out));
    expect([merged.code, whole.code]).toEqual([1, 1]);
    expect(files["/all/contract.html"]).toContain(TOP);
  });

  test("a shard that is missing, given twice, or of another command is refused", async () => {
    const files: Record<string, string> = {};
    const report = (shard: string, name: string, command = "t") =>
      ended(["run", "--shard", shard, "--report", `/${name}`, ...SOME, "--", command], () => ({}), { files });
    await report("1/2", "one");
    await report("1/2", "again");
    await report("2/2", "other", "u");
    const merge = async (...folders: string[]) => (await ended(["merge", ...folders], () => ({}), { files })).said.err;
    expect(await merge("/one")).toContain("shard 2/2 is missing");
    expect(await merge("/one", "/again")).toContain("shard 2/2 is missing");
    expect(await merge("/one", "/other")).toContain("the reports are of different commands");
    files["/bad/contract.json"] = '{"data":{"kind":"contract-run","version":1}}';
    expect(await merge("/bad")).toContain("/bad/contract.json is not the contract.json of a contract run");
  });
});
