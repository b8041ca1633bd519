import type { ComponentProps } from "react";

interface AskButtonProps extends ComponentProps<"button"> {
  /**
   * Text that appears after the form is sent, until the next page loads or 30 s have passed. The
   * component `AskWatch` shows this text, so the page must also render `AskWatch`. Null on a page
   * without scripts.
   */
  readonly waitingText: string | null;
}

export function AskButton({ waitingText, ...attributes }: AskButtonProps) {
  return (
    <div className="asking">
      <button className="button" type="submit" {...attributes} />
      {waitingText !== null && <p role="status" data-says={waitingText} suppressHydrationWarning />}
    </div>
  );
}
