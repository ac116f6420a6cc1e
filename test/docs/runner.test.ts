// Tests of the page runner: it reports every difference between a page and the real output.
import { expect, test } from "vitest";
import { follow } from "./follow.ts";
import { jsonDifference, textDifference } from "./match.ts";

const page = (...blocks: [info: string, text: string][]) =>
  blocks.map(([info, text]) => `\`\`\`${info}\n${text}\n\`\`\`\n`).join("\nand then\n\n");

test("output must match the page; variables and functions persist between blocks", async () => {
  const blocks: [string, string][] = [
    ["sh", 'NAME=alice\ngreet() { echo "hello $1"; }'],
    ["sh", 'greet "$NAME"'],
  ];
  expect(await follow(page(...blocks, ["", "hello alice"]))).toEqual([]);
  expect(await follow(page(...blocks, ["", "hello bob"]))).toEqual([
    expect.stringContaining("the page says: hello bob"),
  ]);
});

test("a failing command ends the page, unless the page expects it; then it must fail that way", async () => {
  expect(await follow(page(["sh", "echo before"], ["sh", "false"], ["sh", "echo never"]))).toEqual([
    expect.stringMatching(/^line 8: ended with 1/),
  ]);
  expect(await follow(page(["sh exit=3", "(exit 3)"]))).toEqual([]);
  expect(await follow(page(["sh exit=3", "true"]))).toEqual([expect.stringContaining("it ended with 0")]);
});

test("output of another terminal is awaited, and reported if it differs", async () => {
  const app: [string, string] = [
    "sh terminal=app",
    "echo ready\nuntil [ -e go ]; do sleep 0.05; done\necho one\necho two",
  ];
  const heard = (text: string) =>
    follow(page(app, ["text terminal=app", "ready"], ["sh", "touch go"], ["text terminal=app", text]));
  expect(await heard("one\ntwo")).toEqual([]);
  expect(await heard("…\ntwo")).toEqual([]);
  expect(await heard("three\ntwo")).toEqual([expect.stringContaining("the page says: three")]);
  await expect(follow(page(app, ["text terminal=other", "ready"]))).rejects.toThrow(
    "no terminal of the page is called other",
  );
});

test("modules are run with a project's packages; a failing one is reported", async () => {
  expect(
    await follow(page(["ts", 'import { isAddress } from "viem";\nconsole.log(isAddress("0x1"));'], ["", "false"])),
  ).toEqual([]);
  expect(await follow(page(["js", 'throw new Error("broken");']))).toEqual([expect.stringContaining("broken")]);
});

test("a block that is neither run nor checked is refused", async () => {
  await expect(follow(page(["python", "print(1)"]))).rejects.toThrow("nothing runs or checks this block");
  await expect(follow(page(["json", "{}"]))).rejects.toThrow("nothing runs or checks this block");
});

test("recipes use existing commands, options, variables and action inputs", async () => {
  const action = (input: string, args: string) =>
    `steps:\n  - uses: x/crypto-payment-sandbox@v1\n    with: { ${input}: "${args}" }`;
  expect(await follow(page(["yaml", action("args", "--clock frozen")]))).toEqual([]);
  expect(await follow(page(["yaml", action("args", "--clok frozen")]))).toEqual(["line 2: start has no option --clok"]);
  expect(await follow(page(["yaml", action("arguments", "")]))).toEqual(["line 2: action.yml has no input arguments"]);
  expect(await follow(page(["yaml", "a:\n  script: [npx cpsandbox exek -- npm test]"]))).toEqual([
    "line 2: there is no command exek --",
  ]);
  expect(await follow(page(["yaml", "a:\n  environment: { SANDBOX_SEEED: 1 }"]))).toEqual([
    "line 2: SANDBOX_SEEED is no variable of the sandbox",
  ]);
});

test("ids, hashes and times may differ, numbers and words may not", () => {
  const id = (tail: string) => `019b76da-a800-7000-8000-0000000000${tail}`;
  expect(
    textDifference(`made ${id("01")} at 2026-01-01T00:00:00.000Z`, `made ${id("ff")} at 2027-02-03T04:05:06.789Z`),
  ).toBe(undefined);
  expect(textDifference("5 things", "6 things")).toContain("but it is: 6 things");
  expect(textDifference("sent 5 in 0x…", `sent 5 in 0x${"ab".repeat(32)}`)).toBe(undefined);
  expect(textDifference("first\n…\nlast", "first\nsecond\nthird\nlast")).toBe(undefined);
  expect(textDifference("first\n…\nlast", "first\nsecond")).toContain("it does not");
  expect(textDifference("first", "first\nsecond")).toContain("the output goes on");
  expect(textDifference("first\nsecond", "first")).toContain("(nothing)");
});

test("JSON is compared member by member; further members only where the page says so", () => {
  expect(jsonDifference({ a: "…", b: [1] }, { a: "x", b: [1] })).toBe(undefined);
  expect(jsonDifference({ a: 1 }, { a: 1, b: 2 })).toBe("$: the page leaves out b");
  expect(jsonDifference({ a: 1, "…": "…" }, { a: 1, b: 2 })).toBe(undefined);
  expect(jsonDifference({ a: [1, 2] }, { a: [1] })).toContain("$.a");
  expect(jsonDifference({ a: { b: null } }, { a: { b: 0 } })).toContain("$.a.b");
});
