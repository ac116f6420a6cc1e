// The field of a filter, with completion from the catalogues (D-11). The filter itself is in the URL.
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListFilter } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { completions } from "./filter-words.ts";

/** The filter of the URL, and a function that sets it; a changed filter forgets what was chosen. */
export function useFilter(): [string, (filter: string) => void] {
  const { filter = "" } = useSearch({ strict: false }) as { filter?: string };
  const navigate = useNavigate();
  const set = (next: string): void =>
    void navigate({
      to: ".",
      search: (old: object) => ({ ...old, filter: next.trim() === "" ? undefined : next.trim(), selected: undefined }),
      replace: true,
    });
  return [filter, set];
}

/** How long a reader stops typing before the list follows. Real ms. */
const STOP_MS = 250;

/** The text that is being typed; the filter of the URL follows it. */
function useTypedFilter(): [string, (text: string) => void] {
  const [filter, setFilter] = useFilter();
  const [text, setText] = useState(filter);
  const [known, setKnown] = useState(filter);
  if (known !== filter) {
    setKnown(filter);
    if (text.trim() !== filter) setText(filter);
  }
  useEffect(() => {
    if (text.trim() === filter) return undefined;
    const timer = setTimeout(() => setFilter(text), STOP_MS);
    return () => clearTimeout(timer);
  });
  return [text, setText];
}

/** `catalogue`: the names of the list, and the values that are known of them. */
export function FilterField({
  catalogue,
  label,
}: {
  catalogue: Readonly<Record<string, readonly string[]>>;
  label: string;
}): ReactNode {
  const [text, setText] = useTypedFilter();
  const items = completions(text, catalogue).slice(0, 30);
  return (
    <Autocomplete.Root items={items} filter={null} value={text} onValueChange={setText} openOnInputClick>
      <div className="relative min-w-0 flex-1">
        <ListFilter size={14} className="absolute top-1/2 left-2 -translate-y-1/2 text-faint" aria-hidden="true" />
        <Autocomplete.Input
          className="field w-full pl-7! font-mono text-sm"
          placeholder={Object.keys(catalogue)
            .slice(0, 4)
            .map((name) => `${name}:`)
            .join(" ")}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={4} align="start" className="z-50">
          <Autocomplete.Popup className="popup min-w-56 py-1 data-[empty]:hidden">
            <Autocomplete.List>
              {(item: string) => (
                <Autocomplete.Item key={item} value={item} className="px-3 py-0.5 font-mono text-sm">
                  {item}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
