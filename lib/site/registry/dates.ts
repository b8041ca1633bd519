// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-22T03:21:00Z", digest: "120951df20d4" },
  pricing: { updated: "2026-11-25T00:07:00Z", digest: "3e46efab97c4" },
  developers: { updated: "2026-11-23T16:02:00Z", digest: "1dc116213f20" },
  api: { updated: "2026-11-25T00:08:00Z", digest: "97be93377184" },
  mcp: { updated: "2026-11-25T00:43:00Z", digest: "f4c814ee3dba" },
  webhooks: { updated: "2026-11-25T00:22:00Z", digest: "c21a118dafe4" },
  legal: { updated: "2026-11-22T03:21:00Z", digest: "bb424dada0ae" },
  agents: { updated: "2026-11-25T00:24:00Z", digest: "87d50ac716c9" },
  readTheNetwork: { updated: "2026-11-25T00:06:00Z", digest: "4e4116d9fae6" },
  estimateCost: { updated: "2026-11-24T23:41:00Z", digest: "5786334dbc47" },
  watchSwap: { updated: "2026-11-24T20:55:00Z", digest: "52d199c56d26" },
  generated: { updated: "2026-11-25T00:43:00Z", digest: "a0d76b64a271" },
} as const;
