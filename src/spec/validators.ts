// Compiled checks of bodies, replies and webhook payloads against a document, each compiled on first use.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { required } from "../kernel/assert.ts";
import { parseTime } from "../kernel/clock.ts";
import type { OpenApiDocument } from "./document.ts";
import { FittingTexts } from "./fitting-texts.ts";
import type { Operation } from "./operations.ts";

/** A difference between a value and its schema. `mismatch` is the error text that the schema names instead of the usual one. */
export type Difference = { at: string; says: string; mismatch: string | undefined };

/** The differences of a value; empty when it fits. */
export type Check = (value: unknown) => Difference[];
type CheckText = (text: string) => Difference[];

const DOCUMENT = "document";

/** The checks of one document. To compile all of them at start would take about a second, so each is compiled when needed. */
export class Validators {
  readonly #document: OpenApiDocument;
  readonly #compiled = new Map<string, Check>();
  readonly #fitting = new Map<Check, FittingTexts>();
  readonly #engines = new Map<boolean, Ajv2020>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Checks a parsed request body. */
  body(operation: Operation): Check {
    return this.#check(
      `${pointerTo("paths", operation.path, operation.method)}/requestBody/content/application~1json/schema`,
    );
  }

  /** Checks a complete reply, parsed from its bytes. A status the document does not name has no check. */
  reply(operation: Operation, status: number): Check | undefined {
    const responses = pointerTo("paths", operation.path, operation.method, "responses");
    const declared = this.#document.paths[operation.path]?.[operation.method]?.responses[String(status)];
    if (declared === undefined) return undefined;
    return this.#check(`${declared.$ref ?? `${responses}/${status}`}/content/application~1json/schema`);
  }

  /**
   * Checks the bytes of a reply: exact numbers exist only there. Bytes that were checked just before are not checked again,
   * since the result depends on nothing else.
   */
  replyText(operation: Operation, status: number): CheckText | undefined {
    const check = this.reply(operation, status);
    if (check === undefined) return undefined;
    const fitting = this.#fitting.get(check) ?? new FittingTexts();
    this.#fitting.set(check, fitting);
    return (text) => {
      if (fitting.has(text)) return [];
      const differences = check(JSON.parse(text));
      if (differences.length === 0) fitting.add(text);
      return differences;
    };
  }

  /** Checks the body of a webhook of this event type, envelope included. */
  webhook(type: string): Check {
    required(this.#document.webhooks?.[type], "an event type of the document", { type });
    return this.#check(`${pointerTo("webhooks", type, "post")}/requestBody/content/application~1json/schema`);
  }

  #check(pointer: string): Check {
    let check = this.#compiled.get(pointer);
    if (check === undefined) {
      const schema = { $ref: `${DOCUMENT}${pointer}` };
      const fits = this.#engine(false).compile(schema);
      // Nearly all values fit: the check that collects what differs, and takes longer, is compiled when one does not.
      check = (value) => (fits(value) ? [] : differences(this.#engine(true).compile(schema), value));
      this.#compiled.set(pointer, check);
    }
    return check;
  }

  /** `explains`: finds every difference, with the schema that it breaks; otherwise only whether there is one. */
  #engine(explains: boolean): Ajv2020 {
    const known = this.#engines.get(explains);
    if (known !== undefined) return known;
    const ajv = new Ajv2020({
      ...{ strict: false, validateSchema: false, logger: false },
      ...{ allErrors: explains, verbose: explains, messages: explains },
    });
    addFormats.default(ajv, ["uuid", "uri"]);
    ajv.addFormat("date-time", (text: string) => parseTime(text) !== null);
    ajv.addSchema(this.#document, DOCUMENT);
    this.#engines.set(explains, ajv);
    return ajv;
  }
}

function pointerTo(...parts: string[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
}

function differences(validate: ValidateFunction, value: unknown): Difference[] {
  if (validate(value)) return [];
  const errors = (validate.errors ?? []).filter(({ keyword }) => !CONDITIONS.has(keyword));
  return errors.map((error) => ({
    at: error.instancePath === "" ? "body" : error.instancePath,
    says: saying(error),
    mismatch: mismatchOf(error),
  }));
}

/** Keywords that only report that one of their parts, which has an error of its own, was not met. */
const CONDITIONS = new Set(["if", "then", "else"]);

/** The error in words: those of the schema (`x-says`), else those of ajv without terms of JSON Schema. */
function saying(error: ErrorObject): string {
  const own = (error.parentSchema as { "x-says"?: string } | undefined)?.["x-says"];
  const wrongType = error.keyword === "type" && error.params["type"] !== "null";
  if (own !== undefined && OWN_WORDS.has(error.keyword) && !wrongType) return own;
  switch (error.keyword) {
    case "required":
      return `${error.params["missingProperty"]} is required`;
    case "type":
      return `must be ${typeWords(error.params["type"])}`;
    case "enum":
      return `must be one of ${(error.params["allowedValues"] as unknown[]).filter((one) => one !== null).join(", ")}`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${error.message} ${JSON.stringify(error.params)}`;
    default:
      return error.message ?? error.keyword;
  }
}

const OWN_WORDS = new Set(["required", "type", "pattern", "minLength"]);

function typeWords(type: unknown): string {
  const names: Readonly<Record<string, string>> = { string: "a text", array: "a list", object: "an object" };
  return (Array.isArray(type) ? type : [type])
    .filter((one) => one !== "null" || type === "null")
    .map((one) => names[one] ?? `${one === "integer" ? "a whole number" : `a ${one}`}`)
    .join(" or ");
}

/** A schema's own error text counts for the form of a value, not for its type. */
function mismatchOf(error: ErrorObject): string | undefined {
  if (error.keyword !== "pattern") return undefined;
  return (error.parentSchema as { "x-mismatch"?: string } | undefined)?.["x-mismatch"];
}

const ofDocument = new WeakMap<OpenApiDocument, Validators>();

/** The checks of a document, shared by all callers: to compile them again takes longer than to open a world. */
export function validatorsOf(document: OpenApiDocument): Validators {
  const known = ofDocument.get(document) ?? new Validators(document);
  ofDocument.set(document, known);
  return known;
}
