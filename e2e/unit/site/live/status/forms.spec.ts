// Under halts that are scheduled, in force or told by one node alone, both tools, the status document and the page say the same of each chain.
import { expect, test } from "@playwright/test";
import { networkNames } from "../../../../../lib/protocol/values/chains.ts";
import { listFormDifferences } from "../../../../recorded/forms.ts";
import { createWorld, toBlock } from "../../../../support/world.ts";

const keys = [
  "HALTTRADING",
  "HALTBTCTRADING",
  "HALTCHAINGLOBAL",
  "HALTETHCHAIN",
  "SOLVENCYHALTBTCCHAIN",
  "HALTSIGNING",
  "HALTSIGNINGETH",
  "NODEPAUSECHAINGLOBAL",
  "PAUSELP",
  "RAGNAROK-BTC-BTC",
];
/** Blocks from now: in force, on in a moment, too soon for any swap and for a slow block of Bitcoin, within minutes, hours and a day, and beyond. */
const ahead = [-1, 1, 2, 100, 300, 301, 600, 601, 5_000, 14_300, 30_000];
/** In force, within minutes, an hour and beyond: what one node alone says, and the other network with the same code. */
const fewer = [-1, 100, 700, 30_000];

for (const network of networkNames.filter((name) => name !== "sample")) {
  for (const key of keys) {
    const both = network === "thorchain" ? ahead : fewer;
    test(`${network}: ${key} in ${both.join(", ")} blocks`, async () => {
      const differences: string[] = [];
      const deposits = new Set<string>();
      for (const isTold of ["by both", "by one"])
        for (const blocks of isTold === "by both" ? both : fewer) {
          const world = createWorld({ network, nodes: 2 });
          const voted = { ...world.mimir, [key]: toBlock(world).height + blocks };
          if (isTold === "by both") world.mimir = voted;
          else world.scripts.node1 = { mimir: voted };
          for (const line of await listFormDifferences(world.network, world.preset))
            differences.push(`${blocks} ${isTold}: ${line}`);
          for (const chain of (await world.network.getStatus()).chains)
            deposits.add(chain.deposits.verdict);
        }
      expect(differences).toEqual([]);
      expect(deposits.has("open")).toBe(true);
    });
  }
}
