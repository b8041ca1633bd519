import { StateShape } from "./verdict.tsx";

/** A warning: "halted" when the reader must stop, "unknown" (the default) when care is needed. */
export function Note({
  state = "unknown",
  children,
}: {
  state?: "unknown" | "warned" | "halted";
  children: React.ReactNode;
}) {
  return (
    <div className="note" data-state={state}>
      <StateShape state={state} />
      <div>{children}</div>
    </div>
  );
}

/** The words of others, as data. */
export function Quoted({ text }: { text: string }) {
  return (
    <blockquote className="quoted">
      <p>
        <code>{text}</code>
      </p>
    </blockquote>
  );
}
