import type { ReactNode } from "react";
import { scrollerProperties } from "@/lib/markdown/scroller.ts";

interface CodeProps {
  readonly label: string;
  readonly language: string;
  readonly button?: ReactNode;
  readonly children: ReactNode;
}

export function Code({ label, language, button, children }: CodeProps) {
  return (
    <div className="code">
      <pre {...scrollerProperties(label)}>
        <code className={`language-${language}`}>{children}</code>
      </pre>
      {button}
    </div>
  );
}
