// How the tests run: real chains and a native database, so processes instead of threads, and no second chance for a failed test.
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { StatementReporter } from "./test/conformance/reporter.ts";
import { LongestFirst } from "./test/support/longest-first.ts";

export default defineConfig({
  // Users bring this package along; here there is no engine for it.
  resolve: {
    alias: { testcontainers: fileURLToPath(new URL("./test/support/clients/testcontainers.ts", import.meta.url)) },
  },
  test: {
    include: ["test/**/*.test.ts"],
    // `npm run test:long -- files` runs these: each takes longer than a developer waits for.
    exclude: [...configDefaults.exclude, "test/**/*.long.test.ts"],
    // Native modules (EDR, better-sqlite3) hold handles that a worker thread cannot always give back.
    pool: "forks",
    // The product keeps in modules only what it would make again alike, so files share what is loaded once: it saves a third of the time.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Only what hangs: a walk through all pages takes 50 s on two cores that others use too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    // What a page shows, or an app has heard, comes when the machine gets to it.
    expect: { poll: { timeout: 60_000 } },
    retry: 0,
    // A test is known by where it stands: titles of test.each are not those of the source.
    includeTaskLocation: true,
    reporters: ["default", new StatementReporter()],
    env: { HARDHAT_DISABLE_TELEMETRY: "true" },
  },
});
