// The page: requests an order from its server, lets a wallet pay it, and shows the state of the deposit. It has no key.
const at = (id) => document.getElementById(id);
const order = await (await fetch("/orders", { method: "POST" })).json();
at("address").textContent = order.address;

// A wallet in the browser, or else the sandbox's first development account, for which its node signs.
const wallet = window.ethereum ?? { request: sandboxRequest };
at("wallet").textContent = window.ethereum ? "with your wallet" : "with the sandbox's first development account";
at("pay").disabled = false;
at("pay").addEventListener("click", () => pay().catch((error) => tell(`not paid: ${error.message}`)));

async function pay() {
  const chainId = await wallet.request({ method: "eth_chainId" });
  if (Number(chainId) !== order.token.chainId)
    throw new Error("switch your wallet to Base at the sandbox's RPC address");
  const [from] = await wallet.request({ method: "eth_requestAccounts" });
  const transaction = { from, to: order.token.address, data: transferData(order.address, at("amount").value) };
  const hash = await wallet.request({ method: "eth_sendTransaction", params: [transaction] });
  tell(`sent: ${hash}`);
  await confirmed();
}

/** transfer(address,uint256) of an ERC-20. */
function transferData(to, amount) {
  const [whole, fraction = ""] = amount.split(".");
  const units = BigInt(whole + fraction.padEnd(order.token.decimals, "0"));
  const word = (hex) => hex.padStart(64, "0");
  return `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;
}

/** Polls the server, which gets webhooks. Only a confirmed deposit counts as paid. */
async function confirmed() {
  const told = new Set();
  for (;;) {
    const { deposits } = await (await fetch(`/orders/${order.id}`)).json();
    for (const [id, state] of Object.entries(deposits)) {
      if (told.has(id + state)) continue;
      told.add(id + state);
      tell(`deposit ${state}`);
      if (state === "confirmed") return;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

async function sandboxRequest({ method, params = [] }) {
  const asked = method === "eth_requestAccounts" ? "eth_accounts" : method;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: asked, params });
  const answer = await fetch(order.rpcUrl, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(error.message);
  return result;
}

function tell(text) {
  const line = document.createElement("li");
  line.textContent = text;
  at("life").append(line);
}
