// GET /uda/supported-assets: networks with UDA support and their tokens; public (H-61, S-419…S-423).
import { presentSupportedAssets } from "../../../present/supported-assets.ts";
import type { Handler } from "../../handler.ts";

export const listSupportedAssets: Handler<"listSupportedAssets"> = (_input, { view }) => ({
  status: 200,
  data: presentSupportedAssets(view),
});
