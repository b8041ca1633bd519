// Recorded suites → the shape of every endpoint: members, whether optional, and their forms.
import { readFileSync } from "node:fs";
import { root } from "../../e2e/support/root.ts";
import { listSuites, type RecordedNetwork, readSuite } from "./suites.ts";

/** "uint": a text of digits. "blank": an empty text. "id": 64 hexadecimal digits. */
export interface Shape {
  readonly is: readonly string[];
  /** A name with "?" was absent at least once. */
  readonly has?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

export type Shapes = Readonly<Record<string, Shape>>;

export const shapesFile = `${root}e2e/fixtures/recorded/shapes.json`;

export function readShapes(): Readonly<Record<RecordedNetwork, Shapes>> {
  return JSON.parse(readFileSync(shapesFile, "utf8"));
}

/** "/thorchain/tx/status/00…01?x=1" → "tx/status/{id}". */
function endpointOf(path: string): string {
  const [plain = ""] = path.split("?");
  return plain
    .replace(/^\/(?:thorchain|mayachain)\//, "")
    .replace(/[0-9A-Fa-f]{64}$/, "{id}")
    .replace(/^(lastblock|thorname|mayaname)\/.*/, "$1/{name}");
}

/** The members of a map are names, not a shape. */
const isMap = (endpoint: string) => endpoint.startsWith("mimir");

export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) {
    const items = value.map(shapeOf);
    const [first, ...more] = items;
    return { is: ["list"], ...(first ? { items: more.reduce(mergeShapes, first) } : {}) };
  }
  if (typeof value === "object" && value !== null) {
    return {
      is: ["object"],
      has: Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)])),
    };
  }
  return {
    is: [typeof value === "string" ? textForm(value) : value === null ? "null" : typeof value],
  };
}

function textForm(text: string): string {
  if (text === "") return "blank";
  if (/^\d+$/.test(text)) return text.length === 64 ? "id" : "uint";
  return /^[0-9A-Fa-f]{64}$/.test(text) ? "id" : "text";
}

function mergeShapes(a: Shape, b: Shape): Shape {
  const is = [...new Set([...a.is, ...b.is])].sort();
  const items = a.items && b.items ? mergeShapes(a.items, b.items) : (a.items ?? b.items);
  const has = a.has && b.has ? mergeMembers(a.has, b.has) : (a.has ?? b.has);
  return { is, ...(has ? { has } : {}), ...(items ? { items } : {}) };
}

function mergeMembers(
  a: NonNullable<Shape["has"]>,
  b: NonNullable<Shape["has"]>,
): NonNullable<Shape["has"]> {
  const names = [
    ...new Set([...Object.keys(a), ...Object.keys(b)].map((name) => name.replace(/\?$/, ""))),
  ].sort();
  return Object.fromEntries(
    names.map((name) => {
      const [own, other] = [a, b].map((some) => some[name] ?? some[`${name}?`]);
      const isAlways = name in a && name in b;
      return [
        isAlways ? name : `${name}?`,
        own && other ? mergeShapes(own, other) : ((own ?? other) as Shape),
      ];
    }),
  );
}

export function networkShapes(recordingsDir: string, network: RecordedNetwork): Shapes {
  const shapes = new Map<string, Shape>();
  for (const name of listSuites(recordingsDir, network)) {
    const suite = readSuite(recordingsDir, network, name);
    const seen = new Set<string>();
    for (const [path, index] of suite.states.flatMap((state) => Object.entries(state.answers))) {
      const endpoint = endpointOf(path);
      const [status, body] = suite.bodies[index] ?? [0, null];
      const key = `${endpoint} ${index}`;
      if (status !== 200 || isMap(endpoint) || seen.has(key)) continue;
      seen.add(key);
      const shape = shapeOf(body);
      const known = shapes.get(endpoint);
      shapes.set(endpoint, known ? mergeShapes(known, shape) : shape);
    }
  }
  return Object.fromEntries([...shapes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One line per endpoint, so that a change is readable. */
export function shapesText(recordingsDir: string, networks: readonly RecordedNetwork[]): string {
  const parts = networks.map((network) => {
    const lines = Object.entries(networkShapes(recordingsDir, network)).map(
      ([endpoint, shape]) => `${JSON.stringify(endpoint)}: ${JSON.stringify(shape)}`,
    );
    return `${JSON.stringify(network)}: {\n${lines.join(",\n")}\n}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}
