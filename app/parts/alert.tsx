import type { ReactNode } from "react";
import { Note } from "./note.tsx";

/**
 * What is wrong with the form that the reader has sent. It has the focus on load, since screen readers do not announce an alert that is
 * there from the start. The focus and the alert are two elements: with one, some screen readers announce only half of the text.
 */
export function Alert({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader has just sent the form, and this is the answer
    <div tabIndex={-1} autoFocus>
      <div role="alert">
        <Note state="halted">{children}</Note>
      </div>
    </div>
  );
}
