// What can be done with the requests that are shown: a HAR file of them, and forgetting them (D-33).
import { MoreHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { client } from "../api/client.ts";
import { BarMenu, BarMenuItem } from "../components/bar-menu.tsx";
import { saveJson } from "../components/save-file.ts";
import { act, ask, say } from "../shell/acts.ts";

type Shown = { surface: string; tenant: string | undefined };

async function saveHar({ surface, tenant }: Shown): Promise<void> {
  const query = { surface: surface as "v1", ...(tenant === undefined ? {} : { tenant_id: tenant }) };
  const { data, error } = await client.GET("/requests/export", { params: { query }, parseAs: "text" });
  if (data === undefined) return say("bad", String(error));
  saveJson("sandbox-requests.har", data);
}

/** Behind three dots at the end of the bar. */
export function RequestMenu(shown: Shown): ReactNode {
  const { tenant } = shown;
  const query = tenant === undefined ? {} : { tenant_id: tenant };
  return (
    <BarMenu label="More" title="More" face={<MoreHorizontal size={15} aria-hidden="true" />} align="end">
      <BarMenuItem onClick={() => void saveHar(shown)}>Save as HAR</BarMenuItem>
      <BarMenuItem
        onClick={() =>
          ask({
            title: "Forget the requests?",
            lost: tenant === undefined ? "The log of all tenants is emptied." : "The log of this tenant is emptied.",
            yes: "Forget them",
            run: () => act("The requests are forgotten", () => client.DELETE("/requests", { params: { query } })),
          })
        }
      >
        Forget the requests…
      </BarMenuItem>
    </BarMenu>
  );
}
