// Values that exist once in a process. Next gives middleware and routes their own copy of a module,
// so they share only globalThis. If they ran in two processes, they would not share even that:
// `e2e/http/rate-limit.spec.ts` would then fail.

const globalKey = Symbol.for("signpost.process");

type Name = "mcp-endpoint" | "network" | "rate-limit";

export function getProcessGlobal<Value>(name: Name, create: () => Value): Value {
  const globals = globalThis as { [globalKey]?: Map<Name, unknown> };
  globals[globalKey] ??= new Map();
  const valueByName = globals[globalKey];
  if (!valueByName.has(name)) valueByName.set(name, create());
  return valueByName.get(name) as Value;
}
