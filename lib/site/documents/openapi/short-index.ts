// The short index of /openapi.json: its version, and its paths by media type.
import { chainPath } from "../../registry/chain-paths.ts";
import { getPublished, type Scope } from "../../registry/published.ts";
import { findResource, type ResourcePath } from "../../registry/resources.ts";
import { DESCRIPTION_VERSION } from "./openapi.ts";

const DESCRIPTION: ResourcePath = "/openapi.json";
const INDEX: ResourcePath = "/index.json";

/**
 * Left out are both descriptions, aliases (the bytes of another path), and the Markdown of a page:
 * the page's own address has it too.
 */
export function openApiIndex(scope: Scope): string {
  const listedPaths = getPublished(scope).filter((path) => {
    const { aliasOf, page } = findResource(path);
    const isDescription = path === DESCRIPTION || path === INDEX;
    return !isDescription && aliasOf === undefined && page === undefined;
  });
  const typedPaths = [
    ...listedPaths.map((path) => [path, typesOf(path)] as const),
    ...(scope === "website" ? [] : [[chainPath("{chain}"), typesOf("/status")] as const]),
  ];
  const pathsByType: Record<string, readonly string[]> = {};
  for (const [path, types] of typedPaths)
    pathsByType[types] = [...(pathsByType[types] ?? []), path];
  const index = { openapi: DESCRIPTION, version: DESCRIPTION_VERSION, paths: pathsByType };
  return `${JSON.stringify(index)}\n`;
}

/** The media types of a path, without parameters: "text/html, text/markdown". */
function typesOf(path: ResourcePath): string {
  const { mediaType, twin } = findResource(path);
  const twinType = twin === undefined ? [] : [findResource(twin as ResourcePath).mediaType];
  return [mediaType, ...twinType].map((type) => type.replace(/;.*/, "")).join(", ");
}
