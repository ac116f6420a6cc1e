// The state machine of a record (D-20): a drawing with the present state and the way it came, and its moves as a table.
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { api, type Schemas } from "../api/client.ts";
import { ScrollBox } from "../components/scroll-box.tsx";
import { SmallTable } from "../components/small-table.tsx";
import { StateChip, toneOf } from "../components/state-mark.tsx";
import { EmptyView } from "../components/views.tsx";

type AnyRecord = Schemas["AnyRecord"];
type Machine = Schemas["StateMachine"];
type Arrow = { from: string; to: string; name: string };

/** The table is the one that the sandbox itself uses. */
export function StateMachine({ record: { id, kind, state, machine } }: { record: AnyRecord }): ReactNode {
  const timeline = api.useQuery("get", "/records/{id}/timeline", { params: { path: { id } } });
  if (machine === null)
    return (
      <EmptyView why="No table of transitions leads this kind: it has no states, or they follow from another record." />
    );
  const own = (timeline.data?.data.items ?? []).filter(
    ({ lane, ref }) => lane === "state" && ref.id === id && ref.kind === kind,
  );
  const been = new Set(own.flatMap(({ state: at }) => (at === undefined ? [] : [at])));
  const made = new Set(own.map(({ what }) => what));
  return (
    <div className="flex flex-col gap-2 py-3">
      <Drawing machine={machine} state={state} been={been} />
      <SmallTable
        label="Moves"
        keyOf={({ name }) => name}
        rows={machine.moves}
        columns={[
          {
            title: "Move",
            cell: ({ name }) => (
              <span className={made.has(name) ? "font-medium" : ""}>{made.has(name) ? `● ${name}` : name}</span>
            ),
          },
          { title: "From", cell: ({ from }) => from.join(", ") },
          { title: "To", cell: ({ to }) => <StateChip state={to} /> },
          { title: "Event", cell: ({ emits }) => emits ?? <span className="text-faint">none</span> },
        ]}
      />
    </div>
  );
}

const [WIDTH, HEIGHT, GAP, TOP, ROWS] = [104, 28, 36, 44, 84];
type Spot = { x: number; y: number };

/** In the order of the table; states that are bad news stand below. */
function spotsOf({ states }: Machine): Map<string, Spot> {
  const [good, bad] = [states.filter((one) => toneOf(one) !== "bad"), states.filter((one) => toneOf(one) === "bad")];
  const inRow = (row: readonly string[], y: number, shift: number): [string, Spot][] =>
    row.map((one, at) => [one, { x: 8 + shift + at * (WIDTH + GAP), y }]);
  return new Map([...inRow(good, TOP, 0), ...inRow(bad, TOP + ROWS, (WIDTH + GAP) / 2)]);
}

function Drawing({
  machine,
  state,
  been,
}: {
  machine: Machine;
  state: string | null;
  been: ReadonlySet<string>;
}): ReactNode {
  const spots = spotsOf(machine);
  const arrows = machine.moves.flatMap(({ name, from, to }) => from.map((one): Arrow => ({ from: one, to, name })));
  const right = Math.max(...[...spots.values()].map(({ x }) => x)) + WIDTH + 8;
  const words = `States: ${machine.states.join(", ")}. Now: ${state ?? "none"}.`;
  return (
    <ScrollBox label="State machine" className="overflow-x-auto px-3">
      <svg width={right} height={TOP + ROWS + HEIGHT + 34} role="img" aria-label={words} className="text-faint">
        <title>{words}</title>
        <defs>
          <marker id="arrow-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0L8 4L0 8z" fill="currentColor" />
          </marker>
        </defs>
        {arrows
          .filter(({ from, to }) => from !== to)
          .map(({ from, to, name }) => (
            <path
              key={`${name} ${from}`}
              d={pathOf(spots, from, to)}
              fill="none"
              stroke="currentColor"
              markerEnd="url(#arrow-head)"
            >
              <title>{`${name}: ${from} → ${to}`}</title>
            </path>
          ))}
        {[...spots].map(([name, spot]) => (
          <State key={name} name={name} spot={spot} isNow={name === state} wasThere={been.has(name)} />
        ))}
      </svg>
    </ScrollBox>
  );
}

/** Straight to a neighbour or to the other row, in an arc above what lies between, below the way back. */
function pathOf(spots: ReadonlyMap<string, Spot>, from: string, to: string): string {
  const a = spots.get(from) ?? { x: 0, y: 0 };
  const b = spots.get(to) ?? { x: 0, y: 0 };
  if (a.y !== b.y) {
    // Beside each other where both ways are there.
    const [down, up, middle] = a.y < b.y ? [HEIGHT, 0, WIDTH / 2 - 10] : [0, HEIGHT, WIDTH / 2 + 10];
    return `M${a.x + middle} ${a.y + down}L${b.x + middle} ${b.y + up}`;
  }
  if (b.x - a.x === WIDTH + GAP) return `M${a.x + WIDTH} ${a.y + HEIGHT / 2}L${b.x} ${b.y + HEIGHT / 2}`;
  const isBack = b.x < a.x;
  const middle = WIDTH / 2;
  const [edge, bend] = isBack ? [HEIGHT, 30] : [0, -30];
  return `M${a.x + middle} ${a.y + edge}Q${(a.x + b.x) / 2 + middle} ${a.y + edge + bend} ${b.x + middle} ${b.y + edge}`;
}

type StateProps = { name: string; spot: Spot; isNow: boolean; wasThere: boolean };

/** Filled where the record is, a thick line where it was. */
function State({ name, spot: { x, y }, isNow, wasThere }: StateProps): ReactNode {
  return (
    <g data-machine-state={name} data-now={isNow ? "yes" : undefined}>
      <rect
        {...{ x, y, width: WIDTH, height: HEIGHT, rx: 6 }}
        className={clsx(
          isNow ? "fill-accent stroke-accent" : "fill-card",
          !isNow && (wasThere ? "stroke-accent" : "stroke-strong"),
        )}
        strokeWidth={wasThere || isNow ? 2 : 1}
      />
      <text
        {...{ x: x + WIDTH / 2, y: y + HEIGHT / 2 + 4 }}
        textAnchor="middle"
        fontSize={12}
        className={isNow ? "fill-on-accent font-semibold" : "fill-ink"}
      >
        {name}
      </text>
    </g>
  );
}
