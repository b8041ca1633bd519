import type { ComponentProps } from "react";

interface AskButtonProps extends ComponentProps<"button"> {
  /** Text that `AskWatch` shows until the next page loads. `AskWatch` must be on the page. */
  readonly waitingText: string;
}

export function AskButton({ waitingText, ...attributes }: AskButtonProps) {
  return (
    <div className="asking">
      <button className="button" type="submit" {...attributes} />
      <p role="status" data-says={waitingText} suppressHydrationWarning />
    </div>
  );
}
