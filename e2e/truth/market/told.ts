// Tables of what nodes tell, and of what is told to people then. A row: `danger | nodes | members | told`.
import { expect, test } from "@playwright/test";
import { scriptNodes } from "../../support/changes.ts";
import { rowsOf } from "../../support/rows.ts";
import { createWorld, down, type World } from "../../support/world.ts";

export type Members = Readonly<Record<string, string | number | boolean | undefined>>;
type Told = Readonly<Record<string, unknown>>;
/** Without members, the node is silent. */
export type Tell = (world: World, node: string, members: Members | undefined) => void;

/** Figures in one line, `-` where one is not known. */
export const line = (...figures: readonly unknown[]): string =>
  figures.map((figure) => figure ?? "-").join(" ");

/** `fee=7 count=#7 dust=`: a text, a number, and a member that is left out. */
function membersOf(text: string): Members {
  const members = text.split(" ").filter((member) => member !== "");
  return Object.fromEntries(
    members.map((member) => {
      const [name = "", value = ""] = member.split("=");
      const isWord = /^(?:true|false|#-?\d+)$/.test(value);
      return [name, isWord ? JSON.parse(value.replace("#", "")) : value || undefined];
    }),
  );
}

/** `2 apart`: the second node answers of another block. `2 maya`: on MAYAChain. */
export function createToldWorld(nodes: string): World {
  const [count, ...how] = nodes.split(" ");
  const network = how.includes("maya") ? "mayachain" : "thorchain";
  const world = createWorld({ nodes: Number(count), network });
  if (how.includes("apart")) world.behind.node1 = 1;
  return world;
}

/**
 * Members are of one node after the other, with `;` between two. The first row has all figures
 * that are told, the others those that differ from it: `fee=-` is not known.
 */
export function holds(
  about: string,
  tell: Tell,
  read: (world: World) => Promise<Told>,
  table: string,
): void {
  let calm: Told = {};
  for (const [danger, nodes = "", stated = "", figures = ""] of rowsOf(table)) {
    const told = {
      ...calm,
      ...Object.fromEntries(figures.split(", ").map((one) => one.split("="))),
    };
    delete told[""];
    if (Object.keys(calm).length === 0) calm = told;
    test(`${about}: ${danger}: ${figures}`, async () => {
      const world = createToldWorld(nodes);
      const parts = stated.split(";").map((members) => members.trim());
      for (let at = 0; at < Number.parseInt(nodes, 10); at += 1) {
        const members = parts[at] ?? "";
        tell(world, `node${at}`, members === "silent" ? undefined : membersOf(members));
      }
      expect(await readTold(world)).toEqual(told);
    });
  }
  const readTold = async (world: World) =>
    Object.fromEntries(
      Object.entries(await read(world)).map(([name, figure]) => [name, line(figure)]),
    );
}

/** Tells a body at a path, with changed members. */
export const tellBody =
  (path: string, bodyOf: (world: World, members: Members) => unknown): Tell =>
  (world, node, members) =>
    scriptNodes(world, { [path]: members === undefined ? down : bodyOf(world, members) }, [node]);
