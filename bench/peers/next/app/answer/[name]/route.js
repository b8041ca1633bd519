import { readAnswer } from "../../../answers.mjs";

const names = ["list_pools", "get_network_status", "tools_list"];
const answers = Object.fromEntries(names.map((name) => [name, readAnswer(`${name}.json`)]));

export const dynamic = "force-dynamic";
export const POST = async (_, { params }) => {
  const { text, headers } = answers[(await params).name];
  return new Response(text, { headers });
};
