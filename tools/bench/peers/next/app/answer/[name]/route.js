import { names, readAnswer } from "../../../answers.mjs";

const answers = Object.fromEntries(names.map((name) => [name, readAnswer(name)]));

export const dynamic = "force-dynamic";
export const POST = async (_, { params }) => {
  const { text, headers } = answers[(await params).name];
  return new Response(text, { headers });
};
