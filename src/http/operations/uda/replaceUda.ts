// PUT /uda/{id}: another spelling of PATCH, with the same partial meaning (H-53).
import type { Handler } from "../../handler.ts";
import { updateUda } from "./updateUda.ts";

export const replaceUda: Handler<"replaceUda"> = (input, dependencies) => updateUda({ ...input }, dependencies);
