// A scrolling box needs a name and keyboard focus (WCAG 2.1.1). A name needs a role.

export function scrollerProperties(label: string) {
  return { role: "group", "aria-label": label, tabIndex: 0 } as const;
}
