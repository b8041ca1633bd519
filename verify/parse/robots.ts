// robots.txt (RFC 9309) as its groups. No line is lost.

interface RobotsGroup {
  /** As written. */
  readonly agents: readonly string[];
  /** Names in lower case. */
  readonly rules: readonly { readonly name: string; readonly value: string }[];
}

export interface Robots {
  readonly groups: readonly RobotsGroup[];
  readonly sitemaps: readonly string[];
  /** Lines that are not empty, not comments and not known directives. */
  readonly unknown: readonly string[];
}

const rules = new Set(["allow", "disallow", "crawl-delay", "content-signal"]);

export function parseRobots(text: string): Robots {
  const groups: { agents: string[]; rules: { name: string; value: string }[] }[] = [];
  const sitemaps: string[] = [];
  const unknown: string[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replace(/#.*$/, "").trim();
    if (line === "") continue;
    const [, name, value] = /^([A-Za-z-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const directive = name?.toLowerCase() ?? "";
    const last = groups.at(-1);
    if (directive === "user-agent") {
      // Consecutive agent lines share their rules.
      if (last && last.rules.length === 0) last.agents.push(value ?? "");
      else groups.push({ agents: [value ?? ""], rules: [] });
    } else if (directive === "sitemap") sitemaps.push(value ?? "");
    else if (rules.has(directive) && last) last.rules.push({ name: directive, value: value ?? "" });
    else unknown.push(line);
  }
  return { groups, sitemaps, unknown };
}
