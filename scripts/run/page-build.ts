// How Vite builds the page at `/`: HTML, hashed scripts and styles, and the packages whose code is in them.
import { renameSync } from "node:fs";
import { join, relative } from "node:path";
import type { InlineConfig, PluginOption } from "vite";

const root = join(import.meta.dirname, "../..");

/** The sources of the page. */
export const PAGE_SOURCES = join(root, "src/dashboard");

/** What a build and the server with hot reload have in common. Files of the page are served under `/ui/`. */
export async function pageConfig(): Promise<InlineConfig> {
  const [{ default: react }, { default: tailwind }] = await Promise.all([
    import("@vitejs/plugin-react"),
    import("@tailwindcss/vite"),
  ]);
  return {
    root: PAGE_SOURCES,
    configFile: false,
    envDir: false,
    base: "/ui/",
    publicDir: false,
    cacheDir: join(root, ".cache/vite"),
    plugins: [react(), tailwind()],
    logLevel: "warn",
  };
}

/**
 * Writes `page.html` and `assets/` into a folder, which is emptied first.
 * @returns the folders of the packages in it, from the root of the repository, sorted
 * @throws Error of Vite
 */
export async function buildPage(folder: string): Promise<string[]> {
  const before = process.env["NODE_ENV"];
  try {
    return await built(folder);
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
}

async function built(folder: string): Promise<string[]> {
  const [{ build }, config] = await Promise.all([import("vite"), pageConfig()]);
  const packages = new Set<string>();
  // Vite and React look at it: a test runner sets another value, and would get the page for development.
  process.env["NODE_ENV"] = "production";
  await build({
    ...config,
    mode: "production",
    plugins: [...(config.plugins ?? []), collectPackages(packages)],
    build: {
      outDir: folder,
      emptyOutDir: true,
      // Browsers of the last two years: the page has no older user.
      target: "es2024",
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
      reportCompressedSize: false,
    },
  });
  // The source is named as Vite expects it; a folder with `page.html` is one that was built to the end.
  renameSync(join(folder, "index.html"), join(folder, "page.html"));
  return [...packages].toSorted();
}

/** Notes the package of every module that has code in the bundle. */
function collectPackages(packages: Set<string>): PluginOption {
  return {
    name: "packages of the page",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, id.replace(/^\0/, "")))?.[0];
          if (folder !== undefined && renderedLength > 0) packages.add(folder);
        }
      }
    },
  };
}
