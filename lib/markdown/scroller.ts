// Markdown room: what makes a box that scrolls sideways reachable by keyboard (WCAG 2.1.1) and named: a name needs a role, and `pre` has none.

/** The attributes of such a box, for hast and React alike. */
export function toScroller(label: string) {
  return { role: "group", "aria-label": label, tabIndex: 0 } as const;
}
