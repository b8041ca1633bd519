import type { ReactNode } from "react";
import { Note } from "./note.tsx";

/**
 * Takes the focus on load: screen readers do not announce an alert that a page has from the start.
 * The alert is a child: some screen readers read only half of an alert that has the focus itself.
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
