/**
 * A section that a click opens. The `id` is on the content and not on `<details>`: a link opens a
 * closed `<details>` only if the link's target is inside.
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
