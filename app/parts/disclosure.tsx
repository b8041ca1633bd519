/** `id` is on the content: browsers open a closed element for a link into it, not to it. */
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
