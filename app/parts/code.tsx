import { scrollerProperties } from "@/lib/markdown/scroller.ts";
import { CopyButton } from "./copy-button.tsx";

/** A block of code that scrolls in its own box, named by `label`, with a copy button. */
export function Code({ label, language, children }: { label: string; language: string; children: React.ReactNode }) {
  return (
    <div className="code">
      <pre {...scrollerProperties(label)}>
        <code className={`language-${language}`}>{children}</code>
      </pre>
      <CopyButton />
    </div>
  );
}
