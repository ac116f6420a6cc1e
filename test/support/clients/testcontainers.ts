// A fake of the package `testcontainers`: its "container" is the shipped command in this process, since no container engine is needed.
import { Readable } from "node:stream";
import type * as Real from "testcontainers";
import { runCommand } from "../../../src/cli/program.ts";
import { anIo } from "../../cli/an-io.ts";

/** The calls to the engine, in order. */
export const engine = { images: [] as string[], ports: [] as number[], waits: [] as unknown[] };

export const Wait = {
  forHttp: (path: string, port: number) => ({ forStatusCode: (status: number) => ({ path, port, status }) }),
};

export class GenericContainer {
  #command: string[] = [];
  #environment: Record<string, string> = { SANDBOX_HOST: "0.0.0.0" };

  constructor(image: string) {
    engine.images.push(image);
  }

  withExposedPorts(...ports: number[]): this {
    engine.ports.push(...ports);
    return this;
  }

  withWaitStrategy(strategy: unknown): this {
    engine.waits.push(strategy);
    return this;
  }

  withCommand(command: string[]): this {
    this.#command = command;
    return this;
  }

  withEnvironment(environment: Record<string, string>): this {
    Object.assign(this.#environment, environment);
    return this;
  }

  async start(): Promise<Real.StartedTestContainer> {
    const { io, said, until, signal } = anIo(this.#environment);
    const ended = runCommand([...this.#command, "--port", "0"], io);
    await until(() => said.out.includes("\n"));
    const port = Number(new URL(JSON.parse(said.out).url).port);
    return {
      getHost: () => "127.0.0.1",
      getMappedPort: () => port,
      logs: async () => Readable.from([`a line of a log\n${said.out}`]),
      stop: async () => {
        signal();
        return ended;
      },
    };
  }
}

export class AbstractStartedContainer {
  readonly #started: Real.StartedTestContainer;

  constructor(started: Real.StartedTestContainer) {
    this.#started = started;
  }

  getHost(): string {
    return this.#started.getHost();
  }

  getMappedPort(port: number): number {
    return this.#started.getMappedPort(port);
  }

  logs(): Promise<Readable> {
    return this.#started.logs();
  }

  stop(): Promise<unknown> {
    return this.#started.stop();
  }
}
