// How the setting of strict mode is read: levels, pointers, files; and for whom it holds (C-40).
import { describe, expect, test } from "vitest";
import { strictCatalogue } from "../../../src/contract/strict/catalogue.ts";
import { leftOutBy, readSetting, settingOfFile } from "../../../src/contract/strict/setting.ts";
import { Strictness } from "../../../src/contract/strict/strictness.ts";
import { Problem } from "../../../src/kernel/problem.ts";

const LABEL = "/components/schemas/Vault/properties/label";

function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Problem && error.problem === "invalidRequest") return error.detail;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("a setting", () => {
  test("names a level, single members and operations, or both", () => {
    expect(readSetting({ enabled: true, level: "inferred" })).toEqual({ level: "inferred", without: [] });
    expect(readSetting({ enabled: true, without: [LABEL, `#${LABEL}`] })).toEqual({ level: null, without: [LABEL] });
    expect(readSetting({ enabled: true, level: "invented", without: ["/paths/~1wallets/get"] })).toEqual({
      level: "invented",
      without: ["/paths/~1wallets/get"],
    });
    expect(readSetting({ enabled: true })).toEqual({ level: "invented", without: [] });
    expect(readSetting({ enabled: false })).toBeNull();
  });

  test("an unknown level or pointer is refused with the nearest one", () => {
    expect(refusalOf(() => readSetting({ enabled: true, level: "inventet" }))).toContain("did you mean invented?");
    expect(refusalOf(() => readSetting({ enabled: true, level: "x" }))).toContain("use one of invented, inferred");
    expect(refusalOf(() => readSetting({ enabled: true, without: [`${LABEL}s`] }))).toContain(`did you mean ${LABEL}?`);
    expect(refusalOf(() => readSetting({ enabled: true, without: ["label"] }))).toContain("/components/schemas/Vault");
    expect(refusalOf(() => readSetting({ enabled: true, without: ["x".repeat(5_000_000)] })).length).toBeLessThan(500);
  });

  test("switched off together with a level is a contradiction", () => {
    expect(refusalOf(() => readSetting({ enabled: false, level: "invented" }))).toContain("enabled");
  });

  test("a member of a request alone is none that can be left out", () => {
    expect(
      refusalOf(() => readSetting({ enabled: true, without: ["/components/schemas/CreatePayout/properties/remark"] })),
    ).toContain("nothing that is answered stands at");
  });

  test("a file holds the body of PUT /admin/contract/strict", () => {
    expect(settingOfFile(`{"enabled":true,"without":["${LABEL}"]}`)).toEqual({ level: null, without: [LABEL] });
    expect(settingOfFile('{"level":"inferred"}')).toEqual({ level: "inferred", without: [] });
    expect(refusalOf(() => settingOfFile("level: invented"))).toContain("not JSON");
    expect(refusalOf(() => settingOfFile("[]"))).toContain("no object");
    expect(refusalOf(() => settingOfFile('{"levle":"invented"}'))).toContain('unknown member "levle"');
    expect(refusalOf(() => settingOfFile('{"without":"label"}'))).toContain("without");
    expect(refusalOf(() => settingOfFile('{"enabled":1}'))).toContain("enabled");
  });

  test("inferred takes invented in, and both take operations in", () => {
    const [invented, inferred] = [
      leftOutBy({ level: "invented", without: [] }),
      leftOutBy({ level: "inferred", without: [] }),
    ];
    for (const pointer of invented.keys()) expect(inferred.has(pointer)).toBe(true);
    expect(
      [...invented.values()]
        .filter(({ kind }) => kind === "operation")
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(["listBlockchainAssets", "listBlockchainNetworks", "replaceTenantNetwork", "replaceUda"]);
    expect([...inferred.values()].every(({ provenance }) => provenance !== "documented")).toBe(true);
  });
});

describe("for whom it holds", () => {
  test("one tenant has its own setting, until it is set for all", () => {
    const strict = new Strictness({ level: "invented", without: [] });
    strict.set("t1", null);
    strict.set("t2", { level: "inferred", without: [] });
    expect([strict.setting("t1"), strict.setting("t2")?.level, strict.setting("t3")?.level]).toEqual([
      null,
      "inferred",
      "invented",
    ]);
    expect(strict.refusal("t1", "listBlockchainAssets")).toBeUndefined();
    expect(strict.refusal("t3", "listBlockchainAssets")?.decision).toBe("H-47");
    strict.set(null, null);
    expect([strict.setting("t1"), strict.setting("t2"), strict.setting()]).toEqual([null, null, null]);
  });

  test("it counts what it left out, for each tenant and for all", () => {
    const strict = new Strictness({ level: null, without: [LABEL] });
    const types = [...strictCatalogue().values()].find(({ pointer }) => pointer === LABEL);
    expect(types?.operations).toEqual(["listVaults"]);
    strict.refusal("t1", "listVaults");
    expect(strict.met()).toEqual([]);
    strict.set(null, { level: "invented", without: [] });
    strict.refusal("t1", "replaceUda");
    strict.refusal("t2", "replaceUda");
    expect(strict.met().map(({ part, count }) => [part.name, count])).toEqual([["replaceUda", 2]]);
    expect(strict.met("t1").map(({ count }) => count)).toEqual([1]);
    strict.forget("t1");
    expect(strict.met().map(({ count }) => count)).toEqual([1]);
  });
});
