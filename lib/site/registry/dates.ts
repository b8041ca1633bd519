// When each source, and the generated documents together, last changed. By `npm run date`.

export const dates = {
  home: { updated: "2026-11-30T13:19:00Z", digest: "a6e4332dc2ae" },
  pricing: { updated: "2026-11-28T08:49:00Z", digest: "181632c9e6aa" },
  developers: { updated: "2026-11-30T11:38:00Z", digest: "cadeb69f05ce" },
  api: { updated: "2026-11-30T11:15:00Z", digest: "e05f42c4ca01" },
  mcp: { updated: "2026-11-30T17:07:00Z", digest: "c8a024b2c148" },
  webhooks: { updated: "2026-11-30T11:38:00Z", digest: "488724e336ab" },
  legal: { updated: "2026-11-30T17:07:00Z", digest: "3ba42933e2b3" },
  agents: { updated: "2026-11-30T15:31:00Z", digest: "82653b7a71c0" },
  readTheNetwork: { updated: "2026-11-30T13:50:00Z", digest: "f789b0c4293f" },
  estimateCost: { updated: "2026-11-30T15:50:00Z", digest: "07d5a32a09f0" },
  watchSwap: { updated: "2026-11-30T11:38:00Z", digest: "260cdacb373e" },
  generated: { updated: "2026-11-30T17:07:00Z", digest: "5827185d084b" },
} as const;
