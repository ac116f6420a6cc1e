// The service application over a world without chains, called through supertest, with its dependencies for tests to inspect and change.
import express, { type Express } from "express";
import request from "supertest";
import { Readings } from "../../src/contract/readings/readings.ts";
import type { World } from "../../src/domain/world.ts";
import { createService } from "../../src/http/app.ts";
import { createRequestIds } from "../../src/http/pipeline.ts";
import { RateLimiter } from "../../src/http/rate-limit.ts";
import type { Log } from "../../src/kernel/log.ts";
import { systemClock } from "../../src/kernel/wall-clock.ts";
import type { View } from "../../src/present/view.ts";
import { aTenant, aWorld } from "../support/worlds/a-bare-world.ts";

export type Logged = { facts: Record<string, unknown>; message: string };

export type Service = {
  app: Express;
  world: World;
  view: View;
  tenantId: string;
  key: string;
  keyId: string;
  vaultId: string;
  limiter: RateLimiter;
  errors: Logged[];
  /** Awaited by writing operations; the calls are counted in `settles`. */
  settled: () => Promise<void>;
  settles: () => number;
  /** The wall clock of the rate limiter; a test may move it. */
  wall: { now: number };
  get(path: string): request.Test;
  post(path: string, body?: unknown): request.Test;
  patch(path: string, body?: unknown): request.Test;
  put(path: string, body?: unknown): request.Test;
  delete(path: string): request.Test;
};

/** `tenant` changes the default tenant, whose limit holds for clients without a key as well. */
export function aService(tenantInput: Parameters<typeof aTenant>[1] = {}): Service {
  const world = aWorld();
  const { tenant, apiKey, keyId, vaultId } = aTenant(world, tenantInput);
  const errors: Logged[] = [];
  const log: Log = {
    error: (facts, message) => void errors.push({ facts, message }),
    warn() {},
    info() {},
    debug() {},
  };
  const wall = { now: Date.UTC(2026, 5, 1, 12, 0, 30) };
  const limiter = new RateLimiter({ now: () => wall.now });
  const view: View = { catalogue: world.catalogue, origin: "http://localhost:4010" };
  let settles = 0;
  const routes = createService({
    world,
    view,
    environment: "sandbox",
    limiter,
    wall: systemClock,
    log,
    readings: new Readings(),
    nextRequestId: createRequestIds(),
    settled: () => {
      settles += 1;
      return service.settled();
    },
  });
  const app = express().disable("x-powered-by").use(routes);
  const keyed = (test: request.Test) => test.set("X-API-Key", apiKey);
  const sent = (test: request.Test, body: unknown) =>
    body === undefined ? keyed(test) : keyed(test).send(body as object);
  const service: Service = {
    ...{ app, world, view, key: apiKey, keyId, vaultId, limiter, errors, wall, tenantId: tenant.id },
    settled: () => Promise.resolve(),
    settles: () => settles,
    get: (path) => keyed(request(app).get(path)),
    post: (path, body) => sent(request(app).post(path), body),
    patch: (path, body) => sent(request(app).patch(path), body),
    put: (path, body) => sent(request(app).put(path), body),
    delete: (path) => keyed(request(app).delete(path)),
  };
  return service;
}
