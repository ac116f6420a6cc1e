// A finding as a scenario file that repeats it: the plan as steps of the scenario language, and what is right at its end (U-20, U-60).
import type { Adapter } from "../adapter.ts";
import { familyOf, RULE_IDS } from "../judge/rule.ts";
import { type FaultOf, type HuntStep, isMinted, ROTATION } from "../plan/step.ts";
import type { Finding } from "../report.ts";
import { stepText } from "../world/story-lines.ts";
import { Names, nameOf } from "./names.ts";

export type StoryFacts = { readonly adapter: Adapter; readonly seed: number; readonly version: string };

/** The file: a scenario with `options.app`, and in `hunt` the plan with its proof. */
export function storyOf(finding: Finding, { adapter, seed, version }: StoryFacts): Record<string, unknown> {
  const { rule, title, what, steps, rate, certificate, troubles, phase } = finding;
  return {
    title: `${rule} ${title}`,
    about: what,
    options: { app: adapter },
    steps: [...storySteps(steps, adapter), { title: `nothing breaks ${rule}`, expect: expected(finding) }],
    hunt: { version: 1, sandbox_version: version, seed, rule, phase, troubles, plan: steps, rate, certificate },
  };
}

/** Breaches of one family are one failure; where the books were wrong, they are compared too. */
function expected({ rule, story }: Finding): Record<string, unknown> {
  const books = story.differences.map(({ owner, network, asset, held }) => ({
    ...{
      owner: nameOf(letterOf(owner)),
      ...(network === null ? {} : { network }),
      ...(asset === null ? {} : { asset }),
    },
    amount: held,
  }));
  const rules = RULE_IDS.filter((one) => familyOf(one) === familyOf(rule));
  return { rules, ...(books.length === 0 ? {} : { books }) };
}

/** The plan in the language of scenarios, each step with its title. */
function storySteps(steps: readonly HuntStep[], adapter: Adapter): Record<string, unknown>[] {
  const names = new Names(adapter, steps);
  return steps.flatMap((step) => titledSteps(step, names));
}

function titledSteps(step: HuntStep, names: Names): Record<string, unknown>[] {
  return asSteps(step, names).map((one) => ({ title: stepText(step, (owner) => owner), ...one }));
}

/** `h1-7-a` → `a`. A name that the app chose is that of the first owner. */
function letterOf(owner: string): string {
  return /^h\w+-\d+-([a-z]\d*)$/.exec(owner)?.[1] ?? "a";
}

/** The step in the language of scenarios: one step, or two. */
function asSteps(step: HuntStep, names: Names): Record<string, unknown>[] {
  if (step.do === "reconcile")
    return names.repaired.map((owner) => ({ act: { name: "reconcile", owner: nameOf(owner) } }));
  if (step.do === "together") return begunTogether(step, names);
  if (step.do === "retry") return retried(step.owner);
  if (step.do === "fund") return funded(step);
  if (step.do !== "reject") return [asStep(step, names)];
  const path = "/v1/transfer/payout";
  const name = `payout_${step.id.toLowerCase().replaceAll(/[^a-z0-9]/g, "_")}`;
  return [
    { call: `GET ${path}`, query: { limit: 1 }, status: 200, save: { [name]: "data.0.id" } },
    { call: `POST ${path}/\${${name}}/reject`, body: {}, status: 200 },
  ];
}

type TogetherStep = Extract<HuntStep, { do: "together" }>;

/** What has to be looked up for one of them, such as the settlement that is run again, is looked up before they begin. */
function begunTogether({ steps, apart }: TogetherStep, names: Names): Record<string, unknown>[] {
  const parts = steps.map((step) => {
    const titled = titledSteps(step, names);
    // The repair job is asked for each owner; of every other step all but the last look something up.
    return step.do === "reconcile" ? [[], titled] : [titled.slice(0, -1), titled.slice(-1)];
  });
  const together = parts.flatMap(([, begun = []]) => begun);
  return [...parts.flatMap(([before = []]) => before), { together, ...(apart === undefined ? {} : { apart }) }];
}

function retried(owner: string): Record<string, unknown>[] {
  const name = `settlement_${owner}`;
  const query = { owner: nameOf(owner), state: "failed", limit: 1 };
  return [
    { call: "GET /admin/settlements", query, status: 200, save: { [name]: "data.items.0.id" } },
    { call: `POST /admin/settlements/\${${name}}/retry`, body: {}, status: 200 },
  ];
}

function funded({ network, asset, amount }: Extract<HuntStep, { do: "fund" }>): Record<string, unknown>[] {
  const name = `vault_${network}`;
  const body = { network, asset, to_address: `\${${name}}`, amount };
  return [
    { call: `GET /v1/vault/\${vault_id}/addresses/${network}`, status: 200, save: { [name]: "data.address" } },
    { call: "POST /admin/faucet", body, status: 201 },
  ];
}

/** The step in the language of scenarios. */
function asStep(step: HuntStep, names: Names): Record<string, unknown> {
  switch (step.do) {
    case "open":
      return names.open(step.owner, step.network);
    case "uda":
      return names.uda(step.owner, step.network);
    case "pay": {
      const { network, asset, owner } = step;
      const payee = names.payee(owner, network);
      if (isMinted(step)) {
        const body = { network, asset, to_address: names.address(owner, network), amount: step.amount };
        return { call: "POST /admin/faucet", body, status: 201 };
      }
      if (step.legs === undefined) return { pay: { network, asset, amount: step.amount, ...payee } };
      return { pay: { network, legs: step.legs.map((amount) => ({ asset, amount, ...payee })) } };
    }
    case "withdraw": {
      const { network, asset, amount, owner, id } = step;
      return {
        act: { name: "withdraw", owner: nameOf(owner), id: nameOf(id), network, asset, amount, to: targetOf(id) },
      };
    }
    case "restart":
      return { restart: {} };
    case "replay":
      return { replay: { type: step.type } };
    default:
      return asControl(step);
  }
}

function asControl(step: HuntStep): Record<string, unknown> {
  switch (step.do) {
    case "fault": {
      const { do: _do, of, ...fault } = step;
      return of === undefined ? { fault } : { fault: { ...fault, match: { ...fault.match, ...subjectOf(of) } } };
    }
    case "travel":
      return { travel: { by: step.by } };
    case "settle":
      return { travel: { until_idle: "1h" } };
    case "mine":
      return { mine: { network: step.network, blocks: step.blocks } };
    case "reorg": {
      const { do: _do, ...reorg } = step;
      return { reorg };
    }
    case "heal":
      return { call: "DELETE /admin/faults", status: 200 };
    case "mining":
      return { call: "setMining", path: { network: step.network }, body: { mode: step.mode }, status: 200 };
    case "pause":
    case "unpause":
      return {
        call: step.do === "pause" ? "pauseToken" : "unpauseToken",
        path: { network: step.network, asset: step.asset },
        body: {},
        status: 200,
      };
    case "rotate":
      return {
        ...{ call: "rotateWebhookSecret", path: { tenant_id: "${tenant_id}", id: "${endpoint_id}" }, status: 200 },
        body: { overlap: ROTATION, sign_with_both: true },
      };
    default:
      return {};
  }
}

/** Whom a fault is meant for. */
function subjectOf(of: FaultOf): Record<string, string> {
  return "owner" in of ? { owner: nameOf(of.owner) } : { to_address: targetOf(of.withdrawal) };
}

/** A target that belongs to nobody, the same each time. */
function targetOf(id: string): string {
  const digits = [...id].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  return `0x${digits.padStart(40, "d")}`.slice(0, 42);
}
