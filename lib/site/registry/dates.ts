// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-22T03:21:00Z", digest: "a455167a5222" },
  developers: { updated: "2026-11-22T08:40:00Z", digest: "747288b58133" },
  api: { updated: "2026-11-22T08:40:00Z", digest: "10c35b71f6a8" },
  mcp: { updated: "2026-11-22T09:11:00Z", digest: "c7afc9d0b179" },
  webhooks: { updated: "2026-11-22T08:40:00Z", digest: "c16939699c57" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-22T08:40:00Z", digest: "d38944af6308" },
  readTheNetwork: { updated: "2026-11-22T03:16:00Z", digest: "fdcd96f69da0" },
  estimateCost: { updated: "2026-11-22T05:59:00Z", digest: "27fec14dd947" },
  watchSwap: { updated: "2026-11-22T08:40:00Z", digest: "03211045d83f" },
  generated: { updated: "2026-11-22T09:11:00Z", digest: "d0d23c359627" },
} as const;
