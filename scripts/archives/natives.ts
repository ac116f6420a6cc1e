// Checks that every native file of an archive is for its machine, and that what it asks of the system is there on a bare one.
import type { Entry } from "./contents.ts";
import { nativeKind } from "./native-kind.ts";
import type { Platform } from "./platforms.ts";

const FORMATS = { linux: "elf", darwin: "mach-o", win32: "pe" } as const;

/** Libraries that a bare Linux with glibc has, without any package of a language. */
const SYSTEM = /^(libc|libm|libdl|libpthread|librt|libgcc_s|libstdc\+\+|ld-linux-[\w-]+)\.so(\.\d+)*$/;

/** What is wrong with the native files of an archive, one line each; also when one is missing. */
export function nativeFaults(platform: Platform, entries: readonly Entry[]): string[] {
  const natives = entries.flatMap(({ path, bytes }) => {
    const kind = nativeKind(bytes);
    return kind === undefined ? [] : [{ path, kind }];
  });
  const { system, machine, name, loader } = platform;
  const faults = natives.flatMap(({ path, kind }) => {
    const isRight = kind.format === FORMATS[system] && kind.machine === machine;
    const foreign = kind.needed.filter((library) => !SYSTEM.test(library));
    return [
      ...(isRight ? [] : [`${path} is ${kind.format} for ${kind.machine}, not for ${name}`]),
      ...(kind.loader === "" || kind.loader === loader ? [] : [`${path} is loaded by ${kind.loader}, not ${loader}`]),
      ...foreign.map((library) => `${path} needs ${library}, which a bare machine does not have`),
    ];
  });
  const wanted = [/^bin\/node(\.exe)?$/, /^node_modules\/@nomicfoundation\/edr-/, /^node_modules\/better-sqlite3\//];
  const missing = wanted.filter((place) => !natives.some(({ path }) => place.test(path)));
  return [...faults, ...missing.map((place) => `no native file at ${place.source}`)];
}
