// `npm run dashboard`: Vite's server with hot reload for the page at `/`, beside a running sandbox (SANDBOX_URL).
import { createServer } from "vite";
import { pageConfig } from "./page-build.ts";

const sandbox = process.env["SANDBOX_URL"] ?? "http://127.0.0.1:4010";
const config = await pageConfig();
const server = await createServer({
  ...config,
  server: {
    host: "127.0.0.1",
    // The sandbox sees its own name, and no foreign Origin.
    proxy: Object.fromEntries(
      ["/admin", "/v1", "/docs", "/explorer", "/openapi.json", "/healthz", "/assets"].map((path) => [
        path,
        { target: sandbox, changeOrigin: true },
      ]),
    ),
  },
});
await server.listen();
console.log(`The page of ${sandbox} with hot reload: ${server.resolvedUrls?.local[0] ?? ""}`);
