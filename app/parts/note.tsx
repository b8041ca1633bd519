import { StateShape } from "./verdict.tsx";

interface NoteProps {
  readonly state?: "unknown" | "warned" | "halted" | "question";
  readonly children: React.ReactNode;
}

export function Note({ state = "unknown", children }: NoteProps) {
  return (
    <div className="note" data-state={state}>
      {state !== "question" && <StateShape state={state} />}
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
