// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-24T23:41:00Z", digest: "415e15f3a5c4" },
  developers: { updated: "2026-11-23T16:02:00Z", digest: "1dc116213f20" },
  api: { updated: "2026-11-24T16:12:00Z", digest: "32b1b8a4f934" },
  mcp: { updated: "2026-11-24T23:41:00Z", digest: "cf998e648afb" },
  webhooks: { updated: "2026-11-23T16:02:00Z", digest: "af5fe2a101ba" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-24T01:57:00Z", digest: "94ffc111bddf" },
  readTheNetwork: { updated: "2026-11-24T23:52:00Z", digest: "a382a255cf54" },
  estimateCost: { updated: "2026-11-24T23:41:00Z", digest: "5786334dbc47" },
  watchSwap: { updated: "2026-11-24T20:55:00Z", digest: "52d199c56d26" },
  generated: { updated: "2026-11-24T23:52:00Z", digest: "c4c1c4d9eb7e" },
} as const;
