// Files with which an archive is installed: checksums, a script for Linux and macOS, a formula of Homebrew and a manifest of Scoop.
import type { Platform } from "./platforms.ts";

/** A finished archive: `sha256` in hex. */
export type Archive = { file: string; sha256: string; platform: Platform };

/** A release; `downloads` is the address of the folder with the archives, without a slash at its end, and empty while nobody has named one. */
export type Release = { version: string; downloads: string; archives: readonly Archive[] };

const ABOUT = "A local sandbox of a crypto-payment API with real simulated chains";

/** By file name. Homebrew and Scoop fetch from an address, so there is nothing to write for them without one. */
export function installFiles(release: Release): Record<string, string> {
  const files = { SHA256SUMS: checksums(release.archives), "install.sh": installScript(release) };
  if (release.downloads === "") return files;
  return {
    ...files,
    "crypto-payment-sandbox.rb": formula(release),
    "crypto-payment-sandbox.json": scoopManifest(release),
  };
}

/** As `sha256sum -c` reads it. */
export function checksums(archives: readonly Pick<Archive, "file" | "sha256">[]): string {
  return archives.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
}

function installScript({ version, downloads, archives }: Release): string {
  const rows = archives
    .filter(({ platform }) => platform.system !== "win32")
    .map(({ file, sha256, platform }) => `  ${platform.machines.join(" | ")}) file=${file} sum=${sha256} ;;`);
  return `#!/bin/sh
# Installs crypto-payment-sandbox ${version} for one user: sh install.sh [--from FOLDER_OR_URL] [--to FOLDER]
# The archive is checked against the SHA-256 below before anything of it is unpacked. No root, nothing outside of --to and ~/.local/bin.
set -eu
from=${downloads || '$(cd "$(dirname "$0")" && pwd)'}
to=\${XDG_DATA_HOME:-$HOME/.local/share}/crypto-payment-sandbox
bin=$HOME/.local/bin
stop() {
  echo "install.sh: $1" >&2
  exit 1
}
while [ $# -gt 0 ]; do
  case $1 in
    --from) from=\${2:?--from needs a folder or a URL} && shift 2 ;;
    --to) to=\${2:?--to needs a folder} && bin=$to/bin && shift 2 ;;
    *) stop "there is no option $1: use --from FOLDER_OR_URL or --to FOLDER" ;;
  esac
done
machine=$(uname -s)-$(uname -m)
case $machine in
${rows.join("\n")}
  *) stop "there is no archive for $machine" ;;
esac
desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
case $from in
  http://* | https://*)
    if command -v curl >/dev/null; then curl -fsSL -o "$desk/$file" "$from/$file" || stop "$from/$file cannot be fetched"
    else wget -q -O "$desk/$file" "$from/$file" || stop "$from/$file cannot be fetched"; fi ;;
  *) cp "$from/$file" "$desk/$file" || stop "there is no $file in $from" ;;
esac
if command -v sha256sum >/dev/null; then found=$(sha256sum "$desk/$file"); else found=$(shasum -a 256 "$desk/$file"); fi
[ "\${found%% *}" = "$sum" ] || stop "$file is not the one of this release (SHA-256 \${found%% *}): fetch it again"
tar -xzf "$desk/$file" -C "$desk" || stop "$file cannot be unpacked"
"$desk/\${file%.tar.gz}/cpsandbox" --version >/dev/null || stop "nothing is installed: the program says why, in the line above"
mkdir -p "$to" "$bin"
rm -rf "$to/${version}"
mv "$desk/\${file%.tar.gz}" "$to/${version}"
for name in crypto-payment-sandbox cpsandbox; do ln -sf "$to/${version}/$name" "$bin/$name"; done
echo "installed: $bin/crypto-payment-sandbox"
case :$PATH: in *:$bin:*) ;; *) echo "put $bin on your PATH" ;; esac
`;
}

function formula({ version, downloads, archives }: Release): string {
  const block = (system: string, machine: string): string => {
    const found = archives.find(({ platform: p }) => p.system === system && p.machine === machine);
    if (found === undefined) return "";
    const word = machine === "x64" ? "on_intel" : "on_arm";
    return `    ${word} do\n      url "${downloads}/${found.file}"\n      sha256 "${found.sha256}"\n    end\n`;
  };
  return `# Homebrew: written by \`npm run archives\`, never by hand.
class CryptoPaymentSandbox < Formula
  desc "${ABOUT}"
  version "${version}"
  license "MIT"

  on_macos do
${block("darwin", "arm64")}${block("darwin", "x64")}  end
  on_linux do
${block("linux", "arm64")}${block("linux", "x64")}  end

  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"crypto-payment-sandbox", libexec/"cpsandbox"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/crypto-payment-sandbox --version")
  end
end
`;
}

function scoopManifest({ version, downloads, archives }: Release): string {
  const found = archives.find(({ platform }) => platform.system === "win32");
  if (found === undefined) return "{}\n";
  const manifest = {
    version,
    description: ABOUT,
    license: "MIT",
    architecture: {
      "64bit": {
        url: `${downloads}/${found.file}`,
        hash: found.sha256,
        extract_dir: found.file.replace(/\.zip$/, ""),
      },
    },
    bin: ["crypto-payment-sandbox.cmd", "cpsandbox.cmd"],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
