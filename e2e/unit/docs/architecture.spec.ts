// docs/architecture.md matches the dependency rules and the tree: no folder is missing, no arrow is wrong.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Fence, readFences, readFirstCells } from "../../support/project-docs.ts";
import { root } from "../../support/root.ts";

const name = "docs/architecture.md";
const layers: Readonly<Record<string, readonly string[] | "*">> = createRequire(import.meta.url)(
  join(root, "tools/architecture/layers.cjs"),
);
const folders = Object.keys(layers);

function listFolders(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^\.|^node_modules$|^artifacts$/.test(entry.name))
    .map((entry) => join(folder, entry.name));
}

test("the folders of lib match the rules, and each imports folders above it", () => {
  expect(readFirstCells(name, "## The folders of lib")).toEqual(folders);
  const late = Object.entries(layers).flatMap(([folder, imports]) =>
    imports === "*" ? [] : imports.filter((one) => folders.indexOf(one) >= folders.indexOf(folder)),
  );
  expect(late).toEqual([]);
  expect(layers[folders.at(-1) as string]).toBe("*");
});

test("the other folders match the tree", () => {
  const written = ["test-results", "playwright-report"];
  const top = listFolders("").filter(
    (folder) => !["lib", "e2e", "tools", ...written].includes(folder),
  );
  const expected = [...top, ...listFolders("e2e"), ...listFolders("tools")].sort();
  expect(readFirstCells(name, "## The other folders")).toEqual(expected);
});

/** Nodes by id, with the folder that they stand for, and the arrows between folders. */
function readPicture() {
  const pictures = readFences().filter(({ language }) => language === "mermaid");
  expect(pictures.map((fence) => fence.name)).toEqual([name]);
  const { text } = pictures[0] as Fence;
  const labels = new Map(
    [...text.matchAll(/(\w+)\["([^",]+)/g)].map(([, id, label]) => [id, label as string]),
  );
  const labelOf = (id: string | undefined) => labels.get(id) ?? "";
  const arrows = [...text.matchAll(/^ +(\w+)(?:\[.*?\])? --> (\w+)/gm)].map(
    ([, from, to]) => [labelOf(from), labelOf(to)] as const,
  );
  return { nodes: [...labels.values()], arrows };
}

test("the picture has every layer, and its arrows match the rules", () => {
  const { nodes, arrows } = readPicture();
  expect(nodes).toContain("lib/protocol/values");
  /** A folder's node: the one with the longest path that contains the folder. */
  const findNode = (folder: string) =>
    nodes
      .filter((node) => folder === node || folder.startsWith(`${node}/`))
      .sort((left, right) => right.length - left.length)[0];
  const allowed = Object.entries(layers).flatMap(([folder, imports]) =>
    (imports === "*" ? folders : imports).map((one) => `${findNode(folder)} → ${findNode(one)}`),
  );
  const reaches = (from: string, to: string): boolean =>
    from === to || arrows.some(([start, end]) => start === from && reaches(end, to));
  const wanted = new Set(allowed.filter((pair) => new Set(pair.split(" → ")).size === 2));
  const missing = [...wanted].filter(
    (pair) => !reaches(...(pair.split(" → ") as [string, string])),
  );
  expect(missing).toEqual([]);
  const inLib = arrows.filter(([from]) => from !== "app").map((arrow) => arrow.join(" → "));
  expect(inLib.filter((arrow) => !wanted.has(arrow))).toEqual([]);
  expect(inLib.length).toBeGreaterThan(8);
  expect(arrows.length - inLib.length).toBe(1);
});
