interface LinkListProps {
  readonly links: readonly { readonly href: string; readonly label: string }[];
  readonly className?: string;
}

/** A list of links. */
export function LinkList({ links, className }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
