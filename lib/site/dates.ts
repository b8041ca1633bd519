// Site room: when the text of each source, and of all generated documents together, last changed. Written by `npm run date`; a spec checks it.

export const dates = {
  home: { updated: "2026-11-20T07:28:00Z", digest: "32002209097f" },
  pricing: { updated: "2026-11-20T07:44:00Z", digest: "a1f656bb99e4" },
  developers: { updated: "2026-11-20T07:15:00Z", digest: "66873f908ad4" },
  api: { updated: "2026-11-20T07:51:00Z", digest: "ac98f20e787b" },
  mcp: { updated: "2026-11-20T07:15:00Z", digest: "eef34dc335c6" },
  webhooks: { updated: "2026-11-20T07:15:00Z", digest: "cb3ce9fd17ff" },
  legal: { updated: "2026-11-20T07:15:00Z", digest: "d083cb06af13" },
  agents: { updated: "2026-11-20T07:15:00Z", digest: "84bcb20532e0" },
  readTheNetwork: { updated: "2026-11-20T07:15:00Z", digest: "17808ceeebe5" },
  estimateCost: { updated: "2026-11-20T07:15:00Z", digest: "8d537f08c250" },
  watchSwap: { updated: "2026-11-20T07:15:00Z", digest: "1a41c5897923" },
  generated: { updated: "2026-11-20T07:51:00Z", digest: "ed5aba89803e" },
} as const;
