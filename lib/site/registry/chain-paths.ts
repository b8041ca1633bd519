// The addresses of the status of one chain: its page, and the same in other forms. It runs in the browser too.

/** The forms beside the page, each with what its address ends in. */
export const chainFormEnds = { md: ".md", json: ".json", badge: "/badge.svg" } as const;
export type ChainForm = keyof typeof chainFormEnds;

/** `/status/doge`, or the address of a form: `/status/doge.md`, `/status/doge/badge.svg`. */
export function chainPath(code: string, form: ChainForm | null = null): string {
  return `/status/${code.toLowerCase()}${form === null ? "" : chainFormEnds[form]}`;
}
