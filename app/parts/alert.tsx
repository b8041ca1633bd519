import type { ReactNode } from "react";
import { Note } from "./note.tsx";

interface AlertProps {
  /** "question": the reader has to choose, and nothing is wrong. "unknown": the answer is missing. */
  readonly state?: "halted" | "question" | "unknown";
  readonly children: ReactNode;
}

/**
 * Shows an error or a question and gets the focus on load: screen readers do not announce an alert
 * that the page has from the start. The focus is on the outer element, because some screen readers
 * read only half of a focused alert.
 */
export function Alert({ state = "halted", children }: AlertProps) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader has just sent the form
    <div tabIndex={-1} autoFocus>
      <div role="alert">
        <Note state={state}>{children}</Note>
      </div>
    </div>
  );
}
