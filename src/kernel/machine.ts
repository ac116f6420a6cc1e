// State machines as data: the states and named transitions of a record type, for code, tests and diagrams.

/** One transition: the states it may start from, the state it ends in, and the event type it emits (none = ""). */
export type Move<State extends string> = { from: readonly State[]; to: State; emits: string };

/** The transition table of a record type. `initial` lists the states of new records. */
export type Machine<State extends string = string, Name extends string = string> = {
  noun: string;
  states: readonly State[];
  initial: readonly State[];
  moves: Readonly<Record<Name, Move<State>>>;
};

/** Declares a machine; unknown states in a transition do not compile. */
export function machine<const State extends string, const Name extends string>(
  declared: Machine<State, Name>,
): Machine<State, Name> {
  return Object.freeze(declared);
}

/** True when the named transition may start from `state`. */
export function allows<State extends string, Name extends string>(
  table: Machine<State, Name>,
  name: Name,
  state: State,
): boolean {
  return table.moves[name].from.includes(state);
}

/** A Mermaid state diagram of the table, for documents. */
export function drawing(table: Machine): string {
  const creations = table.initial.map((state) => `  [*] --> ${state}`);
  const moves = Object.entries(table.moves).flatMap(([name, move]) =>
    move.from.map((from) => `  ${from} --> ${move.to}: ${name}`),
  );
  return ["stateDiagram-v2", ...creations, ...moves].join("\n");
}
