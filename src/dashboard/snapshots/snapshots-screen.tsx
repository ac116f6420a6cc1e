// Snapshots of the whole world (D-60): taken, restored, deleted, exported; and those that the page kept before an act (D-62).
import { type ReactNode, useState } from "react";
import { api, client, type Schemas, wordsOf } from "../api/client.ts";
import { Button } from "../components/button.tsx";
import { ActForm, TextField } from "../components/field.tsx";
import { PlainText, ShortId, visibleText } from "../components/plain-text.tsx";
import { saveJson } from "../components/save-file.ts";
import { type SmallColumn, SmallTable } from "../components/small-table.tsx";
import { TimeText } from "../components/time-text.tsx";
import { Card, EmptyView, Loaded } from "../components/views.tsx";
import { act, ask, say } from "../shell/acts.ts";
import { useStatus } from "../shell/status.ts";
import { askReset, askRestore } from "../shell/world-acts.ts";

type Snapshot = Schemas["Snapshot"];

/** `/ui/snapshots`. */
export function SnapshotsScreen(): ReactNode {
  const snapshots = api.useQuery("get", "/snapshots");
  const status = useStatus();
  return (
    <div className="grid min-h-0 flex-1 auto-rows-min gap-3 overflow-auto p-3">
      <h1 className="sr-only">Snapshots</h1>
      <Card
        title="New snapshot"
        aside={
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => void saveWorld()}>Export the world</Button>
            <Button tone="bad" onClick={() => askReset(status)}>
              Reset the world…
            </Button>
          </div>
        }
      >
        <SnapshotForm />
      </Card>
      <Loaded query={snapshots}>{({ data: { items } }) => <SnapshotTable snapshots={items.toReversed()} />}</Loaded>
    </div>
  );
}

/** The present world. */
async function saveWorld(): Promise<void> {
  const { data, error } = await client.GET("/export", { parseAs: "text" });
  save("sandbox-world.json", data, error);
}

/** The world of a snapshot; the present one stays as it is. */
async function saveSnapshot({ id }: Snapshot): Promise<void> {
  const params = { path: { id } };
  const { data, error } = await client.GET("/snapshots/{id}/export", { params, parseAs: "text" });
  save("sandbox-snapshot.json", data, error);
}

/** Such a file holds the keys of its world. */
function save(file: string, text: string | undefined, error: unknown): void {
  if (text === undefined) {
    say("bad", wordsOf(error));
    return;
  }
  saveJson(file, text);
  say("good", `The world is in ${file}: cpsandbox start --import opens it. It holds the keys of this world.`);
}

function SnapshotForm(): ReactNode {
  const [name, setName] = useState("");
  const take = async (): Promise<void> => {
    const answer = await act("The snapshot is taken", () =>
      client.POST("/snapshots", { body: name === "" ? {} : { name } }),
    );
    if (answer !== undefined) setName("");
  };
  return (
    <ActForm className="flex flex-wrap items-end gap-3 p-3" onAct={() => void take()}>
      <TextField label="Name (else its id)" placeholder="before the payout" value={name} onValue={setName} />
      <Button tone="main" type="submit">
        Take a snapshot
      </Button>
    </ActForm>
  );
}

/** Newest first. */
function SnapshotTable({ snapshots }: { snapshots: readonly Snapshot[] }): ReactNode {
  const total = snapshots.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Card
      title={`Snapshots ${snapshots.length}`}
      aside={<span className="text-faint">{sizeWords(total)}; 100 snapshots and 1 GiB at most</span>}
    >
      {snapshots.length === 0 ? (
        <EmptyView why="Nothing was kept yet. A snapshot holds database, chains, clock, deliveries and faults, and can be restored any number of times." />
      ) : (
        <SmallTable label="Snapshots" columns={COLUMNS} rows={snapshots} keyOf={({ id }) => id} />
      )}
    </Card>
  );
}

const COLUMNS: readonly SmallColumn<Snapshot>[] = [
  {
    title: "Name",
    cell: (snapshot) => (
      <>
        <span className="inline-block min-w-32 whitespace-normal breaks">
          <PlainText text={snapshot.name} />
        </span>
        {/* Where the page is narrow, the last column would be out of sight. */}
        <div className="mt-1 mb-1 md:hidden">
          <RowActs snapshot={snapshot} />
        </div>
      </>
    ),
  },
  { title: "Sandbox time", cell: ({ time }) => <TimeText at={time} /> },
  { title: "Size", isNumber: true, cell: ({ bytes }) => <span title={`${bytes} bytes`}>{sizeWords(bytes)}</span> },
  { title: "Id", cell: ({ id }) => <ShortId id={id} /> },
  {
    title: "Acts",
    cell: (snapshot) => (
      <div className="hidden md:block">
        <RowActs snapshot={snapshot} />
      </div>
    ),
  },
];

function RowActs({ snapshot }: { snapshot: Snapshot }): ReactNode {
  return (
    <div className="flex gap-2">
      <Button onClick={() => askRestore(snapshot)}>Restore…</Button>
      <Button onClick={() => void saveSnapshot(snapshot)}>Export</Button>
      <Button tone="bad" onClick={() => askDelete(snapshot)}>
        Delete…
      </Button>
    </div>
  );
}

/** Nothing is kept before it: it would be a snapshot of something else. */
function askDelete({ id, name }: Snapshot): void {
  ask({
    title: `Delete ${visibleText(name)}?`,
    lost: "The snapshot is lost; the present world stays as it is.",
    yes: "Delete the snapshot",
    run: () => act("The snapshot is deleted", () => client.DELETE("/snapshots/{id}", { params: { path: { id } } })),
  });
}

const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** `4.2 MB`: powers of 1,000, one digit after the point. */
export function sizeWords(bytes: number): string {
  let size = bytes;
  let at = 0;
  while (size >= 1_000 && at < UNITS.length - 1) {
    size /= 1_000;
    at += 1;
  }
  return `${at === 0 ? size : size.toFixed(1)} ${UNITS[at] ?? ""}`;
}
