// Argument grammars that tools and prompts share, and their error
// texts. An error repeats no input but a plain argument name.
import * as z from "zod";
import type { Failure } from "../../protocol/model/envelope.ts";
import { dollarsAsked, toleranceAsked } from "../../protocol/values/typed-amount.ts";
import { isCampaignName, plainName, unknownText } from "./argument-names.ts";
import { inputJsonSchema } from "./json-schema.ts";

/** A decimal string in whole units. How many decimals are allowed depends on the asset. */
export const AmountText = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, 'must be a decimal string such as "0.05"');

type Parsed<Schema extends z.ZodObject> =
  | { readonly success: true; readonly data: z.output<Schema> }
  | { readonly success: false; readonly failure: Failure };

/** The arguments, or the first error in them. */
export function parseArguments<Schema extends z.ZodObject>(schema: Schema, raw: unknown): Parsed<Schema> {
  const parsed = schema.safeParse(raw, { error: describeIssue });
  if (parsed.success) return parsed;
  return { success: false, failure: inputFailure(parsed.error, schema) };
}

function inputFailure(error: z.ZodError, schema: z.ZodObject): Failure {
  const issue = error.issues[0] && findIssue(error.issues[0]);
  const path = issue?.path.join(".") ?? "";
  const [argument] = issue?.path ?? [];
  const named = typeof argument === "string" && argument in schema.shape && { argument };
  const failure = { code: "invalid_arguments", retryAfterSeconds: null, ...named };
  if (issue?.code === "unrecognized_keys") {
    const name = plainName(issue.keys);
    return {
      ...failure,
      hint: path
        ? `${[`${path}: unknown member`, name].join(" ").trimEnd()}.`
        : unknownText(name, Object.keys(schema.shape)),
    };
  }
  if (issue?.code === "invalid_union") return { ...failure, hint: `${path} must be ${describeChoices(issue)}.` };
  if (issue?.code === "invalid_value") {
    const values = issue.values.map(String);
    const hint = `${path} is not a legal value. The legal ones are: ${values.join(", ")}.`;
    return { ...failure, hint, candidates: values };
  }
  const shape = schema.shape[path];
  const meaning =
    issue?.code === "invalid_type" ? (shape instanceof z.ZodOptional ? shape.unwrap() : shape)?.description : undefined;
  return { ...failure, hint: `${path || "arguments"} ${issue?.message}${meaning ? ` (${meaning})` : ""}.` };
}

/** Of a value that may have several forms: what is wrong with it in the form that it has; itself where it has none of them. */
function findIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.flatMap((form) => form.slice(0, 1)).find((one) => !isOtherForm(one));
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

const isOtherForm = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === "invalid_type" || code === "invalid_value");

/** "single, rapid or an object". */
function describeChoices({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const choices = errors.flatMap(([first]) => {
    if (first?.code === "invalid_value") return first.values.map(String);
    return first?.code === "invalid_type" ? (kinds[first.expected] ?? first.expected) : [];
  });
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
};
const units: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

/** The words after the argument's name. Undefined: zod's own words are used. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "is missing";
    if (issue.expected === "string" && typeof issue.input === "number") return "must be a string: put it in quotes";
    const kind = kinds[issue.expected];
    return kind && `must be ${kind}${Array.isArray(issue.input) && issue.expected !== "object" ? ", given once" : ""}`;
  }
  if (issue.code === "too_small" && issue.minimum === 1 && units[issue.origin]) return "must not be empty";
  if (issue.code === "too_small") return `must ${describeBound(issue.origin, `at least ${issue.minimum}`)}`;
  if (issue.code === "too_big") return `must ${describeBound(issue.origin, `at most ${issue.maximum}`)}`;
  return undefined;
}

function describeBound(origin: string, bound: string): string {
  return units[origin] ? `have ${bound} ${units[origin]}` : `be ${bound}`;
}

interface Property {
  readonly type?: string;
}

/**
 * The arguments of a tool, from the query of an address. What does not fit stays as it is, so that the error names it: a text, or the list of
 * what was given for one argument. An empty one is left out, as forms send it.
 */
export function queryArguments(schema: z.ZodObject, written: URLSearchParams): Record<string, unknown> {
  const { properties = {} } = inputJsonSchema(schema) as { properties?: Record<string, Property> };
  const query = Object.hasOwn(properties, "amount_usd") ? toleranceAsked(dollarsAsked(written)) : written;
  const names = [...new Set(query.keys())].filter((name) => !isCampaignName(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value = "", ...others] = new Set(query.getAll(name));
      if (others.length > 0) return [[name, [value, ...others]]];
      return value === "" && Object.hasOwn(properties, name) ? [] : [[name, parseValue(name, value, properties[name])]];
    }),
  );
}

function parseValue(name: string, text: string, property: Property | undefined): unknown {
  if (property?.type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  return name === "streaming" ? parseStreaming(text) : text;
}

/** As the form of /quote and memos write it: blocks between the parts, and how many parts. */
function parseStreaming(text: string): unknown {
  const match = /^(\d{1,6})(?:\/(\d{1,6}))?$/.exec(text);
  if (!match) return text;
  const [interval, quantity] = [Number(match[1]), Number(match[2] ?? 0)];
  if (quantity === 1) return "single";
  return interval === 0 && quantity === 0 ? "rapid" : { interval, quantity };
}
