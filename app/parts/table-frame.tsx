/** The box in which a wide table scrolls. */
export function TableFrame({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="table" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
