// The files of an archive that a user runs: they find its folder, say what is wrong with it or with the machine, and hand over to its Node.
import type { Platform } from "./platforms.ts";

/** Written last when an archive is unpacked, so a folder without it is not whole. */
export const LIST = "files.json";

/** The commands of an archive by their file name. */
export function launchers(platform: Platform): Record<string, string> {
  const names = ["crypto-payment-sandbox", "cpsandbox"];
  const isWindows = platform.system === "win32";
  return Object.fromEntries(
    names.map((name) => (isWindows ? [`${name}.cmd`, windowsLauncher()] : [name, unixLauncher(platform)])),
  );
}

/**
 * For any POSIX shell, also that of a bare Alpine. It looks at three things before it starts anything: the machine, the C library, and
 * whether the archive was unpacked to its end.
 */
function unixLauncher({ name, machines, loader }: Platform): string {
  return `#!/bin/sh
# Starts crypto-payment-sandbox with the Node of this folder. Keep the folder together; a link to this file works from anywhere.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname "$self")/$link ;;
  esac
done
home=$(cd "$(dirname "$self")" && pwd -P) || exit 1
stop() {
  echo "crypto-payment-sandbox: $1" >&2
  exit 1
}
machine=$(uname -s)-$(uname -m)
case $machine in
  ${machines.join(" | ")}) ;;
  *) stop "this archive is for ${name}, and this machine is $machine: take the archive for it" ;;
esac
${libcCheck(name, loader)}if [ ! -f "$home/${LIST}" ] || [ ! -x "$home/bin/node" ] || [ ! -f "$home/start.mjs" ]; then
  stop "$home is not the whole archive: unpack it again"
fi
exec "$home/bin/node" "$home/start.mjs" "$@"
`;
}

/** Alpine and other systems with musl have no such loader, and would only say "not found". */
function libcCheck(name: string, loader: string): string {
  if (loader === "") return "";
  const advice = "this machine has another C library: install Node and use the npm package, or the container image";
  return `[ -e ${loader} ] || stop "this archive is for ${name} with glibc, and ${advice}"\n`;
}

function windowsLauncher(): string {
  const lines = [
    "@echo off",
    "rem Starts crypto-payment-sandbox with the Node of this folder. Keep the folder together.",
    ...["bin\\node.exe", "start.mjs", LIST].map((file) => `if not exist "%~dp0${file}" goto broken`),
    '"%~dp0bin\\node.exe" "%~dp0start.mjs" %*',
    "exit /b %ERRORLEVEL%",
    ":broken",
    "echo crypto-payment-sandbox: %~dp0 is not the whole archive: unpack it again 1>&2",
    "exit /b 1",
  ];
  return lines.map((line) => `${line}\r\n`).join("");
}
