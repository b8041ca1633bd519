// Runs instrumentation.ts before Next listens. Otherwise Next
// listens first, and the first requests get pages without Vary.
// Relies on two files inside Next. First to fail: every spec on a server, since `npm start` ends at once without them.
process.env.NODE_ENV = "production";
await import("next/dist/server/node-environment.js");
const { ensureInstrumentationRegistered } = await import(
  "next/dist/server/lib/router-utils/instrumentation-globals.external.js"
);
await ensureInstrumentationRegistered(process.cwd(), process.env.DIST_DIR || ".next");
