// Paths of a chain's status page, Markdown, JSON and badge. Browsers load this file too.

export const chainFormEnds = { md: ".md", json: ".json", badge: "/badge.svg" } as const;
export type ChainForm = keyof typeof chainFormEnds;

export function chainPath(code: string, form: ChainForm | null = null): string {
  return `/status/${code.toLowerCase()}${form === null ? "" : chainFormEnds[form]}`;
}
