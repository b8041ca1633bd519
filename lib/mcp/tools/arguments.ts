// Argument grammars of tools and prompts. An error repeats no input except a plain argument name.

import * as z from "zod";
import type { Failure } from "../../protocol/model/envelope.ts";
import { type Message, message } from "../../protocol/model/messages.ts";
import { editDistance } from "../../protocol/values/edit-distance.ts";
import { withAmountUsd, withToleranceBps } from "../../protocol/values/quote-fields.ts";
import { inputJsonSchema } from "./json-schema.ts";

export const AmountText = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,30})?$/, 'must be a decimal string such as "0.05"');

type Parsed<Schema extends z.ZodObject> =
  | { readonly success: true; readonly data: z.output<Schema> }
  | { readonly success: false; readonly failure: Failure };

export function parseArguments<Schema extends z.ZodObject>(
  schema: Schema,
  raw: unknown,
): Parsed<Schema> {
  const parsed = schema.safeParse(raw, { error: describeIssue });
  if (parsed.success) return parsed;
  return { success: false, failure: inputFailure(parsed.error, schema) };
}

const inWords = (text: string): Message =>
  message("bad_input", { fault: { id: "arguments", params: { text } } });

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
      hint: inWords(
        path
          ? `${[`${path}: unknown member`, name].join(" ").trimEnd()}.`
          : unknownText(name, Object.keys(schema.shape)),
      ),
    };
  }
  if (issue?.code === "invalid_union")
    return { ...failure, hint: inWords(`${path} must be ${describeChoices(issue)}.`) };
  if (issue?.code === "invalid_value") {
    const values = issue.values.map(String);
    const hint = `${path} is not a legal value. The legal ones are: ${values.join(", ")}.`;
    return { ...failure, hint: inWords(hint), candidates: values };
  }
  const shape = schema.shape[path];
  const meaning =
    issue?.code === "invalid_type"
      ? (shape instanceof z.ZodOptional ? shape.unwrap() : shape)?.description
      : undefined;
  return {
    ...failure,
    hint: inWords(`${path || "arguments"} ${issue?.message}${meaning ? ` (${meaning})` : ""}.`),
  };
}

/** For a union: the issue of the form that the value has, or the union's own issue. */
function findIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors
    .flatMap((form) => form.slice(0, 1))
    .find((formIssue) => !isOtherForm(formIssue));
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

const isOtherForm = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === "invalid_type" || code === "invalid_value");

