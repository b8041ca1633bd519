// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-25T10:07:00Z", digest: "fc0c4d5687f3" },
  developers: { updated: "2026-11-25T00:27:00Z", digest: "67c1d4d593ec" },
  api: { updated: "2026-11-25T04:05:00Z", digest: "aac2b8cf6db6" },
  mcp: { updated: "2026-11-25T07:10:00Z", digest: "5c31b352f8e4" },
  webhooks: { updated: "2026-11-25T00:36:00Z", digest: "2a111f36c084" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-25T06:56:00Z", digest: "0e27f6fc08d1" },
  readTheNetwork: { updated: "2026-11-25T04:05:00Z", digest: "eb5528efdd97" },
  estimateCost: { updated: "2026-11-25T01:04:00Z", digest: "4629e3c6157f" },
  watchSwap: { updated: "2026-11-25T00:51:00Z", digest: "27a23453bda4" },
  generated: { updated: "2026-11-25T10:07:00Z", digest: "c20a063b83ad" },
} as const;
