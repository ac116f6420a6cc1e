// Chains (D-42): one column a network with its head, pool, mining and blocks, newest first.
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { ScrollBox } from "../components/scroll-box.tsx";
import { Loaded } from "../components/views.tsx";
import { BlockList } from "./block-list.tsx";
import { ChainActs } from "./chain-acts.tsx";
import { ChainHead } from "./chain-head.tsx";
import { PoolList } from "./pool-list.tsx";

/** The chosen block is `selected` of the URL, by its hash. */
export function ChainsScreen(): ReactNode {
  const networks = api.useQuery("get", "/networks");
  return (
    <>
      <h1 className="sr-only">Chains</h1>
      <Loaded query={networks}>
        {({ data: { items } }) => (
          <ScrollBox label="Networks, beside each other" className="flex min-h-0 flex-1 overflow-x-auto">
            {items.map((network) => (
              <section
                key={network.network}
                aria-label={network.name}
                data-chain={network.network}
                className="flex min-h-0 w-[21rem] max-w-[88vw] shrink-0 grow flex-col border-r border-line last:border-r-0"
              >
                <ChainHead network={network} />
                <ScrollBox label={`${network.name}: pool and blocks`} className="min-h-0 flex-1 overflow-y-auto">
                  <ChainActs network={network} />
                  <PoolList network={network} />
                  <BlockList network={network} />
                </ScrollBox>
              </section>
            ))}
          </ScrollBox>
        )}
      </Loaded>
    </>
  );
}
