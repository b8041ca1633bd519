import type { ReactNode } from "react";
import { scrollerProperties } from "@/lib/markdown/scroller.ts";

interface CodeProps {
  readonly label: string;
  readonly language: string;
  /** Where nothing else puts a copy button into the block. */
  readonly button?: ReactNode;
  readonly children: ReactNode;
}

/** A block of code that scrolls in its own box, named by `label`. */
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
