// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-22T03:21:00Z", digest: "a455167a5222" },
  developers: { updated: "2026-11-22T06:16:00Z", digest: "6935e8263554" },
  api: { updated: "2026-11-22T03:21:00Z", digest: "9c8c3376ba4f" },
  mcp: { updated: "2026-11-22T06:16:00Z", digest: "50027d210707" },
  webhooks: { updated: "2026-11-22T03:21:00Z", digest: "dece866db7f4" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-22T05:59:00Z", digest: "6be202e85714" },
  readTheNetwork: { updated: "2026-11-22T03:16:00Z", digest: "fdcd96f69da0" },
  estimateCost: { updated: "2026-11-22T05:59:00Z", digest: "27fec14dd947" },
  watchSwap: { updated: "2026-11-22T03:16:00Z", digest: "49ff9aaf2031" },
  generated: { updated: "2026-11-22T06:16:00Z", digest: "8fceea806584" },
} as const;
