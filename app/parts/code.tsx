import { CopyButton } from "./copy-button.tsx";

/** A block of code that scrolls in its own box, with a button to copy it where there is JavaScript. */
export function Code({ language, children }: { language?: string; children: React.ReactNode }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways and must be reachable by keyboard (WCAG 2.1.1) */}
      <pre tabIndex={0}>
        <code className={language ? `language-${language}` : undefined}>{children}</code>
      </pre>
      <CopyButton />
    </div>
  );
}
