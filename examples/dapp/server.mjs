// Runs the dapp beside a sandbox: `cpsandbox exec --webhook http://127.0.0.1:3000/webhooks -- node examples/dapp/server.mjs`.
import { createDapp } from "./dapp.mjs";

const { SANDBOX_API_BASE_URL, SANDBOX_API_KEY, SANDBOX_RPC_BASE, SANDBOX_WEBHOOK_SECRET } = process.env;
const { HOST = "127.0.0.1", PORT = "3000" } = process.env;
if (SANDBOX_API_BASE_URL === undefined) throw new Error("start it with: cpsandbox exec -- node server.mjs");
const api = { baseUrl: SANDBOX_API_BASE_URL, apiKey: SANDBOX_API_KEY };
const dapp = createDapp({ api, rpcUrl: SANDBOX_RPC_BASE, webhookSecret: SANDBOX_WEBHOOK_SECRET });
dapp.listen(Number(PORT), HOST, () => console.log(`the dapp is open at http://${HOST}:${PORT}`));
