// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-26T15:55:00Z", digest: "a01125108854" },
  pricing: { updated: "2026-11-26T09:24:00Z", digest: "f06ad256d90b" },
  developers: { updated: "2026-11-25T22:42:00Z", digest: "9f558a4a7251" },
  api: { updated: "2026-11-26T08:32:00Z", digest: "93ce91e5d051" },
  mcp: { updated: "2026-11-26T12:33:00Z", digest: "af715ab336c9" },
  webhooks: { updated: "2026-11-26T04:53:00Z", digest: "49e1b0c1f4c7" },
  legal: { updated: "2026-11-26T15:02:00Z", digest: "cb6958a5ee15" },
  agents: { updated: "2026-11-26T12:30:00Z", digest: "3ff34d430ea6" },
  readTheNetwork: { updated: "2026-11-26T02:00:00Z", digest: "a00949638c6b" },
  estimateCost: { updated: "2026-11-25T01:04:00Z", digest: "4629e3c6157f" },
  watchSwap: { updated: "2026-11-26T05:41:00Z", digest: "552eba00514f" },
  generated: { updated: "2026-11-26T20:01:00Z", digest: "8edfb2743495" },
} as const;
