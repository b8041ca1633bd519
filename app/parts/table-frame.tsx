import { scrollerProperties } from "@/lib/markdown/scroller.ts";

export function TableFrame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="table" {...scrollerProperties(label)}>
      {children}
    </div>
  );
}
