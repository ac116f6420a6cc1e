// Table: the tools of the MCP server and the operations behind each of their actions (G-3, G-4).
import { isObject } from "../../kernel/is-object.ts";
import type { Data, NextCall, ToolRow } from "../tool.ts";
import { callAny, describe } from "./any-operation.ts";
import { advanceToNext, changeReadings, grade, show, status } from "./own-actions.ts";

const LIST = { limit: 20 };
const NEWEST = { order: "newest", ...LIST };

const runIdle: NextCall = {
  tool: "clock",
  arguments: { action: "run_until_idle", advance: true },
  why: "does what follows: blocks, confirmations, webhooks and their retries",
};

const records = (data: Data): Data[] => (Array.isArray(data["items"]) ? data["items"].filter(isObject) : []);

export const TOOLS: readonly ToolRow[] = [
  {
    name: "status",
    about: "Clock, networks, tenants, planned work, what is held back and why, faults, breaches. Begin here.",
    actions: { "": { operation: "admin:getStatus", run: status } },
  },
  {
    name: "search",
    about: "Find records, events, blocks and requests by the start of an id, hash, address, owner or reference.",
    actions: {
      "": {
        operation: "admin:search",
        defaults: LIST,
        after: (data) =>
          records(data)
            .slice(0, 1)
            .map(({ id }) => ({ tool: "show", arguments: { id }, why: "its timeline" })),
      },
    },
  },
  {
    name: "show",
    about:
      "What happened to a record, event, delivery or request, and what it waits for: requests, states, blocks, webhook attempts, faults.",
    actions: {
      "": {
        operation: "admin:getTimeline",
        takes: ["id"],
        needs: ["id"],
        run: show,
        after: ({ several }) =>
          (Array.isArray(several) ? several.filter(isObject) : []).map(({ id, title }) => ({
            tool: "show",
            arguments: { id },
            why: String(title),
          })),
      },
    },
  },
  {
    name: "events",
    about:
      "Webhook events of all tenants: list (newest first), one with its exact body and deliveries, wait for the next one.",
    actions: {
      list: { operation: "admin:listEvents", defaults: NEWEST },
      one: { operation: "admin:getEvent" },
      wait: { operation: "admin:waitForEvent" },
    },
  },
  {
    name: "deliveries",
    about:
      "Webhook deliveries: list (state dead: given up), one with each attempt and whether it verifies, redeliver one or all that match.",
    actions: {
      list: {
        operation: "admin:listDeliveries",
        takes: ["event_id", "state", "type", "tenant_id", "resource_id", "order", "before", "after", "q", "limit"],
        defaults: NEWEST,
        after: (data) =>
          records(data)
            .filter(({ state }) => state === "dead")
            .slice(0, 1)
            .map(({ id }) => ({ tool: "deliveries", arguments: { action: "redeliver", id }, why: "it was given up" })),
      },
      one: { operation: "admin:getDelivery" },
      redeliver: { operation: "admin:redeliverDelivery", after: () => [runIdle] },
      redeliver_all: {
        operation: "admin:redeliverDeliveries",
        takes: ["state", "tenant_id", "type", "resource_id", "limit"],
        after: () => [runIdle],
      },
    },
  },
  {
    name: "requests",
    about:
      "What the app asked the sandbox, newest first, and what was wrong with it (`refusal`, `hints`); one with headers and bodies.",
    actions: {
      list: {
        operation: "admin:listRequests",
        defaults: { surface: "v1", ...LIST },
        after: (data) =>
          records(data)
            .filter(({ status }) => Number(status) >= 400)
            .slice(0, 1)
            .map((row) => ({
              tool: "requests",
              arguments: { action: "one", request_id: row["request_id"] },
              why: "the newest that was refused",
            })),
      },
      one: { operation: "admin:getRequest" },
    },
  },
  {
    name: "deposit",
    about:
      "Pay an address of a tenant from outside, as a customer does. Name `owner` or `to_address`, asset and amount (text, such as 25.5).",
    actions: { "": { operation: "admin:createDeposit", after: () => [runIdle] } },
  },
  {
    name: "faucet",
    about: "Give coins or tokens to any address.",
    actions: { "": { operation: "admin:useFaucet" } },
  },
  {
    name: "clock",
    about:
      "Virtual time of all tenants: show, freeze, resume, advance (by 10m, or to a time), next (to the next planned work), run_until_idle.",
    actions: {
      show: { operation: "admin:getClock" },
      freeze: { operation: "admin:freezeClock", again: true },
      resume: { operation: "admin:resumeClock", again: true },
      advance: { operation: "admin:advanceClock" },
      next: { operation: "admin:advanceClock", takes: [], run: advanceToNext },
      run_until_idle: { operation: "admin:runUntilIdle" },
    },
  },
  {
    name: "chain",
    about:
      "Networks: list, mine blocks, mining mode, reorg of the last blocks (force: below confirmed deposits too). For all tenants.",
    actions: {
      list: { operation: "admin:listNetworks" },
      mine: { operation: "admin:mineBlocks" },
      mode: { operation: "admin:setMining", again: true },
      reorg: { operation: "admin:reorgNetwork", after: () => [runIdle] },
    },
  },
  {
    name: "faults",
    about:
      "Failures on request: catalogue of gates and effects, list with hits, add one (counted), remove one, clear all.",
    actions: {
      catalogue: { operation: "admin:getFaultCatalogue" },
      list: { operation: "admin:listFaults" },
      add: {
        operation: "admin:createFault",
        after: () => [{ tool: "faults", arguments: { action: "list" }, why: "shows how often it was hit" }],
      },
      remove: { operation: "admin:deleteFault" },
      clear: { operation: "admin:deleteFaults" },
    },
  },
  {
    name: "snapshot",
    about: "The whole world: list, create, restore. Restoring loses all that came after, of all tenants.",
    actions: {
      list: { operation: "admin:listSnapshots" },
      create: {
        operation: "admin:createSnapshot",
        after: ({ id }) => [{ tool: "snapshot", arguments: { action: "restore", id }, why: "comes back to it" }],
      },
      restore: { operation: "admin:restoreSnapshot" },
    },
  },
  {
    name: "explain_signature",
    about:
      "Why a webhook does not verify: give body and headers as received, and the `secret` or the signature that your code `computed`.",
    actions: { "": { operation: "admin:explainSignature", effect: "reads" } },
  },
  {
    name: "contract",
    about:
      "Does the app do only what the service promises? report, readings (what is left open, and what holds), set_readings, grade a webhook receiver.",
    actions: {
      report: { operation: "admin:getContract" },
      readings: { operation: "admin:listReadings" },
      set_readings: { operation: "admin:setAmbiguity", takes: ["tenant_id", "readings"], run: changeReadings },
      receiver: { operation: "admin:gradeReceiver", run: grade },
    },
    more: { readings: { type: "object", additionalProperties: { type: ["string", "null"] } } },
  },
  {
    name: "describe_operation",
    about:
      "Any operation of /v1 and /admin: its schema and an example by `id` (v1:createWallet), or a list by `search` words.",
    actions: {
      "": { operation: "admin:getStatus", effect: "reads", takes: ["id", "search"], needs: [], run: describe },
    },
    more: { id: { type: "string" }, search: { type: "string" } },
  },
  {
    name: "call_operation",
    about:
      "Call any operation by its id: /v1 with the API key, /admin. Deleting, restoring and reset name what is lost.",
    actions: {
      "": { operation: "admin:resetWorld", takes: ["id", "path", "query", "body"], needs: ["id"], run: callAny },
    },
    more: {
      id: { type: "string" },
      path: { type: "object" },
      query: { type: "object" },
      body: { type: "object" },
    },
  },
];
