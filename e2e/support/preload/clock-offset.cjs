// This folder holds scripts for NODE_OPTIONS, which change a process before its code runs.
// Loaded by NODE_OPTIONS: moves the process's clock ahead by CLOCK_OFFSET_MS.
const offsetMs = Number(process.env.CLOCK_OFFSET_MS);
const Real = Date;
const now = () => Real.now() + offsetMs;

globalThis.Date = new Proxy(Real, {
  get: (real, name) => (name === "now" ? now : Reflect.get(real, name)),
  construct: (real, given, made) =>
    Reflect.construct(real, given.length > 0 ? given : [now()], made),
});
