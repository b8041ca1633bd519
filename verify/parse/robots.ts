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

/** Whether the rules for every crawler let it read this path with its query. The longest rule decides, and Allow of two equally long ones (RFC 9309, 2.2.2). */
export function mayCrawl({ groups }: Robots, target: string): boolean {
  const own = groups.filter(({ agents }) => agents.includes("*")).flatMap((group) => group.rules);
  const matching = own
    .filter(({ name, value }) => /^(?:dis)?allow$/.test(name) && value !== "" && isMatching(value, target))
    .sort((a, b) => b.value.length - a.value.length || a.name.localeCompare(b.name));
  return matching[0]?.name !== "disallow";
}

/** From the beginning; `*` stands for anything, and `$` at the end of a rule for the end. */
function isMatching(rule: string, target: string): boolean {
  const isWhole = rule.endsWith("$");
  const [first = "", ...rest] = (isWhole ? rule.slice(0, -1) : rule).split("*");
  if (!target.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const isLast = isWhole && index === rest.length - 1;
    const found = isLast ? target.lastIndexOf(part) : target.indexOf(part, at);
    if (found < at) return false;
    at = found + part.length;
  }
  return !isWhole || at === target.length;
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
