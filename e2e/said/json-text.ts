// JSON for readers: short objects on one line, and only what differs from a base.
const WIDTH = 100;

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [member: string]: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** As the JSON that is sent: without members that are undefined. */
export const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** Valid JSON, whose objects and lists break only where they exceed a line. */
export function jsonText(value: Json, indent = ""): string {
  const line = lineOf(value);
  if (indent.length + line.length <= WIDTH || typeof value !== "object" || value === null)
    return line;
  const inner = `${indent} `;
  const parts = isList(value)
    ? value.map((item) => jsonText(item, inner))
    : membersOf(value, (member) => jsonText(member, inner));
  const [open, close] = isList(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(",\n")}\n${indent}${close}`;
}

function lineOf(value: Json): string {
  if (isList(value)) return `[${value.map(lineOf).join(", ")}]`;
  return isObject(value) ? `{ ${membersOf(value, lineOf).join(", ")} }` : JSON.stringify(value);
}

const membersOf = (object: JsonObject, toText: (member: Json) => string) =>
  Object.entries(object).map(([name, member]) => `${JSON.stringify(name)}: ${toText(member)}`);

const ABSENT = "(absent)";
/** The members that name a row of a list. */
const rowNames = ["chain", "asset", "id", "stage", "componentId", "kind"];

/** The members of an answer that the base does not have alike, and of its lists the rows that differ. */
export function difference(value: Json, base: Json | undefined): Json | undefined {
  if (base === undefined) return value;
  if (JSON.stringify(value) === JSON.stringify(base)) return undefined;
  if (isObject(value) && isObject(base)) return memberDifference(value, base);
  return isList(value) && isList(base) ? rowDifference(value, base) : value;
}

function memberDifference(value: JsonObject, base: JsonObject): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const differs = difference(member, base[name]);
    return differs === undefined ? [] : [[name, differs] as const];
  });
  const gone = Object.keys(base).filter((name) => !(name in value));
  return Object.fromEntries([...members, ...gone.map((name) => [name, ABSENT] as const)]);
}

/** Rows that differ alike are one row, with the names of all. */
function rowDifference(value: readonly Json[], base: readonly Json[]): Json {
  const rowName = rowNames.find((name) => [value, base].every((rows) => isNamedBy(rows, name)));
  if (rowName === undefined) return value;
  const baseOf = new Map(base.map((row) => [nameOf(row, rowName), row]));
  const namesOf = new Map<string, string[]>();
  for (const row of value as readonly JsonObject[]) {
    const name = nameOf(row, rowName) ?? "";
    const other = baseOf.get(name);
    baseOf.delete(name);
    const { [rowName]: _, ...rest } = row;
    const differs = JSON.stringify(isObject(other) ? memberDifference(row, other) : rest);
    if (differs !== "{}") namesOf.set(differs, [...(namesOf.get(differs) ?? []), name]);
  }
  const rows = [...namesOf].map(([differs, names]) => ({
    [rowName]: names.join(" "),
    ...JSON.parse(differs),
  }));
  const gone = [...baseOf.keys()].join(" ");
  return gone === "" ? rows : [...rows, { [rowName]: gone, gone: ABSENT }];
}

function isNamedBy(rows: readonly Json[], rowName: string): boolean {
  const names = rows.map((row) => nameOf(row, rowName));
  return !names.includes(null) && new Set(names).size === rows.length;
}

function nameOf(row: Json, name: string): string | null {
  const found = isObject(row) ? row[name] : null;
  return typeof found === "string" ? found : null;
}
