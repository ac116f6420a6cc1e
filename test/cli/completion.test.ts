// Shell completion: the words that bash offers, if bash is installed, and the table they come from.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { type CommandRow, innerOf, optionsOf } from "../../src/cli/command.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { offersOf } from "../../src/cli/commands/sandbox/completion.ts";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "./an-io.ts";

async function scriptFor(shell: string): Promise<string> {
  const { io, said } = anIo();
  expect(await runCommand(["completion", shell], io)).toBe(0);
  return said.out;
}

/** The words that bash offers for the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${await scriptFor("bash")}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cpsandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const all = ["cpsandbox", ...words];
  const text = execFileSync("bash", ["-c", script, "bash", ...all], { encoding: "utf8" });
  return text.split("\n").filter((line) => line !== "");
}

describe("in bash", () => {
  test("the commands that begin with the typed text", async () => {
    expect(await offered("")).toEqual(expect.arrayContaining(["start", "exec", "fault", "--help"]));
    expect(await offered("re")).toEqual([
      "retry",
      "refill",
      "resume",
      "reorg",
      "redeliver",
      "requests",
      "restore",
      "reset",
    ]);
  });

  test("the commands of a group, and the options of a command after any other words", async () => {
    expect(await offered("fault", "")).toEqual(["add", "list", "remove", "clear", "catalogue", "--help"]);
    expect(await offered("fault", "add", "api.request", "close", "--t")).toEqual(["--times", "--token"]);
    expect(await offered("deposit", "--owner", "fault", "--am")).toEqual(["--amount"]);
  });

  test("the values of an option or argument with choices", async () => {
    expect(await offered("reorg", "base", "1", "--transactions", "")).toEqual(["keep", "drop", "delay"]);
    expect(await offered("mining", "base", "m")).toEqual(["manual"]);
    expect(await offered("completion", "")).toEqual(["bash", "zsh", "fish", "--help"]);
  });
});

describe("names that exist are completed", () => {
  const networks = ["ethereum", "bsc", "polygon", "arbitrum", "base"];

  test("networks, assets and types of events", async () => {
    expect(await offered("mine", "b")).toEqual(["bsc", "base"]);
    expect(await offered("deposit", "--network", "")).toEqual(expect.arrayContaining(networks));
    expect(await offered("faucet", "--network", "base", "--asset", "U")).toEqual(["USDC", "USDT"]);
    expect(await offered("events", "--type", "uda")).toHaveLength(3);
  });

  test("gates, and the effects at each gate", async () => {
    expect(await offered("fault", "add", "")).toEqual(expect.arrayContaining(["api.request", "chain.mine"]));
    expect(await offered("fault", "add", "chain.mine", "")).toEqual(
      expect.arrayContaining(["skip", "halt", "--match"]),
    );
    expect(await offered("fault", "add", "chain.mine", "")).not.toContain("stuck");
  });

  test("scenarios", async () => {
    expect(await offered("run", "happy")).toEqual(["happy-path"]);
  });

  test("both names of the command are completed", async () => {
    for (const shell of ["bash", "zsh", "fish"])
      expect(await scriptFor(shell)).toMatch(/complete|compdef.* cpsandbox.* crypto-payment-sandbox/s);
  });
});

test.each(["bash", "zsh", "fish"])("the script for %s knows every command and every option", async (shell) => {
  const script = await scriptFor(shell);
  const known = (rows: readonly CommandRow[]): void => {
    for (const row of rows) {
      expect(script).toMatch(new RegExp(`\\b${row.name}\\b`));
      known(innerOf(row));
      if (row.kind !== "group")
        for (const { flags } of optionsOf(row)) expect(script).toContain(flags.split(/[ ,]/)[0]);
    }
  };
  known(COMMANDS);
});

test("every offered word is in the table, and every command is offered", () => {
  const offers = offersOf(COMMANDS);
  const places = offers.map(({ path }) => path.join(" "));
  expect(new Set(places).size).toBe(places.length);
  for (const { words } of offers) {
    expect(new Set(words).size).toBe(words.length);
    for (const word of words) expect(word).toMatch(/^-{0,2}[A-Za-z][A-Za-z0-9._-]*$/);
  }
});

test("another shell is refused with the known ones", async () => {
  const { io, said } = anIo();
  expect(await runCommand(["completion", "tcsh"], io)).toBe(2);
  expect(said.err).toContain("bash, zsh, fish");
});
