// The search of the header: an id, hash, address, owner or reference, and the place that shows it.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { api, type Schemas } from "../api/client.ts";
import { Key } from "../components/button.tsx";
import { PlainText, visibleText } from "../components/plain-text.tsx";
import { StateChip } from "../components/state-mark.tsx";
import { useSymbolKey } from "./symbol-key.ts";

type Found = Schemas["SearchItem"];

export const SEARCH_ID = "search";

/** Where the page shows what was found; a path of the server where it has no screen. */
export function placeOfFound({ kind, id, path, network }: Found): string {
  if (kind === "event" || kind === "delivery" || kind === "request") return `/ui/${PLURALS[kind]}/${id}`;
  if (kind === "block") return path.startsWith("/explorer") ? path : `/explorer/${network ?? ""}/block/${id}`;
  if (kind === "tenant") return `/ui/tenants/${id}`;
  return `/ui/records/${kind}/${id}`;
}

const PLURALS = { event: "events", delivery: "deliveries", request: "requests" } as const;

/** `/` goes to it, `Enter` opens what is marked. */
export function SearchBox(): ReactNode {
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const { data, error } = api.useQuery(
    "get",
    "/search",
    { params: { query: { q, limit: 20 } } },
    { enabled: q !== "" },
  );
  useSymbolKey("/", () => document.getElementById(SEARCH_ID)?.focus());
  const items = q === "" ? [] : (data?.data.items ?? []);
  return (
    <Autocomplete.Root
      items={items}
      filter={null}
      value={text}
      onValueChange={setText}
      itemToStringValue={(found: Found) => found.id}
      autoHighlight="always"
    >
      <SearchInput />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className="z-50">
          <Autocomplete.Popup className="popup w-[min(36rem,94vw)] py-1">
            <Autocomplete.Status className="px-3 text-xs text-faint">
              {statusWords(q, items, error, data?.data.truncated)}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(found: Found) => (
                <FoundItem key={`${found.kind} ${found.id}`} found={found} hit={q} onOpen={() => setText("")} />
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}

function SearchInput(): ReactNode {
  return (
    <div className="relative min-w-44 flex-1 md:max-w-md">
      <Search size={14} className="absolute top-1/2 left-2 -translate-y-1/2 text-faint" aria-hidden="true" />
      <Autocomplete.Input
        id={SEARCH_ID}
        className="field w-full pr-8! pl-7!"
        placeholder="id, hash, owner, reference…"
        aria-label="Search: id, hash, address, owner or reference"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <span className="absolute top-1/2 right-2 -translate-y-1/2 text-faint">
        <Key>/</Key>
      </span>
    </div>
  );
}

function FoundItem({ found, hit, onOpen }: { found: Found; hit: string; onOpen(): void }): ReactNode {
  const navigate = useNavigate();
  const open = (): void => {
    onOpen();
    const place = placeOfFound(found);
    if (place.startsWith("/ui/")) void navigate({ to: place });
    else location.assign(place);
  };
  return (
    <Autocomplete.Item value={found} className="flex items-center gap-2 px-3 py-1" onClick={open}>
      <span className="w-20 shrink-0 text-xs text-faint">{found.kind}</span>
      <span className="min-w-0 flex-1 truncate">
        <PlainText text={found.title} hit={hit} />
      </span>
      <span className="hidden font-mono text-xs text-faint sm:inline">{visibleText(found.id).slice(0, 13)}</span>
      <StateChip state={found.state} />
    </Autocomplete.Item>
  );
}

function statusWords(q: string, items: readonly Found[], error: unknown, truncated = false): string {
  if (q === "") return "Type the start of an id, a hash, an address, an owner or a reference.";
  if (error !== null) return "The search did not answer.";
  if (items.length === 0) return "Nothing begins with this.";
  return truncated ? `The first ${items.length}: type more to find others.` : "";
}
