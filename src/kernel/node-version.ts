// The versions of Node that this package supports. Imports nothing, because it is checked before anything else is loaded.

/** Node `^22.19 || ^24 || >=26`: the versions that the chain engine, the database and TypeScript without a build need. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return (major === 22 && minor >= 19) || major === 24 || major >= 26;
}

/** Why this Node cannot be used, with a command that runs `command` under one that can; undefined for a supported version. */
export function nodeVersionError(version: string, command: string): string | undefined {
  if (isSupported(version)) return undefined;
  const needs = `crypto-payment-sandbox needs Node 22.19, 24 or from 26 on; this is ${version}`;
  return `${needs}: install Node 24, or run: npx -y -p node@24 -- ${command}`;
}
