// `hunt init`: writes hunt.json from watching one customer of the user's app (U-03).
import { ownCommand } from "../../command.ts";
import { INIT_OPTIONS, type InitFlags } from "../../hunt/init-options.ts";

export const huntInitCommand = ownCommand<InitFlags>({
  name: "init",
  about:
    "write hunt.json: watch one customer of your app open an account, get paid and withdraw, and try what was seen",
  options: INIT_OPTIONS,
  examples: [
    "hunt init --app 'npm start' --webhook http://127.0.0.1:3000/webhooks",
    "hunt init --app 'npm start' --webhook http://127.0.0.1:3000/webhooks --curl customer.txt",
  ],
  exits: {
    0: "hunt.json is written: opening and books hold",
    3: "hunt.json is written, but one of them is missing: it says which",
    "128+N": "the signal N ended it",
  },
  run: async (call) => (await import("../../hunt/hunt.ts")).hunt.huntInit(call),
});
