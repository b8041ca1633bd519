// Builds the zod schema, the type and the JSON of an answer from one list of its members.
import * as z from "zod";

type Shapes = z.core.$ZodShape;
type Member<Source, Value, Shape> = readonly [shape: Shape, toValue: (source: Source) => Value];
type Members<Source, Of extends Shapes> = {
  readonly [Name in keyof Of]: Member<Source, z.output<Of[Name]>, Of[Name]>;
};

export const answerTable =
  <Source>() =>
  <MemberShapes extends Shapes>(members: Members<Source, MemberShapes>) => {
    type AnyMember = Member<Source, unknown, z.ZodType>;
    const memberRows = Object.entries(members) as unknown as [string, AnyMember][];
    return {
      shape: z.object(
        Object.fromEntries(
          memberRows.map(([name, [shape]]) => [name, shape]),
        ) as unknown as MemberShapes,
      ),
      of: (source: Source) => {
        const entries = memberRows.map(([name, [, toValue]]) => [name, toValue(source)] as const);
        const answer = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
        return answer as z.output<z.ZodObject<MemberShapes>>;
      },
    };
  };
