// An answer in the shape of its schema, or an error that names the first wrong field.

import type { ZodType } from "zod";
import * as z from "zod";
import { ShapeError } from "./errors.ts";

/** @throws ShapeError with the path and the first wrong field ("[0].balance_rune"). */
export function parseShape<T extends ZodType>(
  schema: T,
  path: string,
  value: unknown,
): z.output<T> {
  const parsed = compiledOf(schema).safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues[0]);
  const field = issue.path
    .map((step, index) =>
      typeof step === "number" ? `[${step}]` : `${index ? "." : ""}${String(step)}`,
    )
    .join("");
  throw new ShapeError(path, field.slice(0, FIELD_CHARACTERS) || "(whole body)", issue.message);
}

/** Compiling costs as much as parsing some answers, so a process's first answers skip it. */
const PLAIN_USES = 2;

const used = new WeakMap<ZodType, number>();
const compiled = new WeakMap<ZodType, ZodType>();

/** Compiled, a schema is two to four times as fast. */
function compiledOf<T extends ZodType>(schema: T): T {
  const known = compiled.get(schema);
  if (known) return known as T;
  const uses = used.get(schema) ?? 0;
  used.set(schema, uses + 1);
  if (uses < PLAIN_USES) return schema;
  const made = z.compile(schema);
  compiled.set(schema, made);
  return made as T;
}

/** A field's path may hold a name that the upstream wrote. */
const FIELD_CHARACTERS = 200;

interface Issue {
  path: PropertyKey[];
  message: string;
}
/** A union reports one issue a branch: the branch that got furthest names the field. */
function deepest(issue: z.core.$ZodIssue | undefined): Issue {
  if (issue?.code === "invalid_union") {
    const branches = issue.errors
      .flatMap((errors) => errors.slice(0, 1))
      .map((inner) => deepest(inner));
    const best = branches.sort((a, b) => b.path.length - a.path.length)[0];
    if (best) return { path: [...issue.path, ...best.path], message: best.message };
  }
  return { path: issue?.path ?? [], message: issue?.message ?? "unreadable" };
}
