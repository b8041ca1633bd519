// Parses an answer by its schema, or throws an error that names the first wrong field.

import type { ZodType } from "zod";
import * as z from "zod";
import { ShapeError } from "./errors.ts";

export function parseShape<T extends ZodType>(
  schema: T,
  path: string,
  value: unknown,
): z.output<T> {
  const parseResult = getCompiled(schema).safeParse(value);
  if (parseResult.success) return parseResult.data;
  const issue = deepestIssue(parseResult.error.issues[0]);
  const fieldPathSteps = issue.path.map((step, index) =>
    typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${String(step)}`,
  );
  const fieldPath = fieldPathSteps.join("").slice(0, MAX_FIELD_CHARS);
  throw new ShapeError(path, fieldPath || "(whole body)", issue.message);
}

/** Compiling makes a schema two to four times as fast, but takes as long as a few parses. */
const USES_BEFORE_COMPILING = 2;

const useCounts = new WeakMap<ZodType, number>();
const compiledSchemas = new WeakMap<ZodType, ZodType>();

function getCompiled<T extends ZodType>(schema: T): T {
  const cachedSchema = compiledSchemas.get(schema);
  if (cachedSchema) return cachedSchema as T;
  const useCount = useCounts.get(schema) ?? 0;
  useCounts.set(schema, useCount + 1);
  if (useCount < USES_BEFORE_COMPILING) return schema;
  const compiledSchema = z.compile(schema);
  compiledSchemas.set(schema, compiledSchema);
  return compiledSchema as T;
}

/** Maximum length of a field's path in an error. A node may send member names of any length. */
const MAX_FIELD_CHARS = 200;

interface Issue {
  path: PropertyKey[];
  message: string;
}
/** Zod reports an issue for each branch of a union. Returns the issue with the longest path. */
function deepestIssue(issue: z.core.$ZodIssue | undefined): Issue {
  if (issue?.code === "invalid_union") {
    const branchIssues = issue.errors.flatMap(([first]) => (first ? deepestIssue(first) : []));
    const [branchIssue] = branchIssues.sort((a, b) => b.path.length - a.path.length);
    if (branchIssue)
      return { path: [...issue.path, ...branchIssue.path], message: branchIssue.message };
  }
  return { path: issue?.path ?? [], message: issue?.message ?? "unreadable" };
}
