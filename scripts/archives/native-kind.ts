// What a native file runs on: its format, its processor and the libraries that it asks the system for, read from its headers.

export type NativeKind = {
  format: "elf" | "mach-o" | "pe";
  machine: "x64" | "arm64";
  /** ELF only: names of the shared libraries that must be there, and the loader of a program ("" of a library). */
  needed: string[];
  loader: string;
};

type Machines = ReadonlyMap<number, NativeKind["machine"]>;
const ELF_MACHINES: Machines = new Map([
  [0x3e, "x64"],
  [0xb7, "arm64"],
]);
const MACH_MACHINES: Machines = new Map([
  [0x01000007, "x64"],
  [0x0100000c, "arm64"],
]);
const PE_MACHINES: Machines = new Map([
  [0x8664, "x64"],
  [0xaa64, "arm64"],
]);

/** @returns undefined for a file of another kind: a script, a document, or a format for another width of words */
export function nativeKind(bytes: Buffer): NativeKind | undefined {
  if (bytes.length < 64) return undefined;
  if (bytes.readUInt32BE(0) === 0x7f454c46 && bytes[4] === 2) return elf(bytes);
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return plain("mach-o", MACH_MACHINES.get(bytes.readUInt32LE(4)));
  if (bytes.toString("latin1", 0, 2) !== "MZ") return undefined;
  const at = bytes.readUInt32LE(0x3c);
  const isPe = at + 6 <= bytes.length && bytes.toString("latin1", at, at + 4) === "PE\0\0";
  return isPe ? plain("pe", PE_MACHINES.get(bytes.readUInt16LE(at + 4))) : undefined;
}

function plain(format: NativeKind["format"], machine: NativeKind["machine"] | undefined): NativeKind | undefined {
  return machine && { format, machine, needed: [], loader: "" };
}

/** One program header of an ELF file: what it describes, and where in the file and in memory. */
type Segment = { type: number; offset: number; address: number; size: number };

const LOADED = 1;
const DYNAMIC = 2;
const LOADER = 3;

function elf(bytes: Buffer): NativeKind | undefined {
  const machine = ELF_MACHINES.get(bytes.readUInt16LE(18));
  if (machine === undefined) return undefined;
  const segments = segmentsOf(bytes);
  const loader = segments.find(({ type }) => type === LOADER);
  return {
    format: "elf",
    machine,
    needed: neededBy(bytes, segments),
    loader: loader ? textAt(bytes, loader.offset) : "",
  };
}

function segmentsOf(bytes: Buffer): Segment[] {
  const [table, size, count] = [number(bytes, 32), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  return Array.from({ length: count }, (_, index) => {
    const at = table + index * size;
    return {
      type: bytes.readUInt32LE(at),
      offset: number(bytes, at + 8),
      address: number(bytes, at + 16),
      size: number(bytes, at + 32),
    };
  });
}

/** The entries DT_NEEDED (1) of the dynamic section; they name places in the table of texts (DT_STRTAB, 5). */
function neededBy(bytes: Buffer, segments: readonly Segment[]): string[] {
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (dynamic === undefined) return [];
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16;
    return { tag: number(bytes, at), value: number(bytes, at + 8) };
  });
  const texts = entries.find(({ tag }) => tag === 5)?.value ?? 0;
  const part = segments.find(
    ({ type, address, size }) => type === LOADED && texts >= address && texts < address + size,
  );
  if (part === undefined) return [];
  const table = texts - part.address + part.offset;
  return entries.filter(({ tag }) => tag === 1).map(({ value }) => textAt(bytes, table + value));
}

function number(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString("latin1", at, bytes.indexOf(0, at));
}
