// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-23T22:05:00Z", digest: "e83506b170e0" },
  developers: { updated: "2026-11-23T16:02:00Z", digest: "1dc116213f20" },
  api: { updated: "2026-11-24T16:12:00Z", digest: "32b1b8a4f934" },
  mcp: { updated: "2026-11-24T21:57:00Z", digest: "d162b7fddd37" },
  webhooks: { updated: "2026-11-23T16:02:00Z", digest: "af5fe2a101ba" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-24T01:57:00Z", digest: "94ffc111bddf" },
  readTheNetwork: { updated: "2026-11-23T22:17:00Z", digest: "ef574e5c0dd5" },
  estimateCost: { updated: "2026-11-23T15:43:00Z", digest: "e7e17b796c5c" },
  watchSwap: { updated: "2026-11-24T20:55:00Z", digest: "52d199c56d26" },
  generated: { updated: "2026-11-24T21:57:00Z", digest: "d360dd51f790" },
} as const;
