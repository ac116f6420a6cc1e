// The contract of the app (contract testing, C-10): what it did wrong, what it used and never met, and how strictly and in which reading the sandbox answers it.
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { ScrollBox } from "../components/scroll-box.tsx";
import { timeWords } from "../components/time-text.tsx";
import { Loaded } from "../components/views.tsx";
import { TabStrip } from "../lists/tab-strip.tsx";
import { CoverageTab } from "./coverage-tab.tsx";
import { FindingsTab } from "./findings-tab.tsx";
import { ReadingsTab } from "./readings-tab.tsx";
import { ReceiverTab } from "./receiver-tab.tsx";
import { ReportActs } from "./report-acts.tsx";
import { StrictTab } from "./strict-tab.tsx";
import { useTenantQuery } from "./tenant-query.ts";

type Report = Schemas["ContractReport"];

/** `/ui/contract`: the report of all tenants or of the chosen one, live. */
export function ContractScreen(): ReactNode {
  const query = useTenantQuery();
  const report = api.useQuery("get", "/contract", { params: { query } });
  return (
    <ScrollBox label="Contract" className="min-h-0 flex-1 overflow-auto bg-card">
      <Loaded query={report}>{({ data }) => <ReportView report={data} />}</Loaded>
    </ScrollBox>
  );
}

function ReportView({ report }: { report: Report }): ReactNode {
  const { since, requests, findings, operations, never_called, readings, strict } = report;
  const all = operations.length + never_called.length;
  return (
    <article data-contract={requests}>
      <header className="flex flex-wrap items-start justify-between gap-2 px-3 py-2">
        <div className="min-w-0">
          <h1 className="text-base font-semibold">Contract</h1>
          <p className="text-faint">
            {requests} {requests === 1 ? "request" : "requests"} of your app since {timeWords(since)} UTC, real time
          </p>
        </div>
        <ReportActs />
      </header>
      <TabStrip
        label="Parts of the contract"
        tabs={[
          { id: "findings", title: `Findings ${findings.length}`, view: () => <FindingsTab report={report} /> },
          {
            id: "coverage",
            title: `Coverage ${operations.length} of ${all}`,
            view: () => <CoverageTab report={report} />,
          },
          { id: "readings", title: `Readings ${Object.keys(readings).length}`, view: () => <ReadingsTab /> },
          { id: "strict", title: strict === null ? "Strict: off" : "Strict: on", view: () => <StrictTab /> },
          { id: "receiver", title: "Receiver", view: () => <ReceiverTab /> },
        ]}
      />
    </article>
  );
}
