// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-20T07:56:00Z", digest: "4f9f17b3b8af" },
  pricing: { updated: "2026-11-20T20:58:00Z", digest: "08e5009266e9" },
  developers: { updated: "2026-11-20T08:17:00Z", digest: "6b3ebb5f191a" },
  api: { updated: "2026-11-21T19:36:00Z", digest: "b4617bdf25b1" },
  mcp: { updated: "2026-11-21T20:17:00Z", digest: "b457fa2b9e24" },
  webhooks: { updated: "2026-11-20T20:33:00Z", digest: "2bf58213a349" },
  legal: { updated: "2026-11-20T11:10:00Z", digest: "0323d9047453" },
  agents: { updated: "2026-11-20T20:59:00Z", digest: "193f1878dce0" },
  readTheNetwork: { updated: "2026-11-20T20:59:00Z", digest: "3b03be8ab32a" },
  estimateCost: { updated: "2026-11-21T19:45:00Z", digest: "9ca70dabdf90" },
  watchSwap: { updated: "2026-11-20T20:59:00Z", digest: "93ea5b3bd348" },
  generated: { updated: "2026-11-21T20:17:00Z", digest: "04333570a7d7" },
} as const;
