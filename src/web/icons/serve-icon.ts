// Serves the icons that `logo` links of the service refer to: one for every ticker of the catalogue.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Catalogue } from "../../domain/network/network.ts";
import { sendFile } from "../../http/send-file.ts";
import { iconOf } from "./icon.ts";

const drawn = new Map<string, Buffer>();

/** Answers and returns true; false for a ticker that no network has. */
export function serveIcon(
  catalogue: Catalogue,
  ticker: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const wanted = ticker.toLowerCase();
  const known = catalogue.networks.some(({ assets }) => assets.some(({ symbol }) => symbol.toLowerCase() === wanted));
  if (!known) return false;
  const body = drawn.get(wanted) ?? iconOf(wanted);
  drawn.set(wanted, body);
  // The application under test embeds it too, whatever its origin.
  const headers = { "cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin" };
  sendFile(request, response, { status: 200, type: "image/png", body, headers });
  return true;
}
