interface LinkListProps {
  readonly links: readonly { readonly href: string; readonly label: string }[];
  readonly className?: string | undefined;
  readonly computed?: boolean;
}

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
