"use client";
import { usePathname } from "next/navigation";

export function Navigation({
  items,
}: {
  items: readonly Readonly<Record<"path" | "href" | "label", string>>[];
}) {
  const shown = usePathname();
  return (
    <nav aria-label="Main">
      <ul className="ways-on">
        {items.map(({ path, href, label }) => (
          <li key={path}>
            <a href={href} aria-current={ariaCurrent(path, shown)}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ariaCurrent(path: string, shown: string): "page" | "true" | undefined {
  if (shown === path) return "page";
  return shown.startsWith(`${path}/`) ? "true" : undefined;
}
