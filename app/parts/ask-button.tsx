import type { ComponentProps } from "react";

interface AskButtonProps extends ComponentProps<"button"> {
  /** `AskWatch` must be on the page. It shows this text until the next page loads. */
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
