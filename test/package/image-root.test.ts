// The root of the image, collected on this machine and used as one: the command runs in it, names are looked up, and there is no shell.
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nativeKind } from "../../scripts/archives/native-kind.ts";
import { COMMAND_FOLDER } from "../support/the-command.ts";

const ROOT = join(import.meta.dirname, "../..");
const root = mkdtempSync(join(tmpdir(), "image-root-"));
let said = "";

/** What the image has beside the built files of the package. */
const BESIDE = ["chain", "fixtures", "spec", "package.json"];
const PACKAGES = ["@nomicfoundation", "better-sqlite3", "covertable"];

beforeAll(() => {
  const script = join(ROOT, "scripts/run/image-root.ts");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, join(ROOT, "node_modules"), root], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  said = stdout;
  const app = join(root, "app");
  mkdirSync(app);
  // What every engine provides.
  mkdirSync(join(root, "dev"));
  writeFileSync(join(root, "dev/null"), "");
  cpSync(COMMAND_FOLDER, join(app, "dist"), { recursive: true });
  for (const name of BESIDE) cpSync(join(ROOT, name), join(app, name), { recursive: true });
  for (const name of PACKAGES)
    cpSync(join(ROOT, "node_modules", name), join(app, "node_modules", name), { recursive: true });
  const line =
    /printf '(.*?)' > crypto-payment-sandbox/.exec(readFileSync(join(ROOT, "Dockerfile"), "utf8"))?.[1] ?? "";
  writeFileSync(join(root, "usr/local/bin/cpsandbox"), line.replaceAll("\\n", "\n"), { mode: 0o755 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : [],
  );

test("it has Node, its libraries, certificates and accounts, and nothing else that can be started", () => {
  const programs = filesBelow("usr").filter((path) => (statSync(join(root, path)).mode & 0o111) !== 0);
  expect(programs.filter((path) => !/\.so(\.\d+)*$/.test(path)).toSorted()).toEqual([
    "/usr/local/bin/cpsandbox",
    "/usr/local/bin/node",
  ]);
  const { needed = [] } = nativeKind(readFileSync(process.execPath)) ?? {};
  const there = new Set([...filesBelow("usr")].map((path) => path.split("/").at(-1) ?? ""));
  expect(needed.filter((library) => !there.has(library))).toEqual([]);
  expect(said).toContain(`Node ${process.versions.node} with `);
  const bundle = readFileSync(join(root, "etc/ssl/certs/ca-certificates.crt"), "utf8");
  expect(bundle.match(/BEGIN CERTIFICATE/g)).toHaveLength(rootCertificates.length);
  expect(statSync(join(root, "tmp")).mode & 0o7777).toBe(0o1777);
  expect(statSync(join(root, "data")).mode & 0o7777).toBe(0o700);
  for (const place of ["bin", "sbin", "usr/bin", "root"]) expect(existsSync(join(root, place)), place).toBe(false);
});

/** A command in this root alone: no other files, no network. */
const inside = (...words: string[]) =>
  spawnSync(
    "unshare",
    ["--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec chroot "$@"', "sh", root, ...words],
    {
      encoding: "utf8",
      env: { PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
    },
  );

test("the command runs in it without a shell or a network, and says so where it would need a shell", ({ skip }) => {
  const tried = inside("/usr/local/bin/node", "--version");
  if (tried.error !== undefined || /unshare|Operation not permitted/.test(tried.stderr))
    skip(`this machine gives no root of its own to a test: ${tried.error?.message ?? tried.stderr}`);
  expect(tried.stdout).toBe(`${process.version}\n`);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(inside("cpsandbox", "--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  const look =
    "require('node:dns').lookup('localhost', { family: 4 }, (error, address) => console.log(error ?? address))";
  expect(inside("node", "-e", look).stdout).toBe("127.0.0.1\n");
  const paris = "console.log(new Date(0).toLocaleTimeString('fr-FR', { timeZone: 'Europe/Paris' }))";
  expect(inside("node", "-e", paris).stdout).toBe("01:00:00\n");
  const answers =
    "fetch(process.env.SANDBOX_URL + '/healthz').then(({ status }) => process.exit(status === 200 ? 7 : 1))";
  expect(inside("cpsandbox", "exec", "--", "node", "-e", answers)).toMatchObject({ status: 7, stderr: "" });
  const shell = inside("cpsandbox", "exec", "--", "sh", "-c", "true");
  expect([shell.status, shell.stderr]).toEqual([127, expect.stringContaining("there is no shell here")]);
  const receiver = ["--webhook", "http://127.0.0.1:1024/", "--books", "cat books", "--quick"];
  const hunt = inside("cpsandbox", "hunt", "--app", "PORT=1 node app.js", ...receiver);
  expect([hunt.status, hunt.stdout]).toEqual([3, expect.stringContaining("there is no shell here")]);
});
