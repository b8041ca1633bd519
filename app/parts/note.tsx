import { StateShape } from "./verdict.tsx";

/** A caution beside what it is about: "halted" for what stops a reader, "unknown" (the default) for what asks for care. */
export function Note({ state = "unknown", children }: { state?: "unknown" | "halted"; children: React.ReactNode }) {
  return (
    <div className="note" data-state={state}>
      <StateShape state={state} />
      <div>{children}</div>
    </div>
  );
}
