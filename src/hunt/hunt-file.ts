// Reads `hunt.json`: the adapter, and the options of a hunt that may stand beside it (U-01), checked by `spec/hunt.schema.json`.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import schema from "../../spec/hunt.schema.json" with { type: "json" };
import { parseDuration } from "../kernel/duration.ts";
import { type Adapter, PLACE } from "./adapter.ts";

/** What is wrong with an adapter, with its place, in one line. */
export class AdapterFault extends Error {
  override readonly name = "AdapterFault";
}

/** Options of `hunt` that may stand in `hunt.json` beside the adapter. They say how it is hunted, not what the app is: no story keeps them. */
export type FileOptions = {
  /** A duration such as 30m; `settle` too. */
  readonly for?: string;
  readonly worlds?: number;
  readonly seed?: number;
  readonly phase?: readonly string[];
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  readonly most?: number;
  readonly jobs?: number;
  readonly beside?: number;
  readonly settle?: string;
  readonly deep?: boolean;
  readonly report?: string;
  readonly fail_on?: "error" | "warning" | "none";
};

/** Every member of `FileOptions`. What says what one call does (`--quick`, `--shard`, `--replay`), or lets it reach other machines, is a flag alone. */
export const FILE_OPTIONS = [
  ...(["for", "worlds", "seed", "phase", "only", "without", "most"] as const),
  ...(["jobs", "beside", "settle", "deep", "report", "fail_on"] as const),
] satisfies (keyof FileOptions)[];

let compiled: ValidateFunction | undefined;

/** The value as an adapter, without options of a hunt. @throws AdapterFault that names the first wrong member */
export function checkAdapter(value: unknown): Adapter {
  const { adapter, options } = checkHuntFile(value);
  const [option] = Object.keys(options);
  if (option !== undefined) throw new AdapterFault(`/${option} is an option of hunt: it stands in hunt.json alone`);
  return adapter;
}

/** Parses the text of `hunt.json`. @throws AdapterFault */
export function readHuntFile(text: string): { adapter: Adapter; options: FileOptions } {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new AdapterFault(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  return checkHuntFile(value);
}

function checkHuntFile(value: unknown): { adapter: Adapter; options: FileOptions } {
  const formats = { uri: isUrl, duration: (text: string) => parseDuration(text) !== null };
  compiled ??= new Ajv2020({ strict: false, allErrors: true, formats }).compile(schema);
  if (!compiled(value)) throw new AdapterFault(firstFault(compiled.errors ?? []));
  const isOption = ([name]: [string, unknown]): boolean => FILE_OPTIONS.some((one) => one === name);
  const members = Object.entries(value as Adapter & FileOptions);
  return {
    adapter: Object.fromEntries(members.filter((one) => !isOption(one))),
    options: Object.fromEntries(members.filter(isOption)),
  };
}

function firstFault(errors: readonly ErrorObject[]): string {
  const isPlain = ({ keyword }: ErrorObject): boolean => keyword === "additionalProperties" || keyword === "oneOf";
  const error = errors.find(isPlain) ?? errors[0];
  return error === undefined ? "is not an adapter" : faultText(error);
}

function isUrl(text: string): boolean {
  const url = URL.parse(text.replaceAll(PLACE, "x"));
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

function faultText({ instancePath, keyword, params, message }: ErrorObject): string {
  const at = instancePath || "/";
  switch (keyword) {
    case "additionalProperties":
      return `${instancePath}/${params["additionalProperty"]} is not known`;
    case "enum":
      return `${at} must be one of ${(params["allowedValues"] as unknown[]).join(", ")}`;
    case "format":
      return params["format"] === "duration"
        ? `${at} must be a duration such as 90s, 10m or 1h`
        : `${at} must be a URL such as http://127.0.0.1:3000/books`;
    case "oneOf":
      return `${at} needs either url or command`;
    default:
      return `${at} ${message ?? keyword}`;
  }
}
