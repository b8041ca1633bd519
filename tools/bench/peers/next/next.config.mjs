// A Next app without anything of ours: what `next start` itself gives on this machine.
export default {
  poweredByHeader: false,
  compress: false,
  // Not the repository's folder: Next would take our instrumentation and middleware from there.
  turbopack: { root: new URL("../..", import.meta.url).pathname },
};
