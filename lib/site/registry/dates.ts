// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-30T13:19:00Z", digest: "a6e4332dc2ae" },
  pricing: { updated: "2026-11-28T08:49:00Z", digest: "181632c9e6aa" },
  developers: { updated: "2026-11-30T17:22:00Z", digest: "056d56c3a55c" },
  api: { updated: "2026-11-30T17:56:00Z", digest: "8b705913bf70" },
  mcp: { updated: "2026-11-30T17:33:00Z", digest: "30e75206111d" },
  webhooks: { updated: "2026-11-30T17:36:00Z", digest: "6cb472192710" },
  legal: { updated: "2026-11-30T17:36:00Z", digest: "84bc1d8214f3" },
  privacy: { updated: "2026-11-30T17:36:00Z", digest: "c9972aecf467" },
  agents: { updated: "2026-11-30T17:22:00Z", digest: "c2c2921aeb02" },
  readTheNetwork: { updated: "2026-11-30T13:50:00Z", digest: "f789b0c4293f" },
  estimateCost: { updated: "2026-11-30T15:50:00Z", digest: "07d5a32a09f0" },
  watchSwap: { updated: "2026-11-30T11:38:00Z", digest: "260cdacb373e" },
  generated: { updated: "2026-11-30T17:56:00Z", digest: "636e7339e2d9" },
} as const;
