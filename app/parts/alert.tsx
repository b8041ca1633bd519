import type { ReactNode } from "react";
import { Note } from "./note.tsx";

/**
 * Focused on load: screen readers do not announce an alert that is there from the start. With focus
 * and alert on one element, some announce only half of the text.
 */
export function Alert({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: the reader has just sent the form
    <div tabIndex={-1} autoFocus>
      <div role="alert">
        <Note state="halted">{children}</Note>
      </div>
    </div>
  );
}
