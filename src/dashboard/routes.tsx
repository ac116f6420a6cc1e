// The routes of the page. All state is in the URL (D-04): filters, what is chosen and the tab are search parameters of plain text.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from "@tanstack/react-router";
import { EmptyView } from "./components/views.tsx";
import { Shell } from "./shell/shell.tsx";

/** Search parameters of every screen: each is a text or not there. */
export type Search = {
  tenant?: string | undefined;
  filter?: string | undefined;
  selected?: string | undefined;
  tab?: string | undefined;
};

const NAMES = ["tenant", "filter", "selected", "tab"] as const;

function validateSearch(given: Record<string, unknown>): Search {
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  );
}

const root = createRootRoute({
  component: Shell,
  validateSearch,
  search: { middlewares: [retainSearchParams(["tenant"])] },
  notFoundComponent: () => <EmptyView why="The page has no screen at this address: choose one at the left." />,
});

const route = <Path extends string>(path: Path, component: Parameters<typeof createRoute>[0]["component"]) =>
  createRoute({ getParentRoute: () => root, path, ...(component === undefined ? {} : { component }) });

const inbox = lazyRouteComponent(() => import("./inbox/inbox-screen.tsx"), "InboxScreen");
const event = lazyRouteComponent(() => import("./inbox/event-screens.tsx"), "EventScreen");
const delivery = lazyRouteComponent(() => import("./inbox/event-screens.tsx"), "DeliveryScreen");
const records = lazyRouteComponent(() => import("./records/records-screen.tsx"), "RecordsScreen");
const record = lazyRouteComponent(() => import("./records/record-screen.tsx"), "RecordScreen");
const requests = lazyRouteComponent(() => import("./requests/requests-screen.tsx"), "RequestsScreen");
const request = lazyRouteComponent(() => import("./requests/requests-screen.tsx"), "RequestScreen");
const chains = lazyRouteComponent(() => import("./chains/chains-screen.tsx"), "ChainsScreen");
const faults = lazyRouteComponent(() => import("./faults/faults-screen.tsx"), "FaultsScreen");
const overview = lazyRouteComponent(() => import("./overview/overview-screen.tsx"), "OverviewScreen");
const tenants = lazyRouteComponent(() => import("./tenants/tenants-screen.tsx"), "TenantsScreen");
const tenant = lazyRouteComponent(() => import("./tenants/tenant-screen.tsx"), "TenantScreen");
const snapshots = lazyRouteComponent(() => import("./snapshots/snapshots-screen.tsx"), "SnapshotsScreen");
const scenarios = lazyRouteComponent(() => import("./scenarios/scenarios-screen.tsx"), "ScenariosScreen");
const clock = lazyRouteComponent(() => import("./clock/clock-screen.tsx"), "ClockScreen");
const contract = lazyRouteComponent(() => import("./contract/contract-screen.tsx"), "ContractScreen");
const invariants = lazyRouteComponent(() => import("./invariants/invariants-screen.tsx"), "InvariantsScreen");

const stories = lazyRouteComponent(() => import("./stories/story-screen.tsx"), "StoryScreen");

const tree = root.addChildren([
  route("/", overview),
  route("/ui", overview),
  route("/ui/inbox", inbox),
  route("/ui/events/$id", event),
  route("/ui/deliveries/$id", delivery),
  route("/ui/records", records),
  route("/ui/records/$kind", records),
  route("/ui/records/$kind/$id", record),
  route("/ui/requests", requests),
  route("/ui/requests/$id", request),
  route("/ui/chains", chains),
  route("/ui/faults", faults),
  route("/ui/clock", clock),
  route("/ui/contract", contract),
  route("/ui/tenants", tenants),
  route("/ui/tenants/$id", tenant),
  route("/ui/snapshots", snapshots),
  route("/ui/scenarios", scenarios),
  route("/ui/stories", stories),
  route("/ui/invariants", invariants),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: "intent",
  // Plain texts: `?filter=state:dead`, not JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search as Record<string, string | undefined>).filter(
      ([, value]) => value !== undefined,
    );
    const text = new URLSearchParams(pairs as [string, string][]).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
