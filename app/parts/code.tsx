import { CopyButton } from "./copy-button.tsx";

/** A block of code that scrolls in its own box, named by `label`, with a button to copy it where there is JavaScript. */
export function Code({ label, language, children }: { label: string; language?: string; children: React.ReactNode }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways and must be reachable by keyboard (WCAG 2.1.1) */}
      <pre role="group" aria-label={label} tabIndex={0}>
        <code className={language ? `language-${language}` : undefined}>{children}</code>
      </pre>
      <CopyButton />
    </div>
  );
}
