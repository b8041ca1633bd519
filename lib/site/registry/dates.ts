// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-22T03:21:00Z", digest: "a455167a5222" },
  developers: { updated: "2026-11-22T03:21:00Z", digest: "a5e5c18e5700" },
  api: { updated: "2026-11-22T03:21:00Z", digest: "9c8c3376ba4f" },
  mcp: { updated: "2026-11-22T05:59:00Z", digest: "cb258cd8aeda" },
  webhooks: { updated: "2026-11-22T03:21:00Z", digest: "dece866db7f4" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-22T05:59:00Z", digest: "6be202e85714" },
  readTheNetwork: { updated: "2026-11-22T03:16:00Z", digest: "fdcd96f69da0" },
  estimateCost: { updated: "2026-11-22T05:59:00Z", digest: "27fec14dd947" },
  watchSwap: { updated: "2026-11-22T03:16:00Z", digest: "49ff9aaf2031" },
  generated: { updated: "2026-11-22T05:59:00Z", digest: "f1b4b5c5dbf0" },
} as const;
