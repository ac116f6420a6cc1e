// Types that `container.ts` uses of the package `testcontainers`, which users install themselves: it is not a dependency here.
declare module "testcontainers" {
  import type { Readable } from "node:stream";

  export interface WaitStrategy {
    withStartupTimeout(milliseconds: number): this;
  }
  export interface HttpWaitStrategy extends WaitStrategy {
    forStatusCode(status: number): this;
  }
  export const Wait: { forHttp(path: string, port: number): HttpWaitStrategy };

  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
    logs(): Promise<Readable>;
    stop(): Promise<unknown>;
  }
  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(started: StartedTestContainer);
    getHost(): string;
    getMappedPort(port: number): number;
    logs(): Promise<Readable>;
    stop(): Promise<unknown>;
  }
  export class GenericContainer {
    constructor(image: string);
    withCommand(command: string[]): this;
    withEnvironment(environment: Record<string, string>): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
    start(): Promise<StartedTestContainer>;
  }
}
