// DELETE /uda/{id}: retires a universal deposit address; again changes nothing (H-24, H-32, S-294…S-299).
import { retireUda as retire } from "../../../domain/uda/retire.ts";
import type { Handler } from "../../handler.ts";
import { udaOfPath } from "./uda-of-path.ts";

export const retireUda: Handler<"retireUda"> = ({ path, tenant }, { world }) => {
  retire(world, udaOfPath(world, tenant, path.id));
  return { status: 200, message: "ok", data: null };
};
