// What the palette offers: every place, and every act that needs no form. Screens add theirs to this list.
import { client, type Schemas } from "../api/client.ts";
import { changes } from "../api/live.ts";
import { act } from "../shell/acts.ts";
import { advanceBy, advanceToNext, toggleClock } from "../shell/clock-control.tsx";
import { PAY_ID } from "../shell/pay-id.ts";
import { PLACES } from "../shell/places.ts";
import { setTastes } from "../shell/tastes.ts";
import { askReset } from "../shell/world-acts.ts";
import { keysAreShown } from "./palette-state.ts";

export type Command = { title: string; group: string; hint?: string; run(): void };

const STEPS = ["1s", "1m", "1h", "1d"] as const;
/** How long the overview may take to be there. Real ms. */
const MOST_WAIT_MS = 5_000;
const THEMES = ["light", "dark", "system"] as const;

/** The commands of now. `go` opens a place of the page. */
export function commandsOf(status: Schemas["Status"] | undefined, go: (path: string) => void): Command[] {
  return [
    ...places(go),
    ...clockCommands(status),
    { title: "Pay a deposit, or fill an address…", group: "Money", run: () => payOnOverview(go) },
    ...chainCommands(status),
    ...worldCommands(status),
    ...pageCommands(),
  ];
}

/** The form may come with the overview that is opened now. */
function payOnOverview(go: (path: string) => void): void {
  go("/");
  const began = performance.now();
  const look = (): void => {
    const field = document.getElementById(PAY_ID);
    if (field !== null) field.focus();
    else if (performance.now() - began < MOST_WAIT_MS) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function places(go: (path: string) => void): Command[] {
  return [
    ...PLACES.map(({ path, title, key }) => ({
      ...{ title, group: "Places", run: () => go(path) },
      ...(key === undefined ? {} : { hint: `g ${key}` }),
    })),
    { title: "Kept stories of a hunt", group: "Places", run: () => go("/ui/stories") },
    { title: "Explorer", group: "Places", run: () => location.assign("/explorer") },
    { title: "API reference", group: "Places", run: () => location.assign("/docs") },
    { title: "Reference of the control API", group: "Places", run: () => location.assign("/docs/admin") },
  ];
}

function clockCommands(status: Schemas["Status"] | undefined): Command[] {
  const { clock } = changes.snapshot();
  const [next] = status?.clock.next_due ?? [];
  const group = "Clock";
  return [
    {
      title: clock?.mode === "running" ? "Freeze the clock" : "Let the clock run",
      ...{ group, hint: ".", run: () => void toggleClock(clock?.mode) },
    },
    ...(next === undefined
      ? []
      : [{ title: `To what is due next: ${next.title}`, group, hint: "n", run: () => void advanceToNext(next) }]),
    ...STEPS.map((by) => ({ title: `Advance by ${by}`, group, run: () => void advanceBy(by) })),
    {
      title: "Do all work that is due",
      ...{ group, run: () => void act("All due work is done", () => client.POST("/run-until-idle", { body: {} })) },
    },
  ];
}

function chainCommands(status: Schemas["Status"] | undefined): Command[] {
  return (status?.networks ?? []).map(({ network, name }) => ({
    title: `Mine a block on ${name}`,
    group: "Chains",
    run: () =>
      void act(`A block was mined on ${name}`, () =>
        client.POST("/networks/{network}/mine", { params: { path: { network } }, body: { blocks: 1 } }),
      ),
  }));
}

function worldCommands(status: Schemas["Status"] | undefined): Command[] {
  return [
    {
      title: "Remove all faults",
      group: "Faults",
      run: () => void act("All faults are removed", () => client.DELETE("/faults")),
    },
    {
      title: "Take a snapshot",
      group: "World",
      run: () => void act("The snapshot is taken", () => client.POST("/snapshots", { body: {} })),
    },
    { title: "Reset the world…", group: "World", run: () => askReset(status) },
  ];
}

function pageCommands(): Command[] {
  return [
    ...THEMES.map((theme) => ({ title: `Theme: ${theme}`, group: "Page", run: () => setTastes({ theme }) })),
    { title: "List of keys", group: "Page", hint: "?", run: () => keysAreShown.set(true) },
  ];
}
