// The status of the sandbox and the present time, which every screen shows.
import { useEffect, useState } from "react";
import type { ClockNow, Connection } from "../api/change-stream.ts";
import { api, type Schemas } from "../api/client.ts";
import { queryClient, useConnection } from "../api/live.ts";

/** The status; undefined until the first answer. */
export function useStatus(): Schemas["Status"] | undefined {
  return api.useQuery("get", "/status").data?.data;
}

/** The status as it was told last, outside of a component. */
export function statusNow(): Schemas["Status"] | undefined {
  return queryClient.getQueryData<Schemas["StatusReply"]>(api.queryOptions("get", "/status").queryKey)?.data;
}

const TICK_MS = 1_000;

/** Virtual now in ms since 1970: the clock runs in the page between messages (D-05). Undefined before the first one. */
export function nowOf({ clock, heardAt }: Connection): number | undefined {
  if (clock === undefined) return undefined;
  const told = Date.parse(clock.now);
  return clock.mode === "frozen" ? told : told + (performance.now() - heardAt);
}

/** The present virtual time, each second anew while the clock runs. */
export function useNow(): { now: number | undefined; mode: ClockNow["mode"] | undefined } {
  const connection = useConnection();
  const [, setTick] = useState(0);
  const mode = connection.clock?.mode;
  useEffect(() => {
    if (mode !== "running") return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setTick((tick) => tick + 1);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [mode]);
  return { now: nowOf(connection), mode };
}
