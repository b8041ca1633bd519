// Attributes of a box that scrolls: keyboard focus (WCAG 2.1.1), a name, and a role for the name.

export function scrollerProperties(label: string) {
  return { role: "group", "aria-label": label, tabIndex: 0 } as const;
}
