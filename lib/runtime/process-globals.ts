// Next bundles middleware and routes separately, each with its own copy of a module.
// Only globalThis is shared. e2e/http/rate-limit.spec.ts fails where they run in several processes.

const globalKey = Symbol.for("signpost.process");

type Name = "mcp-endpoint" | "network" | "rate-limit";

/** One file alone uses each name, so a name has one type. */
export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [globalKey]?: Map<Name, unknown> };
  globals[globalKey] ??= new Map();
  const valueByName = globals[globalKey];
  if (!valueByName.has(name)) valueByName.set(name, create());
  return valueByName.get(name) as Value;
}
