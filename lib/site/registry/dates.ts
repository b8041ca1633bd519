// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-20T07:56:00Z", digest: "4f9f17b3b8af" },
  pricing: { updated: "2026-11-21T22:25:00Z", digest: "73b914be6867" },
  developers: { updated: "2026-11-20T08:17:00Z", digest: "6b3ebb5f191a" },
  api: { updated: "2026-11-21T20:19:00Z", digest: "7d227ad3b535" },
  mcp: { updated: "2026-11-21T22:18:00Z", digest: "45c8b8c926e9" },
  webhooks: { updated: "2026-11-20T20:33:00Z", digest: "2bf58213a349" },
  legal: { updated: "2026-11-20T11:10:00Z", digest: "0323d9047453" },
  agents: { updated: "2026-11-21T20:19:00Z", digest: "4421cd81afdc" },
  readTheNetwork: { updated: "2026-11-21T20:19:00Z", digest: "9fdf91158255" },
  estimateCost: { updated: "2026-11-21T20:31:00Z", digest: "5b69bd8ed3fc" },
  watchSwap: { updated: "2026-11-21T20:19:00Z", digest: "2c3ce3cf1e8c" },
  generated: { updated: "2026-11-21T22:25:00Z", digest: "536469295125" },
} as const;
