// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-22T03:21:00Z", digest: "a455167a5222" },
  developers: { updated: "2026-11-22T03:21:00Z", digest: "a5e5c18e5700" },
  api: { updated: "2026-11-22T03:21:00Z", digest: "9c8c3376ba4f" },
  mcp: { updated: "2026-11-22T03:21:00Z", digest: "84c7cf2d2d6c" },
  webhooks: { updated: "2026-11-22T03:21:00Z", digest: "dece866db7f4" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-22T03:21:00Z", digest: "f7f435f38021" },
  readTheNetwork: { updated: "2026-11-22T03:16:00Z", digest: "fdcd96f69da0" },
  estimateCost: { updated: "2026-11-22T03:16:00Z", digest: "b28cd4688cf4" },
  watchSwap: { updated: "2026-11-22T03:16:00Z", digest: "49ff9aaf2031" },
  generated: { updated: "2026-11-22T03:21:00Z", digest: "a65321e7403f" },
} as const;
