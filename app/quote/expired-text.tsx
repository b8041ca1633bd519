import type { ReactNode } from "react";
import { Verdict } from "../parts/verdict.tsx";

/** In no HTML of an open quote, since not every reader of the HTML knows what is hidden. */
export function ExpiredText({ again }: { again: ReactNode }) {
  return (
    <Verdict state="stale">
      This quote has expired by this device's clock. Do not send on it; {again}.
    </Verdict>
  );
}
