// Next bundles middleware and routes separately, each with its own copy of a module.
// Only globalThis is shared. e2e/http/rate-limit.spec.ts fails where they run in several processes.

const key = Symbol.for("signpost.process");

type Name = "mcp-endpoint" | "network" | "rate-limit";

/** One file alone uses each name, so a name has one type. */
export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [key]?: Map<Name, unknown> };
  globals[key] ??= new Map();
  const values = globals[key];
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}
