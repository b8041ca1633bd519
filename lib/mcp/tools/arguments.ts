// Checks arguments of tools and prompts. An error repeats no input except a plain argument name.

import * as z from "zod";
import { EnvelopeShape } from "../../answers/envelope.ts";
import type { Failure } from "../../protocol/model/envelope.ts";
import { message } from "../../protocol/model/messages.ts";
import { closestName, firstPlainName, unknownNameText } from "./argument-names.ts";
import { MAX_LISTED_VALUES } from "./json-schema.ts";

export const AmountText = z.string().regex(/^\d{1,30}(\.\d{1,30})?$/, "must be a decimal string");

type ParsedArguments<Schema extends z.ZodObject> =
  | { readonly success: true; readonly data: z.output<Schema> }
  | { readonly success: false; readonly failure: Failure };

export function parseArguments<Schema extends z.ZodObject>(
  schema: Schema,
  rawArguments: unknown,
): ParsedArguments<Schema> {
  const parseResult = schema.safeParse(rawArguments, { error: issueMessage, reportInput: true });
  if (parseResult.success) return parseResult;
  return { success: false, failure: inputFailure(parseResult.error, schema) };
}

function inputFailure(error: z.ZodError, schema: z.ZodObject): Failure {
  const [firstIssue] = error.issues;
  const issue = firstIssue && narrowIssue(firstIssue);
  const [argument] = issue?.path ?? [];
  const text = issueText(issue, schema);
  return {
    code: "invalid_arguments",
    retryAfterSeconds: null,
    ...(typeof argument === "string" && argument in schema.shape && { argument }),
    hint: message("bad_input", { fault: { id: "arguments", params: { text } } }),
    ...(issue?.code === "invalid_value" &&
      !isLongList(issue) && { candidates: issue.values.map(String) }),
  };
}

function issueText(issue: z.core.$ZodIssue | undefined, schema: z.ZodObject): string {
  const argumentPath = issue?.path.join(".") ?? "";
  switch (issue?.code) {
    case "unrecognized_keys": {
      const unknownName = firstPlainName(issue.keys);
      if (argumentPath === "")
        return unknownNameText(unknownName, issue.input?.[unknownName], Object.keys(schema.shape));
      return `${[`${argumentPath}: unknown member`, unknownName].join(" ").trimEnd()}.`;
    }
    case "invalid_union":
      return `${argumentPath} must be ${choicesText(issue)}.`;
    case "invalid_value":
      if (isLongList(issue)) return unknownKeyText(issue);
      return `${argumentPath} is not a legal value. The legal ones are: ${issue.values.map(String).join(", ")}.`;
    case "invalid_type": {
      const description = descriptionOf(schema.shape[argumentPath]);
      return `${argumentPath || "arguments"} ${issue.message}${description ? ` (${description})` : ""}.`;
    }
    default: {
      const description = descriptionOf(schema.shape[argumentPath]);
      const hint = description ? ` (${description})` : "";
      return `${argumentPath || "arguments"} ${issue?.message}${hint}.`;
    }
  }
}

const isLongList = ({ values }: z.core.$ZodIssueInvalidValue) => values.length > MAX_LISTED_VALUES;

function unknownKeyText({ path, values, input }: z.core.$ZodIssueInvalidValue): string {
  const name = firstPlainName(typeof input === "string" ? [input] : []);
  if (Object.hasOwn(EnvelopeShape.shape, name))
    return `${String(path[0])}: ${name} is in every answer. Leave it out.`;
  const nearestName = closestName(name, values.map(String));
  const helpText =
    nearestName === undefined
      ? "Without it, the answer has them all."
      : `Did you mean ${nearestName}?`;
  return `${String(path[0])}: the answer has no key ${name}`.trimEnd().concat(`. ${helpText}`);
}

function descriptionOf(shape: z.core.$ZodType | undefined): string | undefined {
  const innerShape = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
  return innerShape instanceof z.ZodType ? innerShape.description : undefined;
}

/**
 * For a value that matches no variant of a Zod union: the issue of the variant that has the type of
 * the value, because its message is more exact. Returns `issue` if there is no such variant.
 */
function narrowIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const variantIssue = issue.errors
    .flatMap((variantIssues) => variantIssues.slice(0, 1))
    .find((firstIssue) => !isOtherVariant(firstIssue));
  if (!variantIssue) return issue;
  return { ...variantIssue, path: [...issue.path, ...variantIssue.path] };
}

const isOtherVariant = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && (code === "invalid_type" || code === "invalid_value");

function choicesText({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const choiceTexts = errors.flatMap(([issue]) => {
    if (issue?.code === "invalid_value") return issue.values.map(String);
    return issue?.code === "invalid_type" ? (typeNames[issue.expected] ?? issue.expected) : [];
  });
  return `${choiceTexts.slice(0, -1).join(", ")} or ${choiceTexts.at(-1)}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "an object",
};
const unitNames: Readonly<Record<string, string>> = { string: "characters", array: "entries" };

function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") return typeText(issue.input, issue.expected);
  if (issue.code === "too_small" && issue.minimum === 1 && unitNames[issue.origin])
    return "must not be empty";
  if (issue.code === "too_small") return boundText(issue.origin, `at least ${issue.minimum}`);
  if (issue.code === "too_big") return boundText(issue.origin, `at most ${issue.maximum}`);
  return undefined;
}

function typeText(input: unknown, expected: string): string | undefined {
  if (input === undefined) return "is missing";
  if (expected === "string" && typeof input === "number")
    return "must be a string: put it in quotes";
  const typeName = typeNames[expected];
  if (typeName === undefined) return undefined;
  // If the query of a URL gives a name several values, the input is an array of them.
  return `must be ${typeName}${Array.isArray(input) && expected !== "object" ? ", given once" : ""}`;
}

function boundText(origin: string, bound: string): string {
  return unitNames[origin] ? `must have ${bound} ${unitNames[origin]}` : `must be ${bound}`;
}
