// The parameters that halt one chain, for specs that are not about their spelling.
export const tradingHalt = (chain: string) => `HALT${chain}TRADING`;
export const chainHalt = (chain: string) => `HALT${chain}CHAIN`;
export const signingHalt = (chain: string) => `HALTSIGNING${chain}`;
