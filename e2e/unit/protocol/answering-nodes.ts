import { createProvider, type Provider } from "../../../lib/protocol/upstream/provider.ts";

/** Nodes by what each answers, by the last but one part of the path; `paths` is what each was asked. */
export function createNodes(replies: readonly Readonly<Record<string, unknown>>[]): {
  readonly nodes: Provider[];
  readonly paths: string[];
} {
  const paths: string[] = [];
  const nodes = replies.map((reply, index) =>
    createProvider({
      kind: "node",
      index,
      baseUrl: `http://node${index}.invalid`,
      now: Date.now,
      transport: async (url) => {
        paths.push(`${index} ${url.pathname}`);
        const body = reply[url.pathname.split("/").at(-2) ?? ""];
        const status = body === undefined ? 404 : 200;
        return new Response(JSON.stringify(body ?? {}), { status, headers: { "content-type": "application/json" } });
      },
    }),
  );
  return { nodes, paths };
}
