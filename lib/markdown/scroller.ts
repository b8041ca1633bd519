// A box that scrolls must have a name and be reachable by
// keyboard (WCAG 2.1.1). A name needs a role, and `pre` has none.

/** The attributes of such a box, for hast and React. */
export function scrollerProperties(label: string) {
  return { role: "group", "aria-label": label, tabIndex: 0 } as const;
}
