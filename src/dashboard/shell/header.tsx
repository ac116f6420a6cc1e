// The header of every screen: search, whose data, what time it is, and what is wrong.
import { Link } from "@tanstack/react-router";
import { Command, Hexagon, Moon, Sun, SunMoon } from "lucide-react";
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { useConnection } from "../api/live.ts";
import { IconButton } from "../components/button.tsx";
import { Chip } from "../components/state-mark.tsx";
import { paletteIsOpen } from "../palette/palette-state.ts";
import { ClockControl } from "./clock-control.tsx";
import { deadDeliveries } from "./places.ts";
import { SearchBox } from "./search-box.tsx";
import { setTastes, useTastes } from "./tastes.ts";
import { TenantSwitch } from "./tenant-switch.tsx";

/** Grey while the sandbox is not heard (D-09). */
export function Header({ status }: { status: Schemas["Status"] | undefined }): ReactNode {
  const { state } = useConnection();
  const isLost = state === "lost";
  return (
    <header
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 ${isLost ? "bg-hover grayscale" : "bg-card"}`}
      data-connection={state}
    >
      <Link to="/" className="flex items-center gap-1.5 font-semibold text-ink!">
        <Hexagon size={16} className="text-accent" aria-hidden="true" />
        Sandbox <span className="hidden font-normal text-faint lg:inline">{status?.version}</span>
      </Link>
      <SearchBox />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:ml-auto">
        <TenantSwitch tenants={status?.tenants ?? []} />
        <ClockControl due={status?.clock.next_due ?? []} />
        {isLost ? <Chip tone="bad">no answer: trying again</Chip> : <Trouble status={status} />}
        <ThemeButton />
        <IconButton label="All acts and places (Ctrl K)" onClick={() => paletteIsOpen.set(true)}>
          <Command size={15} aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}

/** Faults, dead deliveries and broken invariants, each a link; ok where there are none. */
function Trouble({ status }: { status: Schemas["Status"] | undefined }): ReactNode {
  if (status === undefined) return null;
  const { faults, breaches } = status;
  const dead = deadDeliveries(status);
  return (
    <span className="flex items-center gap-2">
      {faults.length > 0 ? (
        <Link to="/ui/faults">
          <Chip tone="warn">faults {faults.length}</Chip>
        </Link>
      ) : null}
      {dead > 0 ? (
        <Link to="/ui/inbox" search={{ filter: "state:dead" }}>
          <Chip tone="bad">✕ dead {dead}</Chip>
        </Link>
      ) : null}
      {breaches.length > 0 ? <Chip tone="bad">✕ {breaches.length} broken</Chip> : null}
      {faults.length + dead + breaches.length === 0 ? <Chip tone="good">ok ✓</Chip> : null}
    </span>
  );
}

const NEXT_THEME = { system: "light", light: "dark", dark: "system" } as const;
const ICONS = { system: SunMoon, light: Sun, dark: Moon };

function ThemeButton(): ReactNode {
  const { theme } = useTastes();
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`Theme: ${theme}. Change to ${NEXT_THEME[theme]}`}
      onClick={() => setTastes({ theme: NEXT_THEME[theme] })}
    >
      <Icon size={15} aria-hidden="true" />
    </IconButton>
  );
}
