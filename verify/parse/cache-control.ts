// Cache-Control → its directives.

/** Names in lower case. A directive without a value has an empty string. */
export function parseCacheControl(value: string | undefined): ReadonlyMap<string, string> {
  const directives = new Map<string, string>();
  for (const part of (value ?? "").split(",")) {
    const [name = "", argument = ""] = part.trim().split(/=(.*)/s);
    if (name !== "") directives.set(name.trim().toLowerCase(), argument.trim().replace(/^"|"$/g, ""));
  }
  return directives;
}

/** Names of a comma-separated field, in lower case. */
export function parseNames(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
}
