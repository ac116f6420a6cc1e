// The Testcontainers class over a stand-in of that package, whose "container" is the shipped command in this process: there is no engine.
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCommand } from "../../src/cli/program.ts";
import { anIo } from "../cli/an-io.ts";

const engine = vi.hoisted(() => ({ waits: [] as unknown[], images: [] as string[] }));

vi.mock("testcontainers", () => {
  class GenericContainer {
    #command: string[] = [];
    constructor(image: string) {
      engine.images.push(image);
    }
    withExposedPorts(port: number) {
      expect(port).toBe(4010);
      return this;
    }
    withWaitStrategy(strategy: unknown) {
      engine.waits.push(strategy);
      return this;
    }
    withCommand(command: string[]) {
      this.#command = command;
      return this;
    }
    async start() {
      const { io, said, until, signal } = anIo({ SANDBOX_HOST: "0.0.0.0", SANDBOX_ADMIN_TOKEN: "open-sesame" });
      const ended = runCommand([...this.#command, "--port", "0"], io);
      await until(() => said.out.includes("\n"));
      const stop = async () => {
        signal();
        return ended;
      };
      const port = Number(new URL(JSON.parse(said.out).url).port);
      const logs = async () => Readable.from([`a line of a log\n${said.out}`]);
      return { getHost: () => "127.0.0.1", getMappedPort: () => port, logs, stop };
    }
  }
  class AbstractStartedContainer {
    readonly started: any;
    constructor(started: any) {
      this.started = started;
    }
    getHost = () => this.started.getHost();
    getMappedPort = (port: number) => this.started.getMappedPort(port);
    stop = () => this.started.stop();
  }
  const Wait = {
    forHttp: (path: string, port: number) => ({ forStatusCode: (status: number) => ({ path, port, status }) }),
  };
  return { GenericContainer, AbstractStartedContainer, Wait };
});

test("a container says where it is and which keys open it, once its health is good", async () => {
  const { CryptoPaymentSandboxContainer } = await import("../../src/testing/container.ts");
  const container = await new CryptoPaymentSandboxContainer("registry.example/sandbox:1").start();
  onTestFinished(async () => void (await container.stop()));
  expect(engine).toEqual({
    images: ["registry.example/sandbox:1"],
    waits: [{ path: "/healthz", port: 4010, status: 200 }],
  });
  const headers = { "X-API-Key": container.getApiKey() };
  const vaults = (await (await fetch(`${container.getApiBaseUrl()}/vault`, { headers })).json()) as any;
  expect(vaults.data[0].vault_id).toBe(container.getVaultId());
  const rpc = { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}' };
  expect(await (await fetch(container.getRpcUrl("base"), rpc)).json()).toMatchObject({ result: "0x2105" });
  expect(() => container.getRpcUrl("solana")).toThrow("use one of ethereum, polygon, base, arbitrum, bsc");
  const sandbox = await container.connect();
  expect(await sandbox.control.get("/clock")).toMatchObject({ mode: "frozen" });
  expect(sandbox.apiKey).not.toBe(container.getApiKey());
  expect((await fetch(`${container.getAdminUrl()}/clock`)).status).toBe(401);
  expect(container.getAdminToken()).toBe("open-sesame");
  expect(container.getWebhookSecret()).toMatch(/^whsec_/);
  expect(container.getTenantId()).toMatch(/^[0-9a-f-]{36}$/);
});

test("options of start take the place of the frozen clock", async () => {
  const { CryptoPaymentSandboxContainer } = await import("../../src/testing/container.ts");
  const container = await new CryptoPaymentSandboxContainer()
    .withStartOptions("--seed", "7", "--clock", "running")
    .start();
  onTestFinished(async () => void (await container.stop()));
  const status = await (await container.connect()).control.get<any>("/status");
  expect([status.seed, status.clock.mode]).toEqual([7, "running"]);
});
