#!/usr/bin/env bash
# The test library under the real runners: installs Jest, Playwright and Vitest beside the packed package and runs one small suite in each.
# Usage: test/package/runners.sh TARBALL (from `npm run build && npm pack`). Needs the registry and Node 22 or newer.
set -euo pipefail
tarball=$(realpath "$1")
suites=$(realpath "$(dirname "$0")/../../examples/runners")
compiler=$(realpath "$(dirname "$0")/../../node_modules/typescript7/bin/tsc")
types=$(realpath "$(dirname "$0")/../../node_modules/@types")
desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
trap 'exit 130' INT TERM
cd "$desk"
echo '{ "name": "runners", "private": true, "type": "module" }' >package.json
npm install --no-audit --no-fund --ignore-scripts "$tarball" jest@30.5.2 @playwright/test@1.65.1 vitest@5.1.0 >npm.log 2>&1 || { tail -n 20 npm.log; exit 1; }
cp -r "$suites" suites

echo "== types"
echo '{ "compilerOptions": { "module": "nodenext", "target": "es2024", "strict": true, "noEmit": true, "types": ["node"], "typeRoots": ["'"$types"'"], "skipLibCheck": true }, "include": ["suites"] }' >tsconfig.json
node "$compiler" -p .
echo "== Jest"
NODE_OPTIONS="--experimental-vm-modules --no-warnings" npx --no-install jest suites/jest
echo "== Playwright"
npx --no-install playwright test suites/playwright --reporter=line
echo "== Vitest"
npx --no-install vitest run suites/vitest
