// Pays an owner or an address, or fills an address from the faucet (D-43); what a deposit became is shown at once (D-07).
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, ChoiceField, TextField } from "../components/field.tsx";
import { Card } from "../components/views.tsx";
import { act, say } from "../shell/acts.ts";
import { PAY_ID } from "../shell/pay-id.ts";
import { useTenant } from "../shell/tenant-switch.tsx";

/** An address of any network of the sandbox; another text is an owner. */
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** `networks`: those of the status. */
export function PayCard({ networks }: { networks: Schemas["Status"]["networks"] }): ReactNode {
  const [network, setNetwork] = useState(networks.find((one) => one.network === "base")?.network ?? "");
  const [asset, setAsset] = useState("USDC");
  const [amount, setAmount] = useState("25.5");
  const [receiver, setReceiver] = useState("");
  const pay = usePay();
  const order = { network, asset: asset.trim(), amount: amount.trim(), receiver: receiver.trim() };
  return (
    <Card title="Pay">
      <ActForm className="grid gap-2 p-3 sm:grid-cols-3" onAct={() => void pay(order)}>
        <ChoiceField
          label="Network"
          value={network}
          onValue={setNetwork}
          values={networks.map((one) => [one.network, one.name] as const)}
        />
        <TextField label="Asset" required value={asset} onValue={setAsset} />
        <TextField label="Amount" required inputMode="decimal" value={amount} onValue={setAmount} />
        <div className="sm:col-span-3">
          <TextField id={PAY_ID} label="Owner or address" required value={receiver} onValue={setReceiver} />
        </div>
        <div className="flex flex-wrap gap-2 sm:col-span-3">
          <Button tone="main" type="submit">
            Pay as a customer
          </Button>
          <Button
            disabled={!ADDRESS.test(order.receiver)}
            title="A transfer or mint of the sandbox itself, to any address"
            onClick={() => void fill(order)}
          >
            Fill from the faucet
          </Button>
        </div>
      </ActForm>
    </Card>
  );
}

type Order = { network: string; asset: string; amount: string; receiver: string };

/** Pays, and opens the timeline of the deposit where it became one. */
function usePay(): (order: Order) => Promise<void> {
  const navigate = useNavigate();
  const tenant = useTenant();
  return async ({ receiver, ...order }) => {
    const whom = ADDRESS.test(receiver)
      ? { to_address: receiver }
      : { owner: receiver, ...(tenant === undefined ? {} : { tenant_id: tenant }) };
    const answer = await act(`${order.amount} ${order.asset} are paid`, () =>
      client.POST("/deposits", { body: { ...order, ...whom } }),
    );
    if (answer === undefined) return;
    const { data } = await client.GET("/deposits", { params: { query: { tx_id: answer.data.tx_id, limit: 1 } } });
    const [deposit] = data?.data.items ?? [];
    if (deposit === undefined)
      return say("good", "The transfer is no deposit yet: it may wait for its block (Chains).");
    await navigate({ to: "/ui/records/$kind/$id", params: { kind: "deposit", id: deposit.id } });
  };
}

async function fill({ receiver, ...order }: Order): Promise<void> {
  await act(`${order.amount} ${order.asset} are on their way`, () =>
    client.POST("/faucet", { body: { ...order, to_address: receiver } }),
  );
}
