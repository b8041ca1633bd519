interface LinkListProps {
  readonly links: readonly { readonly href: string; readonly label: string }[];
  readonly className?: string;
  /** Each leads to an answer that is made for the question: no crawler should follow it. */
  readonly computed?: boolean;
}

/** A list of links. */
export function LinkList({ links, className, computed = false }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} {...(computed && { rel: "nofollow" })}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
