// Every published resource as a table row with its other addresses, derived from the registry alone.
import { cacheControl } from "../../http/cache.ts";
import { code, joined, line, link, paragraph, table } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { absoluteUrl } from "../registry/links.ts";
import { getPublished } from "../registry/published.ts";
import { allowedMethods, findResource, mediaTypeOf, type ResourcePath } from "../registry/resources.ts";

export function resourceTable(): string {
  const paths = getPublished("all");
  const own = paths.filter((path) => !findResource(path).aliasOf && !findResource(path).page);
  const rows = own.map((path) => {
    const { title, mediaType, cache, twin } = findResource(path);
    const aliases = paths.filter((other) => findResource(other).aliasOf === path);
    const others = [...(twin ? [twin as ResourcePath] : []), ...aliases];
    const [method] = allowedMethods(path);
    return [
      // Documents are links. Addresses that programs call are code.
      mediaType.startsWith("text/") ? link(path, absoluteUrl(path)) : code(path),
      joined(others.map(code)),
      `${title} (${method === "GET" ? "" : `${method}, `}${mediaTypeOf(path)}, ${cache})`,
    ];
  });
  const classes = Object.entries(cacheControl).map(([name, value]) => line`${name} is ${code(value)}`);
  return writeMarkdown([
    table(["Address", "Also at", "What (media type, cache)"], rows),
    paragraph(line`In ${code("Cache-Control")}, ${joined(classes, "; ")}.`),
  ]);
}
