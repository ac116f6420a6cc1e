// Runs the shop against a sandbox that is already started: `cpsandbox exec --webhook http://127.0.0.1:3000/webhooks -- npm start`.
import { createShop } from "./shop.js";

const { SANDBOX_API_BASE_URL, SANDBOX_API_KEY, SANDBOX_VAULT_ID, SANDBOX_WEBHOOK_SECRET } = process.env;
const { HOST = "127.0.0.1", PORT = "3000" } = process.env;
if (SANDBOX_API_BASE_URL === undefined) throw new Error("start it with: cpsandbox exec -- npm start");
const api = { baseUrl: SANDBOX_API_BASE_URL, apiKey: SANDBOX_API_KEY, vaultId: SANDBOX_VAULT_ID };
const shop = createShop({ api, webhookSecret: SANDBOX_WEBHOOK_SECRET });
shop.listen(Number(PORT), HOST, () => console.log(`the shop is open at http://${HOST}:${PORT}`));
