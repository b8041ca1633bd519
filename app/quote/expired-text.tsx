import type { ReactNode } from "react";
import { Verdict } from "../parts/verdict.tsx";

/** Never in the HTML of an open quote: some readers of HTML ignore `hidden`. */
export function ExpiredText({ again }: { again: ReactNode }) {
  return (
    <Verdict state="stale">
      This quote has expired by this device's clock. Do not send on it; {again}.
    </Verdict>
  );
}
