// The blocks of a network, newest first by cursor; those that a reorg removed stay, marked, below the block that replaced them (D-42).
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { client, type Schemas } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { FactList } from "../components/json-view.tsx";
import { Chip } from "../components/state-mark.tsx";
import { RowTime, TimeText } from "../components/time-text.tsx";
import { EmptyView, ErrorView, Loading } from "../components/views.tsx";
import type { Network } from "./chain-head.tsx";
import { RecordLinks } from "./record-links.tsx";

type Block = Schemas["Block"];

const PAGE_BLOCKS = 20;
/** Then the explorer leads on: all pages that are kept are fetched again with each block. */
const MAX_PAGES = 10;

function useBlocks(network: string) {
  return useInfiniteQuery({
    // The path first, as everywhere: topics of the change stream know it.
    queryKey: ["get", "/networks/{network}/blocks", { network }],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_BLOCKS, ...(pageParam === null ? {} : { before: pageParam }) };
      const { data, error } = await client.GET("/networks/{network}/blocks", { params: { path: { network }, query } });
      if (data === undefined) throw error;
      return data.data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_before }): string | null | undefined => next_before ?? undefined,
  });
}

/** The head first. */
export function BlockList({ network }: { network: Network }): ReactNode {
  const blocks = useBlocks(network.network);
  if (blocks.data === undefined) return blocks.error === null ? <Loading /> : <ErrorView error={blocks.error} />;
  const items = blocks.data.pages.flatMap((page) => page.items);
  if (items.length === 0)
    return <EmptyView why="There is no block yet: the first comes with the first transaction, or with Mine 1." />;
  const canLoad = blocks.hasNextPage && blocks.data.pages.length < MAX_PAGES;
  return (
    <>
      <ul aria-label={`Blocks of ${network.name}, newest first`}>
        {items.map((block) => (
          <BlockRow key={block.hash} block={block} network={network.network} />
        ))}
      </ul>
      <div className="p-2 text-center text-faint">
        {canLoad ? (
          <Button disabled={blocks.isFetchingNextPage} onClick={() => void blocks.fetchNextPage()}>
            Older blocks
          </Button>
        ) : blocks.hasNextPage ? (
          <a href={`/explorer/${network.network}`}>Older blocks are in the explorer</a>
        ) : (
          "The chain begins here."
        )}
      </div>
    </>
  );
}

function BlockRow({ block, network }: { block: Block; network: string }): ReactNode {
  const { selected } = useSearch({ strict: false }) as { selected?: string };
  const navigate = useNavigate();
  const isOpen = selected === block.hash;
  const isOrphaned = block.state === "orphaned";
  const toggle = (): void =>
    void navigate({
      to: ".",
      search: (old: object) => ({ ...old, selected: isOpen ? undefined : block.hash }),
      replace: true,
    });
  return (
    <li
      data-block={block.number}
      data-state={block.state}
      className={clsx(
        "border-b border-line px-3 py-1",
        isOrphaned && "ml-4 border-l-2 border-l-bad",
        isOpen && "bg-hover",
      )}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-6 w-full flex-wrap items-center gap-x-2 text-left"
        onClick={toggle}
      >
        <span className={clsx("font-mono tabular-nums", isOrphaned && "line-through")}>{block.number}</span>
        <span className={block.transactions === 0 ? "text-faint" : ""}>
          {block.transactions === 0 ? "empty" : `${block.transactions} tx`}
        </span>
        {isOrphaned ? <Chip tone="bad">✕ orphaned</Chip> : null}
        <span className="ml-auto text-faint">
          <RowTime at={block.time} />
        </span>
      </button>
      <RecordLinks records={block.records} />
      {block.more_records ? <p className="text-faint">and more: the explorer has all transactions</p> : null}
      {isOpen ? <BlockFacts block={block} network={network} /> : null}
    </li>
  );
}

function BlockFacts({ block, network }: { block: Block; network: string }): ReactNode {
  const { number, hash, parent_hash, time, base_fee_gwei, state } = block;
  const hashOf = (text: string): ReactNode => <span className="font-mono text-xs">{text}</span>;
  return (
    <div className="text-sm">
      <FactList
        facts={[
          ["Hash", hashOf(hash)],
          ["Parent", hashOf(parent_hash)],
          ["Time", <TimeText key="time" at={time} />],
          ["Base fee", `${base_fee_gwei} gwei`],
        ]}
      />
      {state === "orphaned" ? (
        <p className="px-3 pb-2">
          A reorg took this block from the chain; its records are shown as they are now.{" "}
          <a href={`/explorer/${network}/block/${hash}`}>Where its transactions are now</a>
        </p>
      ) : (
        <p className="px-3 pb-2">
          <a href={`/explorer/${network}/block/${number}`}>Its transactions in the explorer</a>
        </p>
      )}
    </div>
  );
}
