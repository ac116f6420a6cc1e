// How the tests run: real chains and a native database, so processes instead of threads, and no second chance for a failed test.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Native modules (EDR, better-sqlite3) hold handles that a worker thread cannot always give back.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    retry: 0,
    env: { HARDHAT_DISABLE_TELEMETRY: "true" },
  },
});
