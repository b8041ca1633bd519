import type { ComponentProps } from "react";

/** Needs `AskWatch` on the page, which shows `says` until the next page loads. */
export function AskButton({ says, ...attributes }: { says: string } & ComponentProps<"button">) {
  return (
    <div className="asking">
      <button className="button" type="submit" {...attributes} />
      <p role="status" data-says={says} suppressHydrationWarning />
    </div>
  );
}
