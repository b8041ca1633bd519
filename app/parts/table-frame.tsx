import { scrollerProperties } from "@/lib/markdown/scroller.ts";

/** The box in which a wide table scrolls. */
export function TableFrame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="table" {...scrollerProperties(label)}>
      {children}
    </div>
  );
}
