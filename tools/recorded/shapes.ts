// Finds the shape of every endpoint in recorded suites: members, their types, and optional members.
import { readFileSync } from "node:fs";
import { root } from "../../e2e/support/root.ts";
import { listSuites, type RecordedNetwork, readSuite } from "./suites.ts";

/** "uint": a text of digits. "blank": an empty text. "id": 64 hexadecimal digits. */
export interface Shape {
  readonly is: readonly string[];
  /** A name with "?" was absent at least once. */
  readonly has?: Shapes;
  readonly items?: Shape;
}

export type Shapes = Readonly<Record<string, Shape>>;

export const shapesFile = `${root}e2e/fixtures/recorded/shapes.json`;

export function readShapes(): Readonly<Record<RecordedNetwork, Shapes>> {
  return JSON.parse(readFileSync(shapesFile, "utf8"));
}

function endpointOf(path: string): string {
  const [pathname = ""] = path.split("?");
  return pathname
    .replace(/^\/(?:thorchain|mayachain)\//, "")
    .replace(/[0-9A-Fa-f]{64}$/, "{id}")
    .replace(/^(lastblock|thorname|mayaname)\/.*/, "$1/{name}");
}

/** A map has any names as members, so it has no shape. */
const isMap = (endpoint: string) => endpoint.startsWith("mimir");

export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) {
    const [firstItem, ...otherItems] = value.map(shapeOf);
    return {
      is: ["list"],
      ...(firstItem && { items: otherItems.reduce(mergeShapes, firstItem) }),
    };
  }
  if (typeof value === "object" && value !== null) {
    return {
      is: ["object"],
      has: Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, shapeOf(member)]),
      ),
    };
  }
  if (typeof value === "string") return { is: [textForm(value)] };
  return { is: [value === null ? "null" : typeof value] };
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

function mergeMembers(a: Shapes, b: Shapes): Shapes {
  const names = [
    ...new Set([...Object.keys(a), ...Object.keys(b)].map((name) => name.replace(/\?$/, ""))),
  ].sort();
  return Object.fromEntries(
    names.map((name) => {
      const [shapeInA, shapeInB] = [a, b].map((members) => members[name] ?? members[`${name}?`]);
      const isAlways = name in a && name in b;
      return [
        isAlways ? name : `${name}?`,
        shapeInA && shapeInB ? mergeShapes(shapeInA, shapeInB) : ((shapeInA ?? shapeInB) as Shape),
      ];
    }),
  );
}

export function networkShapes(recordingsDir: string, network: RecordedNetwork): Shapes {
  const shapes = new Map<string, Shape>();
  for (const name of listSuites(recordingsDir, network)) {
    const suite = readSuite(recordingsDir, network, name);
    const seenAnswers = new Set<string>();
    for (const [path, bodyIndex] of suite.states.flatMap((state) =>
      Object.entries(state.answers),
    )) {
      const endpoint = endpointOf(path);
      const [status, body] = suite.bodies[bodyIndex] ?? [0, null];
      const key = `${endpoint} ${bodyIndex}`;
      if (status !== 200 || isMap(endpoint) || seenAnswers.has(key)) continue;
      seenAnswers.add(key);
      const shape = shapeOf(body);
      const earlierShape = shapes.get(endpoint);
      shapes.set(endpoint, earlierShape ? mergeShapes(earlierShape, shape) : shape);
    }
  }
  return Object.fromEntries([...shapes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function shapesText(recordingsDir: string, networks: readonly RecordedNetwork[]): string {
  const parts = networks.map((network) => {
    const lines = Object.entries(networkShapes(recordingsDir, network)).map(
      ([endpoint, shape]) => `${JSON.stringify(endpoint)}: ${JSON.stringify(shape)}`,
    );
    return `${JSON.stringify(network)}: {\n${lines.join(",\n")}\n}`;
  });
  return `{\n${parts.join(",\n")}\n}\n`;
}
