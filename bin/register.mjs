// Runs instrumentation.ts before Next listens. Left alone, Next listens first, and who asks in between gets pages without their Vary.
process.env.NODE_ENV = "production";
await import("next/dist/server/node-environment.js");
const { ensureInstrumentationRegistered } = await import(
  "next/dist/server/lib/router-utils/instrumentation-globals.external.js"
);
await ensureInstrumentationRegistered(process.cwd(), process.env.DIST_DIR || ".next");
