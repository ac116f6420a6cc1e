// Reads the `report.json` of a hunt: only what this version wrote is joined.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isObject } from "../../kernel/is-object.ts";
import type { HuntReport } from "../report.ts";
import { MergeFault } from "./merge.ts";
import { REPORT_SCHEMA } from "./report-schema.ts";

let compiled: ValidateFunction | undefined;

/** @throws MergeFault that says what does not fit */
export function readReport(text: string): HuntReport {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new MergeFault("is not JSON: was its hunt ended while it wrote?");
  }
  if (!isObject(content) || content["kind"] !== "hunt") throw new MergeFault("is not the report of a hunt");
  compiled ??= new Ajv2020({ strict: false }).compile(REPORT_SCHEMA);
  if (compiled(content)) return content as HuntReport;
  const [error] = compiled.errors ?? [];
  const version = String(content["sandbox_version"] ?? "unknown");
  throw new MergeFault(
    `does not fit this version (it is of version ${version}): ${error?.instancePath || "/"} ${error?.message}`,
  );
}
