// Lists the guides as MCP resources. The URI of a guide is the address of its Markdown. All have the
// descriptions of the registry, since those in the skills' front matter are long.
import type { McpDocument } from "../../mcp/documents.ts";
import { absoluteUrl } from "../registry/links.ts";
import {
  findResource,
  type ProsePath,
  type ResourcePath,
  resourcePaths,
  type SourceName,
  sources,
} from "../registry/resources.ts";

const nonGuideSources: readonly SourceName[] = ["home", "legal", "privacy"];

export function listGuides(
  read: (path: ProsePath) => string | Promise<string>,
): readonly McpDocument[] {
  return resourcePaths.filter(isGuide).map((path) => {
    const { title, description, source } = findResource(path);
    const name = sources[source as SourceName].replace(/^skills\/|(\/SKILL)?\.md$/g, "");
    return { uri: absoluteUrl(path), name, title, description, read: () => read(path) };
  });
}

function isGuide(path: ResourcePath): path is ProsePath {
  const { kind, aliasOf, source } = findResource(path);
  return (
    kind === "prose" &&
    aliasOf === undefined &&
    source !== undefined &&
    !nonGuideSources.includes(source)
  );
}
