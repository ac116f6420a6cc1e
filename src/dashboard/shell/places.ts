// Table: the places of the page, in the order of the navigation. A screen is a row here and a route in routes.tsx.
import {
  ArrowLeftRight,
  Boxes,
  Camera,
  Clock,
  FileCheck,
  Inbox,
  LayoutDashboard,
  Link2,
  ListChecks,
  type LucideIcon,
  Scale,
  UsersRound,
  Waypoints,
  Zap,
} from "lucide-react";
import type { Schemas } from "../api/client.ts";

export type Place = {
  path: string;
  title: string;
  icon: LucideIcon;
  /** The second key after `g`. */
  key?: string;
  /** A number beside the name, and whether it is bad news; nothing where it is 0. */
  count?(status: Schemas["Status"]): number;
};

export const PLACES: readonly Place[] = [
  { path: "/", title: "Overview", icon: LayoutDashboard, key: "o" },
  { path: "/ui/inbox", title: "Inbox", icon: Inbox, key: "i", count: deadDeliveries },
  { path: "/ui/records", title: "Records", icon: Boxes, key: "r" },
  { path: "/ui/requests", title: "Requests", icon: ArrowLeftRight, key: "q" },
  { path: "/ui/chains", title: "Chains", icon: Link2, key: "c" },
  { path: "/ui/clock", title: "Clock", icon: Clock, key: "w" },
  { path: "/ui/faults", title: "Faults", icon: Zap, key: "f", count: armedFaults },
  { path: "/ui/contract", title: "Contract", icon: FileCheck, key: "a", count: findings },
  { path: "/ui/tenants", title: "Tenants", icon: UsersRound, key: "t" },
  { path: "/ui/snapshots", title: "Snapshots", icon: Camera, key: "s" },
  { path: "/ui/scenarios", title: "Scenarios", icon: ListChecks, key: "e" },
  { path: "/ui/invariants", title: "Invariants", icon: Scale, key: "v", count: ({ breaches }) => breaches.length },
];

/** Pages that the server makes: they work without a script. */
export const OTHER_PAGES: readonly { path: string; title: string; icon: LucideIcon }[] = [
  { path: "/explorer", title: "Explorer", icon: Waypoints },
];

type Counts = Readonly<Record<string, number>>;

/** A number of `counts` of the status; 0 where a sandbox does not tell it. */
export function countOf(status: Schemas["Status"] | undefined, name: string): number {
  return (status as { counts?: Counts } | undefined)?.counts?.[name] ?? 0;
}

/** Deliveries that nobody tries any more. */
export function deadDeliveries(status: Schemas["Status"]): number {
  return countOf(status, "deliveries_dead");
}

/** Faults that may still fire. */
export function armedFaults({ faults }: Schemas["Status"]): number {
  return faults.filter(({ times, hits }) => times === null || hits < times).length;
}

/** Lines of the overview's list of what is wrong and what waits; dead deliveries are one. 0 before the first answer. */
export function countTroubles(status: Schemas["Status"] | undefined): number {
  if (status === undefined) return 0;
  return status.breaches.length + status.pending.held_back.length + (deadDeliveries(status) > 0 ? 1 : 0);
}

/** What the contract report found in the app under test. */
export function findings(status: Schemas["Status"]): number {
  return countOf(status, "findings");
}
