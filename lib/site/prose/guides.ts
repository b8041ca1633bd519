// The guides as MCP resources: the published Markdown of each under its own address. Live pages are not guides.
import type { McpDocument } from "../../mcp/server.ts";
import { absoluteUrl } from "../registry/links.ts";
import {
  findResource,
  type ProsePath,
  type ResourcePath,
  resourcePaths,
  type SourceName,
  sources,
} from "../registry/resources.ts";

/** Prose about this site, not about swaps. */
const notGuides: readonly SourceName[] = ["home", "legal"];

/** One document for each guide, in the order of the registry. `read` returns the bytes of a Markdown address. */
export function readGuides(
  read: (path: ProsePath) => string | Promise<string>,
): readonly McpDocument[] {
  return resourcePaths.filter(isGuide).map((path) => {
    const { title, description, source } = findResource(path);
    const name = sources[source as SourceName].replace(/(\/SKILL)?\.md$/, "");
    return { uri: absoluteUrl(path), name, title, description, read: () => read(path) };
  });
}

function isGuide(path: ResourcePath): path is ProsePath {
  const { kind, aliasOf, source } = findResource(path);
  return (
    kind === "prose" && aliasOf === undefined && source !== undefined && !notGuides.includes(source)
  );
}
