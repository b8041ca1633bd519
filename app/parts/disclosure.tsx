/** A section whose heading opens it. Without script, and found by the search of the browser, it works as well. */
export function Disclosure({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="disclosure">
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
