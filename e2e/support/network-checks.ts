// Reads one chain's verdict and one chain's address from a world.
import type { World } from "./world.ts";

export const verdictOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getStatus();
  return reading.chains.find((row) => row.chain === chain)?.trading.verdict;
};

export const inboundOf = async (world: World, chain = "BTC") => {
  const reading = await world.network.getInbounds();
  return { ...reading.chains.find((row) => row.chain === chain), failure: reading.failure };
};
