// When the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-26T23:04:00Z", digest: "e495e054f707" },
  pricing: { updated: "2026-11-27T17:30:00Z", digest: "9d9ed73705d9" },
  developers: { updated: "2026-11-25T22:42:00Z", digest: "9f558a4a7251" },
  api: { updated: "2026-11-27T17:56:00Z", digest: "7e14c35933ac" },
  mcp: { updated: "2026-11-27T18:16:00Z", digest: "3cdfba990020" },
  webhooks: { updated: "2026-11-26T04:53:00Z", digest: "49e1b0c1f4c7" },
  legal: { updated: "2026-11-26T15:02:00Z", digest: "cb6958a5ee15" },
  agents: { updated: "2026-11-27T17:30:00Z", digest: "edf96eeb6c21" },
  readTheNetwork: { updated: "2026-11-27T17:30:00Z", digest: "10a02dbef319" },
  estimateCost: { updated: "2026-11-27T17:30:00Z", digest: "2005221fdd18" },
  watchSwap: { updated: "2026-11-26T05:41:00Z", digest: "552eba00514f" },
  generated: { updated: "2026-11-27T18:16:00Z", digest: "6bdcdd0bf615" },
} as const;
