// One table per answer: each member with its shape and its source.
// Schema, type, empty answer and structured answer follow from it.
import * as z from "zod";

type Shapes = z.core.$ZodShape;
type Row<Of extends Shapes> = z.output<z.ZodObject<Of>>;
type Member<Source, Value, Shape> = readonly [shape: Shape, of: (source: Source) => Value];
type Members<Source, Of extends Shapes> = {
  readonly [Name in keyof Of]: Member<Source, z.output<Of[Name]>, Of[Name]>;
};

export const answerTable =
  <Source>() =>
  <Of extends Shapes>(members: Members<Source, Of>) => {
    type AnyMember = Member<Source, unknown, z.ZodType>;
    const rows = Object.entries(members) as unknown as [string, AnyMember][];
    return {
      shape: z.object(
        Object.fromEntries(rows.map(([name, [shape]]) => [name, shape])) as unknown as Of,
      ),
      of: (source: Source) => {
        const values = rows.map(([name, [, of]]) => [name, of(source)] as const);
        return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Row<Of>;
      },
    };
  };
