// One table per answer: each member with its shape and its source.
// Schema, type and structured answer follow from it.
import * as z from "zod";

type Shapes = z.core.$ZodShape;
type Member<Source, Value, Shape> = readonly [shape: Shape, toValue: (source: Source) => Value];
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
        const values = rows.map(([name, [, toValue]]) => [name, toValue(source)] as const);
        const answer = Object.fromEntries(values.filter(([, value]) => value !== undefined));
        return answer as z.output<z.ZodObject<Of>>;
      },
    };
  };
