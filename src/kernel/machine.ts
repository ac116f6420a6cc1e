// State machines as data: a noun's states and its named moves, read by code, tests and drawings alike.

/** One move: where it may start, where it ends, which event type it raises (none = ""). */
export type Move<State extends string> = { from: readonly State[]; to: State; emits: string };

/** A noun's table of moves. `initial` lists the states a new record may be born in. */
export type Machine<State extends string = string, Name extends string = string> = {
  noun: string;
  states: readonly State[];
  initial: readonly State[];
  moves: Readonly<Record<Name, Move<State>>>;
};

/** Declares a machine; unknown states in a move do not compile. */
export function machine<const State extends string, const Name extends string>(
  declared: Machine<State, Name>,
): Machine<State, Name> {
  return Object.freeze(declared);
}

/** True when the named move may start from `state`. */
export function allows<State extends string, Name extends string>(
  table: Machine<State, Name>,
  name: Name,
  state: State,
): boolean {
  return table.moves[name].from.includes(state);
}

/** A Mermaid state diagram of the table, for documents. */
export function drawing(table: Machine): string {
  const births = table.initial.map((state) => `  [*] --> ${state}`);
  const moves = Object.entries(table.moves).flatMap(([name, move]) =>
    move.from.map((from) => `  ${from} --> ${move.to}: ${name}`),
  );
  return ["stateDiagram-v2", ...births, ...moves].join("\n");
}
