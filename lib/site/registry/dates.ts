// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-23T15:42:00Z", digest: "7e9a48798a6c" },
  developers: { updated: "2026-11-23T16:02:00Z", digest: "1dc116213f20" },
  api: { updated: "2026-11-23T15:47:00Z", digest: "6c168d2fd396" },
  mcp: { updated: "2026-11-23T15:43:00Z", digest: "6d6659a48a48" },
  webhooks: { updated: "2026-11-23T16:02:00Z", digest: "af5fe2a101ba" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-23T16:02:00Z", digest: "b71cc561dd0a" },
  readTheNetwork: { updated: "2026-11-22T03:16:00Z", digest: "fdcd96f69da0" },
  estimateCost: { updated: "2026-11-23T15:43:00Z", digest: "e7e17b796c5c" },
  watchSwap: { updated: "2026-11-22T12:32:00Z", digest: "fae270e90e0a" },
  generated: { updated: "2026-11-23T23:12:00Z", digest: "7569580e7a8d" },
} as const;
