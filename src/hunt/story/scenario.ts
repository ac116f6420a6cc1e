// A finding as a scenario file that repeats it: the plan as steps of the scenario language, and what is right at its end (U-20, U-60).
import type { Adapter } from "../adapter.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Finding } from "../report.ts";
import { stepText } from "../world/story-lines.ts";

export type StoryFacts = { readonly adapter: Adapter; readonly seed: number; readonly version: string };

/** The file: a scenario with `options.app`, and in `hunt` the plan with its proof. */
export function storyOf(finding: Finding, { adapter, seed, version }: StoryFacts): Record<string, unknown> {
  const { rule, title, what, steps, rate, certificate, troubles, phase, story } = finding;
  const { owner: pointer, own_names } = adapter.actions?.open ?? {};
  const isNamed = pointer === undefined && own_names !== true;
  return {
    title: `${rule} ${title}`,
    about: what,
    options: { app: adapter },
    steps: [
      ...steps.flatMap((step) =>
        asSteps(step, isNamed).map((one) => ({ title: stepText(step, (owner) => owner), ...one })),
      ),
      { title: "everything that is planned happens", travel: { until_idle: "1h" } },
      ...story.differences.map(({ owner, network, asset, held }) => ({
        title: `the books of ${letterOf(owner)} are what the chain holds`,
        expect: {
          books: [
            {
              owner: nameOf(letterOf(owner)),
              ...(network === null ? {} : { network }),
              ...(asset === null ? {} : { asset }),
              amount: held,
            },
          ],
        },
      })),
    ],
    hunt: { version: 1, sandbox_version: version, seed, rule, phase, troubles, plan: steps, rate, certificate },
  };
}

/** Differs from run to run, since the sandbox has another seed: an app may keep the books of an earlier run. */
function nameOf(owner: string): string {
  return `${owner}-\${tenant_id}`;
}

/** `h1-7-a` → `a`. A name that the app chose belongs to the first owner. */
function letterOf(owner: string): string {
  return /^h\w+-\d+-([a-z])$/.exec(owner)?.[1] ?? "a";
}

/** Who is paid: the owner, or the address in the answer of an app that chooses names itself. */
function payeeOf(owner: string, isNamed: boolean): Record<string, string> {
  return isNamed ? { owner: nameOf(owner) } : { to: `\${address_${owner}}` };
}

/** The step in the language of scenarios: one step, or two. */
function asSteps(step: HuntStep, isNamed: boolean): Record<string, unknown>[] {
  if (step.do !== "reject") return [asStep(step, isNamed)];
  const path = "/v1/transfer/payout";
  const name = `payout_${step.id.toLowerCase().replaceAll(/[^a-z0-9]/g, "_")}`;
  return [
    { call: `GET ${path}`, query: { limit: 1 }, status: 200, save: { [name]: "data.0.id" } },
    { call: `POST ${path}/\${${name}}/reject`, body: {}, status: 200 },
  ];
}

/** The step in the language of scenarios. */
function asStep(step: HuntStep, isNamed: boolean): Record<string, unknown> {
  switch (step.do) {
    case "open":
    case "uda":
      if (!isNamed && step.do === "open")
        return {
          act: { name: step.do, owner: nameOf(step.owner), network: step.network },
          save: { [`address_${step.owner}`]: "address" },
        };
      return { act: { name: step.do, owner: nameOf(step.owner), network: step.network } };
    case "pay": {
      const { network, asset, owner } = step;
      const payee = payeeOf(owner, isNamed);
      if (step.legs === undefined) return { pay: { network, asset, amount: step.amount, ...payee } };
      return { pay: { network, legs: step.legs.map((amount) => ({ asset, amount, ...payee })) } };
    }
    case "withdraw": {
      const { network, asset, amount, owner, id } = step;
      return {
        act: { name: "withdraw", owner: nameOf(owner), id: nameOf(id), network, asset, amount, to: targetOf(id) },
      };
    }
    case "reconcile":
      return { act: { name: "reconcile", owner: nameOf("a") } };
    case "restart":
      return { restart: {} };
    case "replay":
      return { replay: { type: step.type } };
    case "together":
      return {
        together: step.steps.map((one) => ({ title: stepText(one, (owner) => owner), ...asStep(one, isNamed) })),
      };
    default:
      return asControl(step);
  }
}

function asControl(step: HuntStep): Record<string, unknown> {
  switch (step.do) {
    case "fault": {
      const { do: _do, ...fault } = step;
      return { fault };
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
        body: { overlap: "1h", sign_with_both: true },
      };
    default:
      return {};
  }
}

/** A target that belongs to nobody, the same each time. */
function targetOf(id: string): string {
  const digits = [...id].map((letter) => letter.charCodeAt(0).toString(16)).join("");
  return `0x${digits.padStart(40, "d")}`.slice(0, 42);
}
