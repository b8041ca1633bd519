// Values that the whole process shares. Next bundles the middleware, instrumentation.ts and
// routes apart, and each bundle has its own copy of a module. They share only globalThis.
// Relies on Next running them all in one process. First to fail: e2e/http/rate-limit.spec.ts (one bucket for pages and the endpoint).

const key = Symbol.for("signpost.process");

type Name = "answer-lifetimes" | "network" | "own-headers" | "rate-limit" | "route-listeners" | "stores";

/** Made at the first call, by whichever bundle calls first. One file uses each name, so a name has one type. */
export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [key]?: Map<Name, unknown> };
  globals[key] ??= new Map();
  const known = globals[key];
  if (!known.has(name)) known.set(name, create());
  return known.get(name) as Value;
}
