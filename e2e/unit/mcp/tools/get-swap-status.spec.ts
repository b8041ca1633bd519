// get_swap_status: the stages of a swap, its two transactions, and the text about them.
import { expect, test } from "@playwright/test";
import { createFakeNetwork, swap, txid } from "../fake-network.ts";
import { runTool } from "../run-tool.ts";

/** Every key path, list items as []: the shape without values. */
function listPaths(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => listPaths(item, `${path}[]`)))];
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => listPaths(item, path ? `${path}.${key}` : key));
}

test("get_swap_status: stages keep their own members, and upstream text is in code spans only", async () => {
  const { structured, text } = await runTool("get_swap_status", { txid, chain: "btc" });
  expect(structured.stages).toEqual([
    { stage: "observed", done: true },
    { stage: "confirmed", done: true },
    { stage: "swapped", done: true, streaming: { count: 7, quantity: 9, in: null, out: null, failed: null } },
    { stage: "outbound_scheduled", done: false, seconds_left: 120 },
    { stage: "outbound_signed", done: false },
  ]);
  expect(listPaths(structured.in)).toEqual(["chain", "asset", "amount", "from", "memo"]);
  expect(listPaths(structured.out)).toEqual(["[].kind", "[].chain", "[].asset", "[].amount", "[].to", "[].txid"]);
  expect(text).toContain(`memo \`${swap.in?.memo}\`\n`);
});

test("get_swap_status: the text of a swap in parts says how much they were, where that is known", async () => {
  const progress = { count: 1, quantity: 4, asset: "ETH.ETH", failed: 0 };
  const textOf = async (moved: { in: bigint | null; out: bigint | null }) => {
    const stages = [{ stage: "swapped", done: false, streaming: { ...progress, ...moved } } as const];
    const network = createFakeNetwork({ getSwap: async () => ({ ...swap, stages }) });
    return (await runTool("get_swap_status", { txid }, network)).text;
  };
  expect(await textOf({ in: 25_000_000n, out: 676_104_420n })).toContain(
    "stages: swapped waiting 1 of 4 (in 0.25, out 6.7610442)\n",
  );
  expect(await textOf({ in: null, out: null })).toContain("stages: swapped waiting 1 of 4\n");
});

test("get_swap_status: an open stage is waiting, or not done if the swap is over", async () => {
  const stagesOf = async (terminal: boolean) => {
    const over = createFakeNetwork({ getSwap: async () => ({ ...swap, state: "failed", terminal }) });
    return (await runTool("get_swap_status", { txid }, over)).text
      .split("\n")
      .find((line) => line.startsWith("stages:"));
  };
  expect(await stagesOf(false)).toMatch(/outbound_scheduled waiting.*outbound_signed waiting$/);
  expect(await stagesOf(true)).toMatch(/swapped done.*outbound_scheduled not done.*outbound_signed not done$/);
});
