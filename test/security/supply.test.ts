// Supply chain: the lock file, install scripts of packages, and the audit check.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import lock from "../../package-lock.json" with { type: "json" };
import { type Exception, judge } from "../../scripts/check/advisories.ts";
import exceptions from "../../spec/audit-exceptions.json" with { type: "json" };

type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  inBundle?: boolean;
  dev?: boolean;
};

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== "");
const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("R-219 the lock file", () => {
  test("has a strong hash of every package, and no source but the public registry", () => {
    expect([lock.lockfileVersion, packages.length > 100]).toEqual([3, true]);
    for (const [path, { integrity = "", resolved }] of packages) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/)]);
      if (resolved !== undefined)
        expect([path, resolved]).toEqual([path, expect.stringMatching(/^https:\/\/registry\.npmjs\.org\//)]);
    }
    expect(readFileSync(`${ROOT}package-lock.json`, "utf8")).not.toMatch(/"(git\+|file:|http:)/);
  });

  test("has exactly the pinned versions of the manifest", () => {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(lock.packages[""].dependencies).toEqual(manifest.dependencies);
    expect(lock.packages[""].devDependencies).toEqual(manifest.devDependencies);
    for (const [name, range] of Object.entries(wanted)) {
      const version = range.split("@").at(-1) ?? "";
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      const locked = (lock.packages as Record<string, Locked>)[`node_modules/${name}`];
      expect([name, locked?.version]).toEqual([name, version]);
    }
  });
});

describe("R-219 install scripts of packages", () => {
  test("none runs when this project is installed", () => {
    const settings = readFileSync(`${ROOT}.npmrc`, "utf8").split("\n");
    expect(settings).toContain("ignore-scripts=true");
    expect(manifest.scripts).not.toHaveProperty("install");
    for (const name of ["preinstall", "postinstall", "prepare", "prepublish"])
      expect(manifest.scripts).not.toHaveProperty(name);
  });

  test("packages with one are listed by name, each is disabled, and no listed name is superfluous", () => {
    const withScript = packages
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([path]) => nameOf(path));
    // npm builds a package with such a file even without a script.
    const withBuild = packages
      .filter(([path]) => existsSync(`${ROOT}${path}/binding.gyp`))
      .map(([path]) => nameOf(path));
    expect([...new Set([...withScript, ...withBuild])].toSorted()).toEqual(
      Object.keys(manifest.allowScripts).toSorted(),
    );
    expect(Object.values(manifest.allowScripts).filter((allowed) => allowed)).toEqual([]);
  });
});

describe("R-219 the dependencies of the installed package", () => {
  test("none has an install script, and none reports its installation", () => {
    const own = packages.filter(([, { dev }]) => dev !== true);
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter(([, one]) => one.hasInstallScript === true).map(([path]) => nameOf(path))).toEqual([]);
    expect(own.filter(([path]) => nameOf(path).startsWith("@scarf/"))).toEqual([]);
  });
});

describe("R-219 the audit check", () => {
  const advisory = {
    source: 1,
    name: "left",
    severity: "high",
    title: "Reads too much",
    url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc",
  };
  const report = (...via: unknown[]): string =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: via.length === 0 ? {} : { left: { via }, right: { via: ["left"] } },
    });
  const until = (day: string, id = "GHSA-aaaa-bbbb-cccc"): Exception => ({
    id,
    package: "left",
    reason: "never called",
    until: day,
  });

  test("is clean without advisories", () => {
    expect(judge(report(), [], "2026-06-01")).toEqual({ verdict: "clean", lines: [] });
  });

  test("reports an advisory once, also for a package that only depends on the affected one", () => {
    const { verdict, lines } = judge(report(advisory), [], "2026-06-01");
    expect([verdict, lines]).toEqual(["refused", ["left: high, Reads too much (GHSA-aaaa-bbbb-cccc)"]]);
  });

  test("accepts an exception until its last day, and only for the advisory it names", () => {
    expect(judge(report(advisory), [until("2026-06-01")], "2026-06-01").verdict).toBe("clean");
    expect(judge(report(advisory), [until("2026-05-31")], "2026-06-01").lines).toEqual([
      "the exception of GHSA-aaaa-bbbb-cccc ended on 2026-05-31: look at it again",
    ]);
    expect(judge(report(advisory), [until("2027-01-01", "GHSA-other")], "2026-06-01").lines).toHaveLength(2);
    expect(judge(report(), [until("2027-01-01")], "2026-06-01").verdict).toBe("refused");
  });

  test.each([
    [
      JSON.stringify({ message: "405 Method Not Allowed - POST https://somewhere.test/x", error: { summary: "" } }),
      "405 Method Not Allowed",
    ],
    [JSON.stringify({ error: { code: "ENOTFOUND", summary: "request failed" } }), "request failed"],
    ["", "no answer that can be read"],
    ["<html>", "no answer that can be read"],
    [JSON.stringify({ vulnerabilities: {} }), "no answer that can be read"],
  ])("says plainly that nothing was checked when the registry does not answer: %s", (output, why) => {
    expect(judge(output, [], "2026-06-01")).toEqual({
      verdict: "unknown",
      lines: [`the registry gives no audits: ${why}`],
    });
  });

  test("each exception has a reason and an end date within a year", () => {
    for (const exception of exceptions as Exception[]) {
      expect(exception.reason.length).toBeGreaterThan(20);
      expect(exception.until).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(exception.id).toMatch(/^(GHSA|CVE)-/);
    }
  });
});