function describeChoices({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const choices = errors.flatMap(([issue]) => {
    if (issue?.code === "invalid_value") return issue.values.map(String);
    return issue?.code === "invalid_type" ? (kinds[issue.expected] ?? issue.expected) : [];
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

/** The words after the argument's name; undefined keeps zod's own words. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    if (issue.input === undefined) return "is missing";
    if (issue.expected === "string" && typeof issue.input === "number")
      return "must be a string: put it in quotes";
    const kind = kinds[issue.expected];
    return (
      kind &&
      `must be ${kind}${Array.isArray(issue.input) && issue.expected !== "object" ? ", given once" : ""}`
    );
  }
  if (issue.code === "too_small" && issue.minimum === 1 && units[issue.origin])
    return "must not be empty";
  if (issue.code === "too_small")
    return `must ${describeBound(issue.origin, `at least ${issue.minimum}`)}`;
  if (issue.code === "too_big")
    return `must ${describeBound(issue.origin, `at most ${issue.maximum}`)}`;
  return undefined;
}

function describeBound(origin: string, bound: string): string {
  return units[origin] ? `have ${bound} ${units[origin]}` : `be ${bound}`;
}

export function queryArguments(
  schema: z.ZodObject,
  written: URLSearchParams,
): Record<string, unknown> {
  const { properties } = inputJsonSchema(schema);
  const query = Object.hasOwn(properties, "amount_usd")
    ? withToleranceBps(withAmountUsd(written))
    : written;
  const names = [...new Set(query.keys())].filter((name) => !isCampaignName(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value = "", ...others] = new Set(query.getAll(name));
      if (others.length > 0) return [[name, [value, ...others]]];
      return value === "" && Object.hasOwn(properties, name)
        ? []
        : [[name, parseValue(name, value, properties[name]?.type)]];
    }),
  );
}

function parseValue(name: string, text: string, type: string | undefined): unknown {
  if (type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  return name === "streaming" ? parseStreaming(text) : text;
}

/** "interval/quantity", as the form of /quote and memos write it. */
function parseStreaming(text: string): unknown {
  const match = /^(\d{1,6})(?:\/(\d{1,6}))?$/.exec(text);
  if (!match) return text;
  const [interval, quantity] = [Number(match[1]), Number(match[2] ?? 0)];
  if (quantity === 1) return "single";
  return interval === 0 && quantity === 0 ? "rapid" : { interval, quantity };
}

export const campaignNames = ["utm_…", "fbclid", "gclid", "msclkid", "ttclid", "twclid"];

export const isCampaignName = (name: string) =>
  /^utm_\w+$/.test(name) || campaignNames.includes(name);

function plainName(names: readonly string[]): string {
  return names.find((name) => /^[a-z_]{1,24}$/i.test(name)) ?? "";
}

/** What other services call our arguments, in lower case without underscores. */
const otherNames: Readonly<Record<string, string>> = {
  sell: "from",
  sellasset: "from",
  selltoken: "from",
  source: "from",
  buy: "to",
  buyasset: "to",
  buytoken: "to",
  toasset: "to",
  totoken: "to",
  sellamount: "amount",
  address: "destination",
  receiver: "destination",
  recipient: "destination",
  toaddress: "destination",
  min: "liquidity_tolerance_bps",
  minamountout: "liquidity_tolerance_bps",
  minout: "liquidity_tolerance_bps",
  slippage: "liquidity_tolerance_bps",
  slippagebps: "liquidity_tolerance_bps",
  tolerance: "liquidity_tolerance_bps",
  partner: "affiliate",
  referrer: "affiliate",
  hash: "txid",
  id: "txid",
  transaction: "txid",
  tx: "txid",
  txhash: "txid",
};

function closestName(written: string, legal: readonly string[]): string | undefined {
  const name = written.toLowerCase();
  const isSharedPrefix = (legalName: string) =>
    legalName.startsWith(name) || (legalName.length > 3 && name.startsWith(legalName));
  return [
    otherNames[name.replaceAll("_", "")],
    ...(name.length < 3 ? [] : legal.filter(isSharedPrefix)),
    ...(name.length < 4 ? [] : legal.filter((legalName) => editDistance(name, legalName) <= 2)),
  ].find((candidate) => candidate !== undefined && legal.includes(candidate));
}

interface Elsewhere {
  readonly names: readonly string[];
  readonly text: (name: string) => string;
}

function unknownText(name: string, legal: readonly string[], elsewhere?: Elsewhere): string {
  const { names = [], text } = elsewhere ?? {};
  const suggestion = closestName(name, [...legal, ...names]);
  const legalText =
    legal.length === 0 ? "None is taken here." : `The legal ones are: ${legal.join(", ")}.`;
  return [
    `${["Unknown argument", name].join(" ").trimEnd()}.`,
    ...(suggestion === undefined ? [] : [`Did you mean ${suggestion}?`]),
    text && suggestion !== undefined && names.includes(suggestion) ? text(suggestion) : legalText,
  ].join(" ");
}

interface NameFault {
  readonly name: string;
  readonly text: string;
}

export function listNameFaults(
  query: URLSearchParams,
  legal: readonly string[],
  elsewhere?: Elsewhere,
): readonly NameFault[] {
  const faults = [...new Set(query.keys())].flatMap((name) => {
    if (legal.includes(name)) {
      const isTwice = new Set(query.getAll(name)).size > 1;
      return isTwice ? [{ name, text: `${name} is given more than once. Give it once.` }] : [];
    }
    if (isCampaignName(name)) return [];
    const text = elsewhere?.names.includes(name)
      ? elsewhere.text(name)
      : unknownText(plainName([name]), legal, elsewhere);
    return [{ name, text }];
  });
  return [...new Map(faults.map((fault) => [fault.text, fault])).values()];
}
