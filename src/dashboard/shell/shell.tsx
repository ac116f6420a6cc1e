// What is on every screen: header, places, the screen, what is held back, and what lies over them.
import { Outlet } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { changes, useConnection } from "../api/live.ts";
import { Button, Key } from "../components/button.tsx";
import { Palette } from "../palette/palette.tsx";
import { keysAreShown, paletteIsOpen } from "../palette/palette-state.ts";
import { BlockerBar } from "./blocker-bar.tsx";
import { Header } from "./header.tsx";
import { KeyList, useShellKeys } from "./keys.tsx";
import { Navigation } from "./navigation.tsx";
import { Notices } from "./notices.tsx";
import { deadDeliveries } from "./places.ts";
import { QuestionDialog } from "./question-dialog.tsx";
import { useStatus } from "./status.ts";

/** The frame around the screen of the route. */
export function Shell(): ReactNode {
  const status = useStatus();
  useShellKeys(status);
  const wrong = status === undefined ? 0 : deadDeliveries(status) + status.breaches.length;
  useEffect(() => {
    document.title = wrong === 0 ? "Sandbox" : `(${wrong}) Sandbox`;
  }, [wrong]);
  return (
    <div className="flex h-full flex-col">
      <a href="#screen" className="sr-only focus:not-sr-only">
        To the screen
      </a>
      <Header status={status} />
      <RestartBar />
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Navigation status={status} />
        <main id="screen" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
          <Outlet />
        </main>
      </div>
      <footer className="flex min-w-0 items-center border-t border-line bg-card">
        <BlockerBar blockers={status?.pending.held_back ?? []} />
        <Button tone="quiet" className="hidden! sm:inline-flex!" onClick={() => keysAreShown.set(true)}>
          <Key>?</Key> keys
        </Button>
        <Button tone="quiet" className="hidden! sm:inline-flex!" onClick={() => paletteIsOpen.set(true)}>
          <Key>⌘K</Key> acts
        </Button>
      </footer>
      <Palette status={status} />
      <KeyList />
      <QuestionDialog />
      <Notices />
    </div>
  );
}

/** Says that the world is another one than a moment ago (D-09). */
function RestartBar(): ReactNode {
  const { restarted } = useConnection();
  if (restarted === undefined) return null;
  return (
    <p role="status" className="flex items-center gap-3 bg-warn-ground px-3 py-1 text-warn">
      This is{" "}
      {restarted === "a new world" || restarted === "another world" || restarted === "an earlier state"
        ? restarted
        : `the world of snapshot ${restarted}`}
      : what you saw before may not be in it.
      <Button onClick={() => changes.acknowledge()}>Understood</Button>
    </p>
  );
}
