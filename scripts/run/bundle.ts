// Puts the sources and the packages that they import into a few files: one for each entry of the package, and chunks that entries share.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "../..");
const src = join(root, "src");

/** The files that the package runs, by their name in its folder. */
const ENTRIES = {
  main: "src/main.ts",
  testing: "src/testing/testing.ts",
  container: "src/testing/container.ts",
};

/**
 * Native packages load their binary from their own folder, covertable comes without the text of its licence, and the others are used
 * where the user has them (decision 0023).
 */
export const OUTSIDE = [
  ...["@nomicfoundation/edr", "better-sqlite3", "covertable"],
  ...["testcontainers", "bufferutil", "utf-8-validate", "supports-color"],
];

/** CommonJS packages call `require` for modules of Node; an ES module has none of its own. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";\nconst require = requireFrom(import.meta.url);`;

/**
 * Writes the files into `folder`, all on its top level. A part that is only imported by `import()` is loaded when that runs.
 * Nothing is renamed or shortened: stack traces show the names of the sources, and a comment above each part its file.
 * @returns what each file is made of
 * @throws Error of esbuild, which also prints it
 */
export async function bundle(folder: string): Promise<Metafile> {
  const [made, mcp] = await Promise.all([
    bundleOf(folder, { entryPoints: ENTRIES, splitting: true, plugins: [ownFiles, requiredHttp, deferred, mcpApart] }),
    bundleOf(folder, { entryPoints: { [MCP_SERVER]: "src/mcp/serve.ts" }, plugins: [ownFiles] }),
  ]);
  return { inputs: { ...made.inputs, ...mcp.inputs }, outputs: { ...made.outputs, ...mcp.outputs } };
}

async function bundleOf(folder: string, parts: BuildOptions): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    outdir: folder,
    chunkNames: "chunk-[hash]",
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22",
    external: OUTSIDE,
    banner: { js: REQUIRE },
    // The licences are in a file of their own.
    legalComments: "none",
    ...parts,
    metafile: true,
    logLevel: "warning",
  });
  return metafile;
}

/** A bundle of its own (decision 0057): as a part of the other it would divide what a start loads into more files. */
const MCP_SERVER = "mcp-server";

const mcpApart: Plugin = {
  name: "mcp apart",
  setup({ onResolve }) {
    onResolve({ filter: /\/mcp\/serve\.ts$/ }, () => ({ path: `./${MCP_SERVER}.js`, external: true }));
  },
};

/** Sources read files relative to themselves. Their place in the package's folder is that in src/, wherever their code is. */
const ownFiles: Plugin = {
  name: "own files",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(src)) return undefined;
      const text = readFileSync(path, "utf8");
      const place = `new URL(${JSON.stringify(relative(src, path))}, import.meta.url).href`;
      return { contents: text.replaceAll("import.meta.url", place), loader: "ts" };
    });
    // A large document is parsed several times faster as JSON than as code, and its text is not kept.
    onLoad({ filter: /\.gen\.json$/ }, ({ path }) => ({
      contents: `import { readFileSync } from "node:fs";
export default JSON.parse(readFileSync(new URL(${JSON.stringify(relative(src, path))}, import.meta.url), "utf8"));`,
      loader: "js",
    }));
  },
};

/**
 * `import "node:http"` reads every export of the module, and one of them loads Node's whole client of `fetch` (50 ms and 8 MB);
 * `require` reads what is used.
 */
const requiredHttp: Plugin = {
  name: "required http",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:http$/ }, ({ path, namespace }) =>
      namespace === "required" ? { path, external: true } : { path, namespace: "required" },
    );
    onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};

/**
 * What Express and openapi-backend load with themselves and hardly ever use: a table of 2,500 media types, a check of OpenAPI documents, a
 * parser of references. Each is evaluated when one of its members is used for the first time. The value: whether it was compiled from an
 * ES module, which those who load it ask for at once.
 */
const DEFERRED: Readonly<Record<string, boolean>> = {
  "mime-types": false,
  "openapi-schema-validator": true,
  "./refparser": true,
};

const deferred: Plugin = {
  name: "deferred",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^(?:mime-types|openapi-schema-validator|\.\/refparser)$/ }, async (asked) => {
      const { path, kind, importer, resolveDir, pluginData } = asked;
      const isOwn = path.startsWith(".") && !importer.includes("node_modules/openapi-backend/");
      if (kind !== "require-call" || pluginData === "found" || isOwn) return undefined;
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: "found" });
      // From the root on: the files name their parts, and these should be the same wherever they are made.
      return {
        path: relative(root, found.path),
        namespace: "deferred",
        pluginData: { isModule: DEFERRED[path] === true },
      };
    });
    onLoad({ filter: /.*/, namespace: "deferred" }, ({ path, pluginData: { isModule } }) => ({
      contents: `const of = () => require(${JSON.stringify(`./${path}`)});
module.exports = new Proxy({}, { get: (_, name) => (name === "__esModule" ? ${isModule} : of()[name]) });`,
      resolveDir: root,
      loader: "js",
    }));
  },
};
