// A finding as a scenario file that repeats it: the plan as steps of the scenario language, and what is right at its end (U-20, U-60).
import type { Adapter } from "../adapter.ts";
import type { HuntStep } from "../plan/step.ts";
import type { Finding } from "../report.ts";
import { stepText } from "../world/story-lines.ts";

export type StoryFacts = { readonly adapter: Adapter; readonly seed: number; readonly version: string };

/** The file: a scenario with `options.app`, and in `hunt` the plan with its proof. */
export function storyOf(finding: Finding, { adapter, seed, version }: StoryFacts): Record<string, unknown> {
  const { rule, title, what, steps, rate, certificate, troubles, phase, story } = finding;
  return {
    title: `${rule} ${title}`,
    about: what,
    options: { app: adapter },
    steps: [
      ...steps.map((step, index) => ({ title: stepText(step, nameOf), ...asStep(step, index) })),
      { title: "everything that is planned happens", travel: { until_idle: "1h" } },
      ...story.differences.map(({ owner, network, asset, held }) => ({
        title: `the books of ${nameOf(letterOf(owner))} are what the chain holds`,
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

function nameOf(owner: string): string {
  return `hunt-${owner}`;
}

/** `h1-7-a` → `a`. */
function letterOf(owner: string): string {
  return owner.slice(owner.lastIndexOf("-") + 1);
}

/** The step in the language of scenarios. */
function asStep(step: HuntStep, index: number): Record<string, unknown> {
  switch (step.do) {
    case "open":
    case "uda":
      return { act: { name: step.do, owner: nameOf(step.owner), network: step.network } };
    case "pay": {
      const { network, asset, owner } = step;
      if (step.legs === undefined) return { pay: { network, asset, amount: step.amount, owner: nameOf(owner) } };
      return { pay: { network, legs: step.legs.map((amount) => ({ asset, amount, owner: nameOf(owner) })) } };
    }
    case "withdraw": {
      const { network, asset, amount, owner, id } = step;
      return {
        act: { name: "withdraw", owner: nameOf(owner), id: `hunt-${id}`, network, asset, amount, to: targetOf(id) },
      };
    }
    case "reconcile":
      return { act: { name: "reconcile", owner: nameOf("a") } };
    case "restart":
      return { restart: {} };
    case "replay":
      return { replay: { type: step.type } };
    case "together":
      return { together: step.steps.map((one) => ({ title: stepText(one, nameOf), ...asStep(one, index) })) };
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
