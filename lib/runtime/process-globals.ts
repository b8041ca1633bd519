// Values that exist once in a process. Next gives middleware and routes their own copy of a module,
// so only globalThis is shared. e2e/http/rate-limit.spec.ts fails if both run in several processes.

const globalKey = Symbol.for("signpost.process");

type Name = "mcp-endpoint" | "network" | "rate-limit";

export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [globalKey]?: Map<Name, unknown> };
  globals[globalKey] ??= new Map();
  const valueByName = globals[globalKey];
  if (!valueByName.has(name)) valueByName.set(name, create());
  return valueByName.get(name) as Value;
}
