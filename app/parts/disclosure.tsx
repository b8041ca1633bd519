/**
 * A section whose heading opens it. Without script, and found by the search of the browser, it works as well. A link to `id` opens it:
 * browsers open what a link leads into, and not what it leads to.
 */
export function Disclosure(props: { title: string; id?: string; children: React.ReactNode }) {
  const { title, id, children } = props;
  return (
    <details className="disclosure">
      <summary>
        <h2>{title}</h2>
      </summary>
      {id === undefined ? children : <div id={id}>{children}</div>}
    </details>
  );
}
