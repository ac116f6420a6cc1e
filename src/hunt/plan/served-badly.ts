// What a plan does to the app's own requests, and to the webhooks that it waits for.
import { flat, type HuntStep } from "./step.ts";

/** Whether the service answered badly on purpose: then the app may refuse a webhook that it cannot work on. */
export function isServedBadly(steps: readonly HuntStep[]): boolean {
  return flat(steps).some((step) => step.do === "fault" && step.gate === "api.request");
}

/** Whether orders of payouts may have been refused or their answers lost. */
export function arePayoutsLost(steps: readonly HuntStep[]): boolean {
  return flat(steps).some(
    (step) =>
      step.do === "fault" &&
      step.gate === "api.request" &&
      [undefined, "createPayout"].includes(step.match?.["operation_id"] as string | undefined),
  );
}

/** Whether no webhook comes from some step on. */
export function areWebhooksDropped(steps: readonly HuntStep[]): boolean {
  return flat(steps).some(
    (step) =>
      step.do === "fault" &&
      step.gate === "webhook.delivery" &&
      step.effect === "drop" &&
      step.times === null &&
      step.match?.["type"] === undefined,
  );
}

/** Whether requests are carried out whose answers never come. */
export function areAnswersLost(steps: readonly HuntStep[]): boolean {
  return flat(steps).some((step) => step.do === "fault" && step.effect === "after-commit-close");
}
