import type { LinkView } from "@/lib/render/blocks.ts";

interface LinkListProps {
  readonly links: readonly LinkView[];
  readonly className?: string | undefined;
  /** For links with a query, such as a quote: crawlers must not follow them. */
  readonly noFollow?: boolean;
}

export function LinkList({ links, className, noFollow = false }: LinkListProps) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href} {...(noFollow && { rel: "nofollow" })}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
