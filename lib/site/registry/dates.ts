// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-30T21:12:00Z", digest: "ac12d714360c" },
  pricing: { updated: "2026-11-28T08:49:00Z", digest: "181632c9e6aa" },
  developers: { updated: "2026-11-30T19:43:00Z", digest: "9fbb629afdf0" },
  api: { updated: "2026-11-30T17:56:00Z", digest: "8b705913bf70" },
  mcp: { updated: "2026-12-01T05:12:00Z", digest: "b492c77f0629" },
  webhooks: { updated: "2026-11-30T17:36:00Z", digest: "6cb472192710" },
  legal: { updated: "2026-11-30T18:02:00Z", digest: "a196cb9dfbc9" },
  privacy: { updated: "2026-11-30T18:02:00Z", digest: "315c266e2811" },
  agents: { updated: "2026-12-01T05:12:00Z", digest: "1019d4db88f6" },
  readTheNetwork: { updated: "2026-12-01T05:09:00Z", digest: "49680920688f" },
  estimateCost: { updated: "2026-11-30T18:02:00Z", digest: "ec47e3815cb7" },
  watchSwap: { updated: "2026-11-30T19:16:00Z", digest: "ef9e870586bf" },
  generated: { updated: "2026-12-01T05:12:00Z", digest: "437b6aba7b21" },
} as const;
