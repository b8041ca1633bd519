// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-26T23:04:00Z", digest: "e495e054f707" },
  pricing: { updated: "2026-11-27T22:32:00Z", digest: "a0c1e3dd1ef8" },
  developers: { updated: "2026-11-25T22:42:00Z", digest: "9f558a4a7251" },
  api: { updated: "2026-11-27T17:56:00Z", digest: "7e14c35933ac" },
  mcp: { updated: "2026-11-28T00:24:00Z", digest: "2794950e327e" },
  webhooks: { updated: "2026-11-26T04:53:00Z", digest: "49e1b0c1f4c7" },
  legal: { updated: "2026-11-26T15:02:00Z", digest: "cb6958a5ee15" },
  agents: { updated: "2026-11-27T23:04:00Z", digest: "afe095cd9a88" },
  readTheNetwork: { updated: "2026-11-27T22:32:00Z", digest: "d6fc14fdeed7" },
  estimateCost: { updated: "2026-11-27T20:09:00Z", digest: "c0a585a11e77" },
  watchSwap: { updated: "2026-11-27T20:30:00Z", digest: "41af67354e9a" },
  generated: { updated: "2026-11-28T00:24:00Z", digest: "4c0e28c6559e" },
} as const;
