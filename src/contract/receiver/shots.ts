// The requests of each case whose answers alone decide: those that must be refused, and those that must be taken.
import {
  DEFECT_BODIES,
  grown,
  manyDigits,
  oddly,
  spaced,
  unknownMembers,
  unknownType,
  unknownValues,
} from "./bodies.ts";
import type { CaseId } from "./case-table.ts";
import type { Genuine, Material } from "./genuine.ts";
import { type Shot, shotOf } from "./shot.ts";

const DAY = 86_400;
const TEN_MINUTES = 600;
/** Beside the fresh timestamp of W-08: inside of every tolerance, so that only the binding to the header decides. */
const A_MINUTE = 60;
const MIB = 1_048_576;

/** The confirmed deposit that most cases start from; null when a running sandbox has none. */
function deposit(material: Material): { id: string; body: string; genuine: Genuine } | null {
  const [genuine] = material.take("deposit.confirmed") ?? [];
  if (genuine === undefined) return null;
  return { id: genuine.envelope.id, body: JSON.stringify(genuine.envelope), genuine };
}

type Make = (material: Material) => Shot[] | null;

/** A case about one deposit. */
function ofDeposit(make: (id: string, body: string) => Shot[]): Make {
  return (material) => {
    const found = deposit(material);
    return found === null ? null : make(found.id, found.body);
  };
}

/** Each of these must be refused (not 2xx). */
export const REFUSED: Readonly<Partial<Record<CaseId, Make>>> = {
  "W-03": ofDeposit((id, body) => [shotOf(id, DEFECT_BODIES.otherAmount(body), { signature: { kind: "made", body } })]),
  "W-04": ofDeposit((id, body) => [shotOf(id, body, { signature: { kind: "made", secret: "other" } })]),
  "W-05": ofDeposit((id, body) => [shotOf(id, body, { signature: { kind: "none" } })]),
  "W-06": ofDeposit((id, body) => [
    shotOf(id, body, { label: "empty", signature: { kind: "text", text: "" } }),
    shotOf(id, body, { label: "not hex", signature: { kind: "text", text: "z".repeat(64) } }),
    shotOf(id, body, { label: "63 characters", signature: { kind: "made", form: "first-63" } }),
  ]),
  "W-07": ofDeposit((id, body) => [shotOf(id, body, { signature: { kind: "made", form: "first-16" } })]),
  "W-08": ofDeposit((id, body) => [shotOf(id, body, { signature: { kind: "made", age: A_MINUTE } })]),
  "W-10": ofDeposit((id, body) => [
    shotOf(id, body.slice(0, Math.floor(body.length / 2)), { signature: { kind: "made", body } }),
  ]),
  "W-11": ofDeposit((id, body) => [shotOf(id, spaced(body), { signature: { kind: "made", body } })]),
  "W-13": ofDeposit((id, body) => [
    shotOf(id, body, { label: "the text of the secret", signature: { kind: "made", form: "standard-text" } }),
    shotOf(id, body, { label: "the decoded secret", signature: { kind: "made", form: "standard-decoded" } }),
  ]),
  "W-14": ofDeposit((id, body) => [shotOf(id, body, { age: DAY })]),
  "W-15": ofDeposit((id, body) => [shotOf(id, body, { age: TEN_MINUTES })]),
  "W-16": ofDeposit((id, body) => [shotOf(id, body, { age: -TEN_MINUTES })]),
};

/** Each of these must be taken (2xx). */
export const TAKEN: Readonly<Partial<Record<CaseId, Make>>> = {
  "W-01": ofDeposit((id, body) => [shotOf(id, body)]),
  "W-12": ofDeposit((id, body) => [shotOf(id, oddly(body))]),
  "W-21": ofDeposit((id, body) => [shotOf(id, unknownType(body))]),
  "W-22": ofDeposit((id, body) => [shotOf(id, unknownMembers(body))]),
  "W-23": changed(["deposit.confirmed", "transaction.confirmed"], unknownValues),
  "W-24": changed(["deposit.new", "deposit.confirmed"], manyDigits),
  "W-25": changed(["deposit.confirmed", "transaction.confirmed"], grown),
};

/** One genuine webhook of each type that there is. */
export function eachType(material: Material): Shot[] {
  return material.types.flatMap((type) => {
    const [genuine] = material.take(type) ?? [];
    return genuine === undefined ? [] : [genuineShot(genuine)];
  });
}

export function genuineShot({ envelope }: Genuine): Shot {
  return shotOf(envelope.id, JSON.stringify(envelope), { label: envelope.type });
}

/** What nobody signed: `webhook-signature` is there, so that a check that is skipped without it is W-05's alone. */
export function noise(id: string, body: string): Shot[] {
  const signature = { kind: "text", text: "0".repeat(64) } as const;
  return [
    shotOf(id, "x".repeat(MIB), { label: "1 MiB", signature }),
    shotOf(id, "type=deposit.confirmed&amount=25.5", {
      label: "another content type",
      contentType: "application/x-www-form-urlencoded",
      signature,
    }),
    shotOf(id, `<${body.length}>`, { label: "not JSON", signature }),
    shotOf(id, "", { label: "GET", method: "GET", signature }),
  ];
}

function changed(types: readonly string[], change: (body: string) => string): Make {
  return (material) => {
    const shots = types.flatMap((type) => {
      const [genuine] = material.take(type) ?? [];
      if (genuine === undefined) return [];
      return [shotOf(genuine.envelope.id, change(JSON.stringify(genuine.envelope)), { label: type })];
    });
    return shots.length === 0 ? null : shots;
  };
}
