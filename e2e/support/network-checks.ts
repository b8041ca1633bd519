import type { World } from "./world.ts";

export const verdictOf = async ({ network }: World, chain = "BTC") =>
  (await network.getStatus()).chains.find((row) => row.chain === chain)?.trading.verdict;

export const inboundOf = async (world: World, chain = "BTC") => {
  const { chains, failure } = await world.network.getInbounds();
  return { ...chains.find((row) => row.chain === chain), failure };
};
