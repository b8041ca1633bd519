"use client";
import { usePathname } from "next/navigation";

interface NavigationItem {
  readonly path: string;
  readonly href: string;
  readonly label: string;
}

export function Navigation({ items }: { items: readonly NavigationItem[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Main">
      <ul className="ways-on">
        {items.map(({ path, href, label }) => (
          <li key={path}>
            <a href={href} aria-current={ariaCurrent(path, pathname)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ariaCurrent(path: string, pathname: string): "page" | "true" | undefined {
  if (pathname === path) return "page";
  return pathname.startsWith(`${path}/`) ? "true" : undefined;
}
