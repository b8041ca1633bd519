// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-21T22:34:00Z", digest: "3b5fde4e5f90" },
  pricing: { updated: "2026-11-21T23:58:00Z", digest: "d01bd5751efa" },
  developers: { updated: "2026-11-21T23:28:00Z", digest: "2d61fa5cdaf3" },
  api: { updated: "2026-11-21T23:30:00Z", digest: "3d821cf47764" },
  mcp: { updated: "2026-11-22T03:03:00Z", digest: "653036287713" },
  webhooks: { updated: "2026-11-22T03:03:00Z", digest: "6fce3797cd71" },
  legal: { updated: "2026-11-22T03:03:00Z", digest: "7ba52fd8c0e2" },
  agents: { updated: "2026-11-22T01:56:00Z", digest: "4359335f348e" },
  readTheNetwork: { updated: "2026-11-21T22:34:00Z", digest: "2d482635ee85" },
  estimateCost: { updated: "2026-11-21T23:12:00Z", digest: "daa302d1d08a" },
  watchSwap: { updated: "2026-11-22T03:03:00Z", digest: "4fcb3a5eb5a9" },
  generated: { updated: "2026-11-22T03:03:00Z", digest: "4ea46cdce0d5" },
} as const;
