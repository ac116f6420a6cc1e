// The image of the sandbox for Testcontainers: `await new CryptoPaymentSandboxContainer().start()`. Needs the package `testcontainers`.
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import { isObject } from "../kernel/is-object.ts";
import type { ReadyInfo } from "../runtime/ready-info.ts";
import type { TestSandbox } from "./sandbox.ts";
import { connectSandbox } from "./start.ts";

const PORT = 4010;

/** A container of the image, ready when `/healthz` answers 200. The clock is frozen unless told otherwise. */
export class CryptoPaymentSandboxContainer extends GenericContainer {
  #options: readonly string[] = ["--clock", "frozen"];

  constructor(image = "crypto-payment-sandbox") {
    super(image);
    this.withExposedPorts(PORT).withWaitStrategy(Wait.forHttp("/healthz", PORT).forStatusCode(200));
  }

  /** Options of `start` ("--seed", "7"), instead of `--clock frozen`. */
  withStartOptions(...options: readonly string[]): this {
    this.#options = options;
    return this;
  }

  /** @throws Error when the container ends without a ready line */
  override async start(): Promise<StartedCryptoPaymentSandboxContainer> {
    // One line of JSON instead of the banner: it says which keys this sandbox has.
    this.withCommand(["start", "--json", ...this.#options]);
    const started = await super.start();
    return new StartedCryptoPaymentSandboxContainer(started, await readyLine(await started.logs()));
  }
}

/** A running sandbox in a container; addresses are those that this process reaches it by. */
export class StartedCryptoPaymentSandboxContainer extends AbstractStartedContainer {
  readonly #facts: ReadyInfo;

  constructor(started: StartedTestContainer, facts: ReadyInfo) {
    super(started);
    this.#facts = facts;
  }

  /** The origin, without a slash. */
  getUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  /** What goes into the app under test as its base URL. */
  getApiBaseUrl(): string {
    return `${this.getUrl()}/v1`;
  }

  getAdminUrl(): string {
    return `${this.getUrl()}/admin`;
  }

  /** The JSON-RPC address of a network ("base"). @throws Error naming the networks there are */
  getRpcUrl(network: string): string {
    const known = Object.keys(this.#facts.rpc);
    if (known.includes(network)) return `${this.getUrl()}/rpc/${network}`;
    throw new Error(`there is no network ${network}: use one of ${known.join(", ")}`);
  }

  getApiKey(): string {
    return this.#facts.api_key;
  }

  getTenantId(): string {
    return this.#facts.tenant_id;
  }

  getVaultId(): string {
    return this.#facts.vault_id;
  }

  getWebhookSecret(): string {
    return this.#facts.webhook_secret;
  }

  /** A container is reached from outside of itself, so its `/admin` asks for this. */
  getAdminToken(): string | undefined {
    return this.#facts.admin_token;
  }

  /** The handle of the test library, with a tenant of its own. */
  connect(): Promise<TestSandbox> {
    const adminToken = this.getAdminToken();
    return connectSandbox({ url: this.getUrl(), ...(adminToken === undefined ? {} : { adminToken }) });
  }
}

async function readyLine(logs: Readable): Promise<ReadyInfo> {
  for await (const line of createInterface({ input: logs })) {
    const facts = factsOf(line);
    if (facts === undefined) continue;
    logs.destroy();
    return facts;
  }
  throw new Error("the container printed no ready line: is this the image of crypto-payment-sandbox?");
}

function factsOf(line: string): ReadyInfo | undefined {
  if (!line.startsWith("{")) return undefined;
  const facts: unknown = JSON.parse(line);
  return isObject(facts) && "api_key" in facts ? (facts as ReadyInfo) : undefined;
}
