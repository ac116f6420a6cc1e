// The headers of all attempts side by side; those that differ between two attempts are marked (D-15).
import type { ReactNode } from "react";
import type { Schemas } from "../api/client.ts";
import { PlainText } from "../components/plain-text.tsx";
import { ScrollBox } from "../components/scroll-box.tsx";
import { EmptyView } from "../components/views.tsx";

/** One row a header, one column an attempt. */
export function HeadersTab({ attempts }: { attempts: readonly Schemas["DeliveryAttempt"][] }): ReactNode {
  const names = [...new Set(attempts.flatMap(({ headers }) => Object.keys(headers)))];
  if (names.length === 0) return <EmptyView why="No attempt has sent headers yet." />;
  return (
    <ScrollBox label="Headers of the attempts" className="overflow-x-auto p-3">
      <table className="text-sm">
        <thead>
          <tr>
            <th scope="col" className="pr-3 text-left font-normal text-faint">
              Header
            </th>
            {attempts.map(({ number }) => (
              <th key={number} scope="col" className="px-2 text-left font-normal text-faint">
                #{number}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const values = attempts.map(({ headers }) => headers[name]);
            const differs = new Set(values).size > 1;
            return (
              <tr key={name} className="border-t border-line align-top">
                <th scope="row" className="py-0.5 pr-3 text-left font-mono font-normal whitespace-nowrap">
                  {name}
                </th>
                {attempts.map(({ number, headers }) => (
                  <td key={number} className="max-w-md px-2 py-0.5 font-mono breaks">
                    {differs ? <mark>{valueText(headers[name])}</mark> : valueText(headers[name])}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function valueText(value: string | undefined): ReactNode {
  return value === undefined ? "–" : <PlainText text={value} />;
}
