// One event or delivery at an address of its own (D-19).
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../api/client.ts";
import { Loaded } from "../components/views.tsx";
import { EventDetail } from "./event-detail.tsx";

/** `/ui/events/12`, by sequence or id. */
export function EventScreen(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-card">
      <EventDetail event={id} />
    </div>
  );
}

/** `/ui/deliveries/34`: its event, with this delivery chosen. */
export function DeliveryScreen(): ReactNode {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const delivery = api.useQuery("get", "/deliveries/{id}", { params: { path: { id: Number(id) } } });
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-card">
      <Loaded query={delivery}>{({ data }) => <EventDetail event={data.event_id} delivery={data.id} />}</Loaded>
    </div>
  );
}
