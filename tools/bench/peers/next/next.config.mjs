// A Next app with nothing of ours. It shows what `next start` itself costs on this machine.
export default {
  poweredByHeader: false,
  compress: false,
  // Next would load our instrumentation and middleware from the repository's folder.
  turbopack: { root: new URL("../..", import.meta.url).pathname },
};
