import { StateShape } from "./verdict.tsx";

/** "halted": the reader must stop. "unknown" (the default): care is needed. */
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

export function Quoted({ text }: { text: string }) {
  return (
    <blockquote className="quoted">
      <p>
        <code>{text}</code>
      </p>
    </blockquote>
  );
}
