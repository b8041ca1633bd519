export const tradingHalt = (chain: string) => `HALT${chain}TRADING`;
export const chainHalt = (chain: string) => `HALT${chain}CHAIN`;
export const signingHalt = (chain: string) => `HALTSIGNING${chain}`;
