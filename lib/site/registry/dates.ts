// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-30T21:12:00Z", digest: "ac12d714360c" },
  pricing: { updated: "2026-12-01T14:34:00Z", digest: "8ea2286b2de5" },
  developers: { updated: "2026-11-30T19:43:00Z", digest: "9fbb629afdf0" },
  api: { updated: "2026-12-01T08:58:00Z", digest: "4d183c9e1ff1" },
  mcp: { updated: "2026-12-01T12:46:00Z", digest: "0e2ab1881c61" },
  webhooks: { updated: "2026-11-30T17:36:00Z", digest: "6cb472192710" },
  legal: { updated: "2026-11-30T18:02:00Z", digest: "a196cb9dfbc9" },
  privacy: { updated: "2026-11-30T18:02:00Z", digest: "315c266e2811" },
  agents: { updated: "2026-12-01T12:45:00Z", digest: "a4680549143f" },
  readTheNetwork: { updated: "2026-12-01T08:54:00Z", digest: "1149d18cc049" },
  estimateCost: { updated: "2026-12-01T11:56:00Z", digest: "cd044b3c74ba" },
  watchSwap: { updated: "2026-12-01T14:38:00Z", digest: "c6c08cd2fcf6" },
  generated: { updated: "2026-12-01T14:38:00Z", digest: "0da09f6b0ab4" },
} as const;
