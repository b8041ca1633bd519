// Loaded into a process by NODE_OPTIONS: its clock is CLOCK_OFFSET_MS ahead of this machine's.
const offsetMs = Number(process.env.CLOCK_OFFSET_MS);
const Real = Date;
const now = () => Real.now() + offsetMs;

globalThis.Date = new Proxy(Real, {
  get: (real, name) => (name === "now" ? now : Reflect.get(real, name)),
  construct: (real, given, made) => Reflect.construct(real, given.length > 0 ? given : [now()], made),
});
