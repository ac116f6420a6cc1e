// Fixtures for test runners: one sandbox per file or worker, and a new tenant for every test.
import type { TestSandbox } from "./sandbox.ts";
import { type StartOptions, startSandbox } from "./start.ts";
import type { TestTenant } from "./tenant.ts";

type Use<T> = (value: T) => Promise<void>;

/** The fixtures that a test names as parameters: `test("…", async ({ sandbox, tenant }) => …)`. */
export type SandboxFixtures = { sandbox: TestSandbox; tenant: TestTenant };

type WorkerFixture<T> = [(none: object, use: Use<T>) => Promise<void>, { scope: "worker" }];
type TenantFixture = (context: { sandbox: TestSandbox }, use: Use<TestTenant>) => Promise<void>;

/**
 * For `test.extend<SandboxFixtures>(sandboxFixtures())` of Vitest, and of Playwright with the types of both scopes:
 * `test.extend<Pick<SandboxFixtures, "tenant">, Pick<SandboxFixtures, "sandbox">>(sandboxFixtures())`.
 * The sandbox is started once per worker, on first use. Options are those of `startSandbox`.
 */
export function sandboxFixtures(options: StartOptions = {}): {
  sandbox: WorkerFixture<TestSandbox>;
  tenant: TenantFixture;
} {
  return {
    sandbox: [
      // biome-ignore lint/correctness/noEmptyPattern: test runners read the names of fixtures from this pattern
      async ({}: object, use: Use<TestSandbox>): Promise<void> => {
        const sandbox = await startSandbox(options);
        await use(sandbox);
        await sandbox.stop();
      },
      { scope: "worker" },
    ],
    tenant: async ({ sandbox }: { sandbox: TestSandbox }, use: Use<TestTenant>): Promise<void> => {
      const tenant = await sandbox.tenant("test");
      await use(tenant);
      await tenant.close();
    },
  };
}

/** The hooks of Jest, Mocha, node:test and similar runners. */
export type Hooks = { beforeAll(run: () => Promise<void>): unknown; afterAll(run: () => Promise<void>): unknown };

/**
 * For runners with hooks: `const sandbox = useSandbox({ beforeAll, afterAll })`, then `sandbox().deposit(…)` inside tests.
 */
export function useSandbox({ beforeAll, afterAll }: Hooks, options: StartOptions = {}): () => TestSandbox {
  let sandbox: TestSandbox | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox(options);
  });
  afterAll(async () => sandbox?.stop());
  return () => {
    if (sandbox === undefined) throw new Error("the sandbox exists only inside tests and later hooks");
    return sandbox;
  };
}
