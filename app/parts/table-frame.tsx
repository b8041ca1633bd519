import { scrollerProperties } from "@/lib/markdown/scroller.ts";

interface TableFrameProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: React.ReactNode;
}

export function TableFrame({ label, className, children }: TableFrameProps) {
  return (
    <div className={["table", className].filter(Boolean).join(" ")} {...scrollerProperties(label)}>
      {children}
    </div>
  );
}
