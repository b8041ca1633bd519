// Site room: every published address as a table, each resource once with its other addresses; derived from the registry alone.
import { cacheControl } from "../http/cache.ts";
import { toTable } from "../markdown/write.ts";
import { toUrl } from "./links.ts";
import { getPublished } from "./published.ts";
import { type ResourcePath, toAllowedMethods, toMediaType, toResource } from "./resources.ts";

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
      mediaType.startsWith("text/") ? `[${path}](${toUrl(path)})` : `\`${path}\``,
      others.map((other) => `\`${other}\``).join(", "),
      `${title} (${toMediaType(path)}, ${cache})`,
    ];
  });
  const classes = Object.entries(cacheControl).map(([name, value]) => `${name} is \`${value}\``);
  return `${toTable(["Method", "Address", "Also at", "What (media type, cache)"], rows)}\n\nIn \`Cache-Control\`, ${classes.join("; ")}.`;
}
