import type { Provider } from "../../../lib/protocol/upstream/provider.ts";
import { createNode, json } from "./upstream/client-scripts.ts";

/** Nodes by what each answers, by the last but one part of the path; `paths` is what each was asked. */
export function createNodes(replies: readonly Readonly<Record<string, unknown>>[]): {
  readonly nodes: Provider[];
  readonly paths: string[];
} {
  const paths: string[] = [];
  const nodes = replies.map((reply, index) =>
    createNode(`http://node${index}.invalid`, {
      index,
      transport: async (url) => {
        paths.push(`${index} ${url.pathname}`);
        const body = reply[url.pathname.split("/").at(-2) ?? ""];
        return json(body ?? {}, { status: body === undefined ? 404 : 200 });
      },
    }),
  );
  return { nodes, paths };
}
