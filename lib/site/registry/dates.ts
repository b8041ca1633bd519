// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-28T10:47:00Z", digest: "d9141adbd267" },
  pricing: { updated: "2026-11-28T08:49:00Z", digest: "181632c9e6aa" },
  developers: { updated: "2026-11-30T11:15:00Z", digest: "ba28b72a21d3" },
  api: { updated: "2026-11-30T11:15:00Z", digest: "e05f42c4ca01" },
  mcp: { updated: "2026-11-30T11:22:00Z", digest: "d82f2ea918ab" },
  webhooks: { updated: "2026-11-30T11:15:00Z", digest: "7c3973103fae" },
  legal: { updated: "2026-11-28T11:39:00Z", digest: "947f8210d877" },
  agents: { updated: "2026-11-30T11:19:00Z", digest: "e674f82bc7e9" },
  readTheNetwork: { updated: "2026-11-30T02:55:00Z", digest: "cdf87bc8ddce" },
  estimateCost: { updated: "2026-11-28T09:47:00Z", digest: "6b98ff0b20ca" },
  watchSwap: { updated: "2026-11-30T11:19:00Z", digest: "0f53f41ccef9" },
  generated: { updated: "2026-11-30T11:25:00Z", digest: "278f388556f0" },
} as const;
