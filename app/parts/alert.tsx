import type { ReactNode } from "react";
import { Note } from "./note.tsx";

/**
 * Takes the focus on load: screen readers announce no alert that a page has from the start.
 * The alert is a child, because some screen readers read only half of a focused alert.
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
