// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-28T10:47:00Z", digest: "d9141adbd267" },
  pricing: { updated: "2026-11-28T08:49:00Z", digest: "181632c9e6aa" },
  developers: { updated: "2026-11-28T01:26:00Z", digest: "11bfca0e6ac5" },
  api: { updated: "2026-11-28T19:22:00Z", digest: "ec695f00140c" },
  mcp: { updated: "2026-11-29T14:43:00Z", digest: "94a00faa22e1" },
  webhooks: { updated: "2026-11-28T01:26:00Z", digest: "225c6167c305" },
  legal: { updated: "2026-11-28T11:39:00Z", digest: "947f8210d877" },
  agents: { updated: "2026-11-30T03:36:00Z", digest: "e556e3646332" },
  readTheNetwork: { updated: "2026-11-30T02:55:00Z", digest: "cdf87bc8ddce" },
  estimateCost: { updated: "2026-11-28T09:47:00Z", digest: "6b98ff0b20ca" },
  watchSwap: { updated: "2026-11-27T20:30:00Z", digest: "41af67354e9a" },
  generated: { updated: "2026-11-30T10:34:00Z", digest: "30c8d24af27a" },
} as const;
