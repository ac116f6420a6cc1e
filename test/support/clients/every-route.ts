// All routes of a sandbox, from its documents and the lists of its pages, for tests that apply to every route.
import { adminDocument } from "../../../src/admin/app.ts";
import { serviceDocument } from "../../../src/spec/document.ts";
import { operationsOf } from "../../../src/spec/operations.ts";
import { operationsWithExamples } from "../../admin/bad-requests.ts";

/** `body` is the JSON of the document's example. */
export type Route = { name: string; id: string; method: string; path: string; body?: string };

const NOBODY = "00000000-0000-7000-8000-000000000000";
const fill = (path: string): string => path.replaceAll(/\{\w+\}/g, NOBODY);

export const SERVICE_ROUTES: readonly Route[] = [...operationsOf(serviceDocument).values()].map(
  ({ id, method, path, body }) => ({
    ...{ id, name: `${method.toUpperCase()} /v1${path}`, method: method.toUpperCase(), path: `/v1${fill(path)}` },
    ...(body === undefined ? {} : { body: "{}" }),
  }),
);

export const ADMIN_ROUTES: readonly Route[] = operationsWithExamples(adminDocument).map(
  ({ id, method, path, body }) => ({
    ...{ id, name: `${method.toUpperCase()} /admin${path}`, method: method.toUpperCase(), path: `/admin${fill(path)}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body.example) }),
  }),
);

/** Routes outside the two documents: pages, files, the documents themselves, JSON-RPC, and unknown paths. */
export const OTHER_ROUTES: readonly Route[] = [
  ...["/", "/healthz", "/metrics", "/docs", "/docs/admin", "/docs/reference.js", "/docs/swagger-ui.css"],
  ...[
    "/explorer",
    "/explorer/base",
    "/explorer/base/block/0",
    "/explorer/nowhere",
    "/assets/USDC.png",
    "/openapi.json",
  ],
  ...[
    "/admin/openapi.json",
    "/admin",
    "/admin/nowhere",
    "/v1/nowhere",
    "/v2/wallets",
    "/rpc",
    "/rpc/base",
    "/nowhere",
    "/%zz",
  ],
].map((path) => ({ name: `GET ${path}`, id: path, method: "GET", path }));

export const RPC_CALL: Route = {
  name: "POST /rpc/base",
  id: "rpc",
  method: "POST",
  path: "/rpc/base",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] }),
};

export const EVERY_ROUTE: readonly Route[] = [...SERVICE_ROUTES, ...ADMIN_ROUTES, ...OTHER_ROUTES, RPC_CALL];
