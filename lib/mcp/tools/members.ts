// Members of an answer: the members that a client chose, or empty values if nothing was read.
import * as z from "zod";

/** The argument `fields` of a tool: which of these members its answer has. */
export function fieldsArgument<Name extends string>(names: readonly Name[], description: string) {
  return z.array(z.enum(names)).min(1).max(names.length).describe(description).optional();
}

export function pickMembers<Answer extends object>(
  answer: Answer,
  names: readonly string[] | undefined,
): Partial<Answer> {
  const entries = Object.entries(answer).filter(
    ([name]) => names === undefined || names.includes(name),
  );
  return Object.fromEntries(entries) as Partial<Answer>;
}

export const namesOf = <Shape extends z.ZodObject>({ shape }: Shape) =>
  Object.keys(shape) as (keyof z.output<Shape> & string)[];

export function emptyMembers(
  { shape }: z.ZodObject,
  knownValues: Record<string, unknown> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, memberShape]) => [
      name,
      knownValues[name] ?? emptyValue(memberShape),
    ]),
  );
}

function emptyValue(shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodNullable) return null;
  if (shape instanceof z.ZodOptional) return emptyValue(shape.unwrap());
  if (shape instanceof z.ZodArray) return [];
  if (shape instanceof z.ZodObject) return emptyMembers(shape);
  if (shape instanceof z.ZodRecord) {
    const keyNames = shape.keyType instanceof z.ZodEnum ? shape.keyType.options : [];
    return Object.fromEntries(keyNames.map((name) => [name, emptyValue(shape.valueType)]));
  }
  if (shape instanceof z.ZodEnum && shape.options.includes("unknown")) return "unknown";
  throw new TypeError("an answer needs a value for what was not read");
}
