// One table per answer: each member with its shape, its source, and its cell in a text's table.
// Schema, type, empty answer, structured answer and columns follow from it.
import * as z from "zod";
import { joinNames } from "./text.ts";

type Shapes = z.core.$ZodShape;
type Row<Of extends Shapes> = z.output<z.ZodObject<Of>>;
type Part<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };
type Member<Source, Value, Shape, Whole> = readonly [
  shape: Shape,
  of: (source: Source) => Value,
  /** Absent: the value as text. Null: the text shows the member in another place. */
  cell?: ((value: Value, row: Part<Whole>) => string) | null,
];
type Members<Source, Of extends Shapes> = {
  readonly [Name in keyof Of]: Member<Source, z.output<Of[Name]>, Of[Name], Row<Of>>;
};

export const answerTable =
  <Source>() =>
  <Of extends Shapes>(members: Members<Source, Of>) => {
    type Any = Member<Source, unknown, z.ZodType, Record<string, unknown>>;
    const rows = Object.entries(members) as unknown as [string, Any][];
    const columns = rows.flatMap(([name, [, , cell = cellText]]) => {
      if (cell === null) return [];
      const toText = (row: Part<Row<Of>>) => cell((row as Record<string, unknown>)[name], row);
      return [[name, toText] as const];
    });
    return {
      shape: z.object(
        Object.fromEntries(rows.map(([name, [shape]]) => [name, shape])) as unknown as Of,
      ),
      of: (source: Source) => {
        const values = rows.map(([name, [, of]]) => [name, of(source)] as const);
        return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Row<Of>;
      },
      columns: Object.fromEntries(columns),
    };
  };

const cellText = (value: unknown): string =>
  Array.isArray(value) ? joinNames(value) : String(value);
