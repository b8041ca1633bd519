// Values that the whole process shares. Next bundles the middleware and the routes apart, and each bundle has its own copy of a module.
// They share only globalThis. First to fail where they run in several processes: e2e/http/rate-limit.spec.ts (one bucket for pages and the endpoint).

const key = Symbol.for("signpost.process");

type Name = "mcp-endpoint" | "network" | "rate-limit";

/** Made at the first call, by whichever bundle calls first. One file uses each name, so a name has one type. */
export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [key]?: Map<Name, unknown> };
  globals[key] ??= new Map();
  const values = globals[key];
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
