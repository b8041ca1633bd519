// Every published address as a table, each resource once with its other addresses; derived from the registry alone.
import { cacheControl } from "../../http/cache.ts";
import { code, joined, line, link, paragraph, table } from "../../markdown/nodes.ts";
import { writeMarkdown } from "../../markdown/write.ts";
import { toUrl } from "../registry/links.ts";
import { getPublished } from "../registry/published.ts";
import { type ResourcePath, toAllowedMethods, toMediaType, toResource } from "../registry/resources.ts";

export function toResourceTable(): string {
  const paths = getPublished("all");
  const own = paths.filter((path) => !toResource(path).aliasOf && !toResource(path).page);
  const rows = own.map((path) => {
    const { title, mediaType, cache, twin } = toResource(path);
    const aliases = paths.filter((other) => toResource(other).aliasOf === path);
    const others = [...(twin ? [twin as ResourcePath] : []), ...aliases];
    return [
      toAllowedMethods(path)[0] as string,
      // What programs call is spelled; what is read is a link.
      mediaType.startsWith("text/") ? link(path, toUrl(path)) : code(path),
      joined(others.map(code)),
      `${title} (${toMediaType(path)}, ${cache})`,
    ];
  });
  const classes = Object.entries(cacheControl).map(([name, value]) => line`${name} is ${code(value)}`);
  return writeMarkdown([
    table(["Method", "Address", "Also at", "What (media type, cache)"], rows),
    paragraph(line`In ${code("Cache-Control")}, ${joined(classes, "; ")}.`),
  ]);
}
