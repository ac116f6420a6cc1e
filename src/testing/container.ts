// Testcontainers module for the sandbox's image: `await new CryptoPaymentSandboxContainer().start()`. Needs the package `testcontainers`.
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from "testcontainers";
import type { ReadyInfo } from "../runtime/ready-info.ts";
import { readReady } from "./container/ready-line.ts";
import { containerStrict, writeContainerSummary } from "./contract/in-container.ts";
import { Control } from "./control.ts";
import { readingsWithoutFiles } from "./readings.ts";
import type { TestSandbox } from "./sandbox.ts";
import { connectSandbox, readingVariable, strictText, summaryPlace } from "./start.ts";

const PORT = 4010;

/** A container of the image, ready when `/healthz` answers 200. The clock is frozen by default. */
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

  /**
   * SANDBOX_READING and SANDBOX_STRICT of this process are handed on; options of `withStartOptions` overrule them.
   * @throws Error when the container ends without a ready line, or a file of SANDBOX_STRICT cannot be used
   */
  override async start(): Promise<StartedCryptoPaymentSandboxContainer> {
    // One line of JSON instead of the banner, to read the keys of this sandbox from.
    this.withCommand(["start", "--json", ...this.#options]);
    // Overruled by options: a flag comes before a variable.
    const reading = readingsWithoutFiles(readingVariable());
    if (reading !== "") this.withEnvironment({ SANDBOX_READING: reading });
    const isStrict = this.#options.some((option) => /^--strict(=|$)/.test(option));
    const strict = isStrict ? {} : containerStrict(strictText());
    if (strict.variable !== undefined) this.withEnvironment({ SANDBOX_STRICT: strict.variable });
    const started = await super.start();
    const container = new StartedCryptoPaymentSandboxContainer(started, await readReady(() => started.logs()));
    if (strict.body !== undefined) await container.applyStrict(strict.body);
    return container;
  }
}

/** A running sandbox in a container, with the addresses under which this process reaches it. */
export class StartedCryptoPaymentSandboxContainer extends AbstractStartedContainer {
  readonly #ready: ReadyInfo;

  constructor(started: StartedTestContainer, ready: ReadyInfo) {
    super(started);
    this.#ready = ready;
  }

  /** The origin, without a trailing slash. */
  getUrl(): string {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  /** The base URL to configure in the app under test. */
  getApiBaseUrl(): string {
    return `${this.getUrl()}/v1`;
  }

  getAdminUrl(): string {
    return `${this.getUrl()}/admin`;
  }

  /** The JSON-RPC address of a network ("base"). @throws Error that lists the known networks */
  getRpcUrl(network: string): string {
    const known = Object.keys(this.#ready.rpc);
    if (known.includes(network)) return `${this.getUrl()}/rpc/${network}`;
    throw new Error(`there is no network ${network}: use one of ${known.join(", ")}`);
  }

  getApiKey(): string {
    return this.#ready.api_key;
  }

  getTenantId(): string {
    return this.#ready.tenant_id;
  }

  getVaultId(): string {
    return this.#ready.vault_id;
  }

  getWebhookSecret(): string {
    return this.#ready.webhook_secret;
  }

  /** A container is reached from outside, so its `/admin` requires this token. */
  getAdminToken(): string | undefined {
    return this.#ready.admin_token;
  }

  /** Sets strict mode by a file that only this machine has. @throws SandboxError that names what is wrong; the container is stopped */
  async applyStrict(strict: object): Promise<void> {
    await this.#control()
      .put("/contract/strict", strict)
      .catch(async (error: unknown) => {
        await super.stop();
        throw error;
      });
  }

  #control(): Control {
    return new Control(this.getUrl(), this.getAdminToken());
  }

  /**
   * Stops the container. Where SANDBOX_CONTRACT_DIR is set, what the sandbox knows of the client is written there before.
   * @throws Error when that cannot be written; the container is stopped all the same
   */
  override stop(
    ...options: Parameters<AbstractStartedContainer["stop"]>
  ): ReturnType<AbstractStartedContainer["stop"]> {
    const place = summaryPlace();
    const end = () => super.stop(...options);
    if (place === undefined) return end();
    return writeContainerSummary(this.#control(), place).then(end, async (error: unknown) => {
      await end();
      throw error;
    });
  }

  /** A `TestSandbox` for this container, with its own tenant. */
  connect(): Promise<TestSandbox> {
    const adminToken = this.getAdminToken();
    return connectSandbox({ url: this.getUrl(), ...(adminToken === undefined ? {} : { adminToken }) });
  }
}
