// How the long tests run (`npm run test:long -- files`): as the others do, but only those that `npm test` leaves out.
import { configDefaults, defineConfig, mergeConfig } from "vitest/config";
import usual from "./vitest.config.ts";

const { test, ...rest } = usual;

// What a whole run has proven is said by `npm test`: no statement is proven by a long test alone.
const own = { include: ["test/**/*.long.test.ts"], exclude: configDefaults.exclude, reporters: ["default"] };

export default mergeConfig(rest, defineConfig({ test: { ...test, ...own } }));
