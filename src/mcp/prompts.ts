// The prompts: how to integrate, how to find out why a webhook does not arrive, how to rehearse production (G-8).

export type PromptRow = {
  name: string;
  about: string;
  args: Readonly<Record<string, string>>;
  text(given: Readonly<Record<string, string>>): string;
};

/** Text of the caller as data: quoted, on one line, and short. */
function quoted(text: string | undefined, fallback: string): string {
  return text === undefined || text === "" ? fallback : JSON.stringify(text.slice(0, 100));
}

export const PROMPTS: readonly PromptRow[] = [
  {
    name: "integrate",
    about: "Integrate an app with the payment service, tested against this sandbox.",
    args: { language: "such as Python", framework: "such as FastAPI" },
    text: ({ language, framework }) =>
      [
        `Integrate this app with the payment service. Language: ${quoted(language, "that of the project")}. Framework: ${quoted(framework, "that of the project")}.`,
        "1. Read the resource sandbox://llms.txt, then sandbox://docs/webhooks. Call `status`.",
        "2. Read base URL, API key and webhook secret from the environment: SANDBOX_API_BASE_URL, SANDBOX_API_KEY, SANDBOX_WEBHOOK_SECRET.",
        "3. Write the webhook handler first: verify the raw body, answer at once, keep `webhook-id` under a unique key in the transaction that books the credit.",
        "4. Register it: `call_operation` with id admin:createWebhookEndpoint, your own `secret` in the body. Create a wallet (v1:createWallet) and pay it with `deposit`.",
        "5. `deliveries` must show 2xx. Where it does not: `explain_signature`, `requests`, `show` with the id of the deposit.",
        "6. Prove it: redeliver the webhook (`deliveries`, action redeliver), add the faults duplicate, reorder and answer-lost of webhook.delivery, and reorganise a network (`chain`). The balance must stay right.",
        "7. End with `contract` action receiver (every `must` ok) and action report (no error). Tests never sleep: `clock` action run_until_idle.",
      ].join("\n"),
  },
  {
    name: "debug-webhook",
    about: "Find out why a webhook does not arrive, or is refused.",
    args: { id: "of a delivery, an event or the record that it is about" },
    text: ({ id }) =>
      [
        `A webhook does not arrive or is refused. What is known: ${quoted(id, "nothing")}.`,
        "1. `status`: is something held back (`held_back`)? Its `next` is a ready call.",
        "2. `deliveries` action list, newest first; `deliveries` action one shows each attempt: status, answer, headers, and whether it verifies with which secret.",
        "3. No delivery: is an endpoint registered and active for this type (`call_operation` admin:listWebhookEndpoints)? Is the deposit confirmed (`show`)?",
        "4. Refused with 401 or 400: `explain_signature` with body and headers of the attempt, and the secret that the app uses, or the signature that it computed. It names the mistake.",
        "5. Mend the app, then `deliveries` action redeliver.",
      ].join("\n"),
  },
  {
    name: "rehearse-production",
    about: "Test the app under every answer that the specification of the service allows.",
    args: { command: "the test command of the app" },
    text: ({ command }) =>
      [
        `The specification leaves some answers open. Run the tests under each of them: \`npx cpsandbox contract run -- COMMAND\`, where COMMAND is ${quoted(command, "the test command of the project")}. It starts sandboxes of its own and takes a few minutes; exit code 0: nothing breaks, 1: a reading breaks the tests, 3: it could not be judged (the line on stderr says why).`,
        "How to read its matrix: one line for each reading and value. `ok`: met, and the tests passed. `breaks`: the tests fail under it; the line shows the first error, and `repeat:` the command for this value alone. `not met`: no answer of the run carried it; a test is missing.",
        "Mend what `breaks`, from the class `stated` on (the service says so), then `silent`. Read sandbox://docs/readings for what a value means, sandbox://docs/production for what else differs.",
        "One value in the running sandbox: `contract` action set_readings; null sets the default again. It holds for all tenants unless tenant_id is given.",
      ].join("\n"),
  },
];
