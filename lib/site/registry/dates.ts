// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-26T23:04:00Z", digest: "e495e054f707" },
  pricing: { updated: "2026-11-27T15:04:00Z", digest: "c1167ea87883" },
  developers: { updated: "2026-11-25T22:42:00Z", digest: "9f558a4a7251" },
  api: { updated: "2026-11-27T03:54:00Z", digest: "1c9f05cf8f26" },
  mcp: { updated: "2026-11-27T07:14:00Z", digest: "23b5a3a4ec1d" },
  webhooks: { updated: "2026-11-26T04:53:00Z", digest: "49e1b0c1f4c7" },
  legal: { updated: "2026-11-26T15:02:00Z", digest: "cb6958a5ee15" },
  agents: { updated: "2026-11-27T07:36:00Z", digest: "8f19a13ba8de" },
  readTheNetwork: { updated: "2026-11-27T07:06:00Z", digest: "95cc1149842f" },
  estimateCost: { updated: "2026-11-27T03:54:00Z", digest: "a0bf0aa9aad5" },
  watchSwap: { updated: "2026-11-26T05:41:00Z", digest: "552eba00514f" },
  generated: { updated: "2026-11-27T15:04:00Z", digest: "1f5a063d8580" },
} as const;
