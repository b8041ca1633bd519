// Loaded by NODE_OPTIONS: allows only loopback connections. Each refused one is a line in the file NO_NETWORK_LOG.
const { appendFileSync } = require("node:fs");
const { Socket } = require("node:net");

const { connect } = Socket.prototype;

Socket.prototype.connect = function (...args) {
  // Node's own callers pass an array. Others pass options, or a port and a host.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const options = typeof first === "object" ? first : { port: first, host: second };
  const { path, host = "localhost", port } = options;
  if (path || /^(?:localhost|127\..*|::1)$/.test(host)) return connect.apply(this, args);
  appendFileSync(process.env.NO_NETWORK_LOG, `${host}:${port}\n`);
  const error = Object.assign(new Error(`connect ENETUNREACH ${host}:${port}`), {
    code: "ENETUNREACH",
  });
  process.nextTick(() => this.destroy(error));
  return this;
};
